import { hasDecimalComma } from '#lib/browser/format';
import { refusal } from '#lib/browser/language/words';
import { formatAmount, parseAmount, toNumber } from '#lib/money';
import { AMOUNT_SENTENCE, typedAmount as read } from '#lib/typed-amount';

/** How to write an amount, for whoever wrote it otherwise. */
export const amountSentence = (): string => refusal(AMOUNT_SENTENCE);

/** An amount as people type it in the language of the page, in the form that the API takes. */
export function typedAmount(text: string): string {
  return read(text, { hasDecimalComma: hasDecimalComma() });
}

/** Whether the API takes this text as an amount. */
export function isAmount(text: string): boolean {
  return parseAmount(text) !== undefined;
}

/** A field `…_bututs` as an amount. */
export function amountOf(bututs: number): string {
  return formatAmount(BigInt(bututs));
}

/** What somebody typed, for a field `…_bututs`; undefined for what is no amount. */
export function typedBututs(text: string): number | undefined {
  const bututs = parseAmount(typedAmount(text));
  return bututs === undefined ? undefined : toNumber(bututs);
}

/** Sums and comparisons of amounts as the API writes them, in bututs: never through a floating-point number. */
export function plus(a: string, b: string): string {
  return formatAmount(bututsOf(a) + bututsOf(b));
}

export function minus(a: string, b: string): string {
  return formatAmount(bututsOf(a) - bututsOf(b));
}

export function isAtMost(a: string, b: string): boolean {
  return bututsOf(a) <= bututsOf(b);
}

function bututsOf(amount: string): bigint {
  return parseAmount(amount) ?? 0n;
}
