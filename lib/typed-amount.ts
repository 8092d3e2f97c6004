/** How to write an amount, for whoever wrote it otherwise. */
export const AMOUNT_SENTENCE =
  'Write the amount like 1500, 1,500 or 1500.50: a point before the bututs, a comma or a space only between thousands.';

/** One kind of space or comma between groups of three; nothing else could stand there (contract-more.md §19). */
const GROUPED = /^[1-9]\d{0,2}([, \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*(?:\.\d{1,2})?$/;

/** No group of thousands has one or two digits, so this comma can be read in one way. */
const WITH_DECIMAL_COMMA = /^([\d \u00a0\u2009\u202f]+),(\d{1,2})$/;

/**
 * An amount as people type it, in the form that `parseAmount` takes: `1,500` and `1 500` become `1500`. What is no
 * amount, such as `1,50`, stays what `parseAmount` refuses, so that nothing is ever taken for another amount; where the
 * typist's language writes a comma before the bututs, it is `1.50`.
 */
export function typedAmount(text: string, { hasDecimalComma = false } = {}): string {
  const amount = hasDecimalComma ? text.trim().replace(WITH_DECIMAL_COMMA, '$1.$2') : text.trim();
  return GROUPED.test(amount) ? amount.replaceAll(/[^\d.]/g, '') : amount;
}
