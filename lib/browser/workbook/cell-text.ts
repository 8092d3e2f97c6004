/** How dates are counted, and which styles show a number as one. */
export interface Styles {
  isDate(style: number): boolean;
  /** Workbooks of old Macs count from 1904. */
  is1904: boolean;
}

export interface RawCell {
  type: string;
  style: number;
  value: string | undefined;
  hasFormula: boolean;
}

/** What a spreadsheet shows where a formula has no result. */
const NO_RESULT = '#N/A';

/** Pure: a cell as text: a number as it is meant, a date as a date, a formula by the result that was saved with it. */
export function cellText({ type, style, value, hasFormula }: RawCell, styles: Styles): string {
  if (value === undefined || value === '') return hasFormula && type !== 'str' ? NO_RESULT : '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n') return value;
  return styles.isDate(style) ? dateText(value, styles.is1904) : plainNumber(value);
}

const NUMBER = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/;
/** What Excel itself counts with and shows; beyond are traces of binary fractions, as in 150.09999999999999. */
const SIGNIFICANT_DIGITS = 15;
const MAX_EXPONENT = 30;

/**
 * Pure: a number as a workbook stores it, in plain digits: `1.5E6` is `1500000`, `150.09999999999999` is `150.1`. Done on
 * the digits, never through a floating-point number. What is no such number stays as it is.
 */
export function plainNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? [];
  const exponent = Number.parseInt(power, 10);
  if (whole === '' || Math.abs(exponent) > MAX_EXPONENT) return text;
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return '0';
  // Where the point stands in `digits`.
  const point = whole.length - (all.length - digits.length) + exponent;
  const { kept, carried } = rounded(digits);
  return sign + placed(kept, point + carried);
}

function rounded(digits: string): { kept: string; carried: number } {
  if (digits.length <= SIGNIFICANT_DIGITS) return { kept: digits, carried: 0 };
  const up = (digits[SIGNIFICANT_DIGITS] ?? '0') >= '5' ? 1n : 0n;
  const kept = String(BigInt(digits.slice(0, SIGNIFICANT_DIGITS)) + up);
  return { kept, carried: kept.length - SIGNIFICANT_DIGITS };
}

function placed(digits: string, point: number): string {
  if (point >= digits.length) return digits.padEnd(point, '0');
  const padded = point > 0 ? digits : digits.padStart(digits.length - point + 1, '0');
  const at = Math.max(point, 1);
  return `${padded.slice(0, at)}.${padded.slice(at)}`.replace(/\.?0+$/, '');
}

const DAY_MS = 86_400_000;
/** Days are counted so that 1 is 1 January 1900, with a 29 February 1900 that never was. */
const FIRST_DAY = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
const MAX_DAY = 2_958_465;

/** Such as 2026-11-20: nobody can take it for an amount or a number, and its owner knows it again. */
function dateText(value: string, is1904: boolean): string {
  const days = Number.parseFloat(value);
  if (!(days >= 0 && days <= MAX_DAY)) return plainNumber(value);
  return new Date(FIRST_DAY[is1904 ? 1904 : 1900] + Math.floor(days) * DAY_MS).toISOString().slice(0, 10);
}

/** ECMA-376 part 1, 18.8.30: the formats that every workbook has, and of them those that show a date or a time. */
const dateFormats: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Pure: whether a number format shows a date: by its number, or by the letters in its code. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return dateFormats.some(([from, to]) => id >= from && id <= to);
  const bare = code
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replaceAll(/general/gi, '');
  return /[dmyhs]/i.test(bare);
}
