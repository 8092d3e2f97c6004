import { t } from '#lib/browser/language/words';

/** Each browser's own name also stands in the text of those that descend from it, so the order counts. */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?Chrom(e|ium)\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** `Firefox on Android`; undefined for what is no browser that people know. */
export function browserName(userAgent: string | null): string | undefined {
  if (userAgent === null) return undefined;
  const find = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = find(browsers);
  const system = find(systems);
  return browser && system ? t('{browser} on {system}', { browser, system }) : (browser ?? system);
}
