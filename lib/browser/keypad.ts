import { figure, hasDecimalComma } from '#lib/browser/format';

/** Whole dalasis that a sale at a counter may have; the rail's own bounds are told by the answer. */
const MOST_DIGITS = 6;

/** What stands on the display after a key: a digit, `.`, or `<` to take the last one back. */
export function pressed(text: string, key: string): string {
  if (key === '<') return text.slice(0, -1);
  const [whole = '', cents] = text.split('.');
  if (key === '.') return cents === undefined ? `${whole || '0'}.` : text;
  if (cents !== undefined) return cents.length < 2 ? text + key : text;
  if (whole === '0') return key;
  return whole.length < MOST_DIGITS ? text + key : text;
}

/** As it is typed, grouped as the reader's language does it. */
export function displayed(text: string): string {
  const [whole = '', cents] = text.split('.');
  const grouped = figure(whole || '0').slice(0, -'.00'.length);
  return cents === undefined ? grouped : `${grouped}${hasDecimalComma() ? ',' : '.'}${cents}`;
}
