import { formatAmount, parseAmount } from '#lib/money';

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
