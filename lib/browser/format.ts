import type { Language } from '#lib/browser/language/languages';
import { currentLanguage, grouped, marks, t } from '#lib/browser/language/words';

/** Everything here is in the reader's language; the examples are in English, and in French where that is not evident. */

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr' };
const zone = { timeZone: 'Africa/Banjul' } as const;
const dayParts = { ...zone, day: '2-digit', month: 'short', year: 'numeric' } as const;

/** A formatter is dear to make, and is made once for a language. */
function perLanguage<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<Language, Format>();
  return () => {
    const language = currentLanguage();
    const format = made.get(language) ?? make(locales[language]);
    made.set(language, format);
    return format;
  };
}

const dateTime = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, { ...dayParts, hour: '2-digit', minute: '2-digit', second: '2-digit' }),
);
const dayFormat = perLanguage((locale) => new Intl.DateTimeFormat(locale, dayParts));
const longDayFormat = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { ...zone, dateStyle: 'long' }),
);
const shortDayFormat = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { ...zone, day: 'numeric', month: 'short' }),
);
const monthFormat = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { ...zone, month: 'long', year: 'numeric' }),
);
const compactFormat = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);
const weekdayFormat = perLanguage((locale) => new Intl.DateTimeFormat(locale, { ...zone, weekday: 'long' }));
const relative = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What will be in nearly an hour is in one, not in 59 minutes. */
const NEARLY = 0.05;
/** So near, a time on the other side of midnight is told in hours all the same. */
const NIGHT_HOURS = 6;

/** `21 Nov 2026, 14:03:09`, `21 nov. 2026, 14:03:09`, in Banjul's time. */
export function exactTime(iso: string): string {
  return dateTime().format(new Date(iso));
}

/** `21 Nov 2026`, of a day or a time in Banjul. What is no date stays as it is. */
export function day(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : dayFormat().format(at);
}

/** `21 November 2026`, of a day or a time in Banjul. */
export function longDay(iso: string): string {
  return longDayFormat().format(new Date(iso));
}

/** `21 Nov`, `21 nov.`, of a day or a time in Banjul. */
export function shortDay(iso: string): string {
  return shortDayFormat().format(new Date(iso));
}

/** `November 2026`, of a day or a time in Banjul. */
export function month(iso: string): string {
  return monthFormat().format(new Date(iso));
}

/** `Tuesday`, of a day or a time in Banjul. */
export function weekday(iso: string): string {
  return weekdayFormat().format(new Date(iso));
}

/** `3 minutes ago`, `in 2 hours`; by the calendar `yesterday`, `in 3 days`; beyond a week the day itself. */
export function relativeTime(iso: string, now: number): string {
  const at = Date.parse(iso);
  const whole = (unitMs: number) => Math.trunc((at - now) / unitMs + (at > now ? NEARLY : 0));
  const [minutes, hours, days] = [whole(MINUTE_MS), whole(HOUR_MS), dayNumber(at) - dayNumber(now)];
  // Seconds would be wrong before they are read.
  if (minutes === 0) return t(at > now ? 'in a moment' : 'just now');
  if (hours === 0) return relative().format(minutes, 'minute');
  if (days === 0 || Math.abs(hours) < NIGHT_HOURS) return relative().format(hours, 'hour');
  return Math.abs(days) < 7 ? relative().format(days, 'day') : dayFormat().format(at);
}

/** Africa/Banjul is UTC+0 all year. */
function dayNumber(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** `1234567.80` → `1,234,567.80`, `1 234 567,80`. Never through a floating-point number. */
export function figure(amount: string): string {
  const { group, point } = marks[currentLanguage()];
  const [whole = '0', fraction = '00'] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, group)}${point}${fraction}`;
}

/** `1234567.80` → `GMD 1,234,567.80`, `1 234 567,80 GMD`. */
export function money(amount: string): string {
  return moneyIn('GMD', amount);
}

/** A difference, with its sign: `+GMD 5.00`, `−GMD 5.00`, `GMD 0.00`. */
export function difference(amount: string): string {
  if (amount.startsWith('-')) return `−${money(amount.slice(1))}`;
  return amount === '0.00' ? money(amount) : `+${money(amount)}`;
}

/** An amount in a currency that may be another than ours: `EUR 151.00`, `151,00 EUR`. */
export function moneyIn(currency: string, amount: string): string {
  return currencyLeads() ? `${currency} ${figure(amount)}` : `${figure(amount)}\u00a0${currency}`;
}

/** Whether people write a comma before the bututs. */
export function hasDecimalComma(): boolean {
  return pointOf() === ',';
}

/** Whether the currency stands before the figure, where the two are set apart. */
export function currencyLeads(): boolean {
  return currentLanguage() === 'en';
}

/** `+2207012345` → `+220 701 2345`, and `+220877012345` → `+220 87 701 2345`. */
export function mobile(number: string): string {
  return number.replace(/^(\+220)(\d\d)?(\d{3})(\d{4})$/, '$1 $2 $3 $4').replace('  ', ' ');
}

/** Hundredths of a per cent, such as a commission: `150` → `1.5 %`, `1,5 %`. */
export function percent(bps: number): string {
  const digits = String(bps).padStart(3, '0');
  const fraction = digits.slice(-2).replace(/0+$/, '');
  return `${digits.slice(0, -2)}${fraction && `${pointOf()}${fraction}`} %`;
}

/** A whole number with separators: `1234567` → `1,234,567`. */
export function whole(count: number): string {
  return grouped(count);
}

/** A figure for a scale: `1200` → `1.2K`, `1,2 k`. */
export function compact(number: number): string {
  return compactFormat().format(number);
}

/** `1.5` → `150` hundredths of a per cent; undefined for what is no such number. */
export function parsePercent(text: string): number | undefined {
  const parts = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text);
  return parts ? Number(parts[1] + (parts[2] ?? '').padEnd(2, '0')) : undefined;
}

/** A word or a code as a sentence begins: `rail_reference` → `Rail reference`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ');
}

/** A part of a whole in per cent with one digit: `2` of `3` → `66.7 %`; undefined of nothing. */
export function share(part: number, of: number): string | undefined {
  return of === 0 ? undefined : `${oneDigit((part / of) * 100)} %`;
}

/** How long something took: `340` → `340 ms`, `1240` → `1.2 s`. */
export function took(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${oneDigit(milliseconds / 1_000)} s`;
}

/** Of a file: `12 KB`, `1.4 MB`; `12 Ko`, `1,4 Mo`. */
export function fileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1024
    ? t('{size} KB', { size: kilobytes })
    : t('{size} MB', { size: oneDigit(kilobytes / 1024) });
}

function oneDigit(number: number): string {
  return number.toFixed(1).replace('.', pointOf());
}

function pointOf(): string {
  return marks[currentLanguage()].point;
}

/** `1 payment`, `2,000 payments`, in English only: `plural` has other languages as well. */
export function counted(number: number, noun: string): string {
  return `${whole(number)} ${number === 1 ? noun : `${noun}s`}`;
}
