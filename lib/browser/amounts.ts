import { formatAmount, parseAmount } from '#lib/money';

export { AMOUNT_SENTENCE, typedAmount } from '#lib/typed-amount';

/** Whether the API takes this text as an amount. */
export function isAmount(text: string): boolean {
  return parseAmount(text) !== undefined;
}

/** Sums and comparisons of amounts as the API writes them, in bututs: never through a floating-point number. */
export function plus(a: string, b: string): string {
  return formatAmount(bututsOf(a) + bututsOf(b));
}

export function isAtMost(a: string, b: string): boolean {
  return bututsOf(a) <= bututsOf(b);
}

function bututsOf(amount: string): bigint {
  return parseAmount(amount) ?? 0n;
}
