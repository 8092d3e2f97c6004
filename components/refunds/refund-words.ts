import { isAmount, plus } from '#lib/browser/amounts';
import { mobile, money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { PresentedRefundCheck } from '#lib/refunds/check-refund';

type Way = NonNullable<PresentedRefundCheck['ways']>['all'];
type Method = NonNullable<Way['method']>;

const reasons: Record<NonNullable<Way['why_not']>, () => string> = {
  no_customer_mobile: later(
    'The provider does not give this back by itself, and the customer’s number is not known. Give it back in another way, for example in cash.',
  ),
  rail_takes_nothing_back: later(
    'This provider gives no money back and pays none out. Give it back in another way, for example in cash.',
  ),
  payouts_switched_off: later(
    'The provider does not give this back by itself, and paying out on it is switched off. Try again when it is on, or give it back in another way.',
  ),
};

/** Why money cannot go back from here, and what to do instead. */
export const whyNot = (reason: NonNullable<Way['why_not']>): string => reasons[reason]();

/**
 * How a typed amount would go: all that is left may go another way than a part of it. `asksNumber`: where only the payer's
 * number is missing, and can be given.
 */
export function wayOf(
  { ways, refundable_amount, takes_number }: PresentedRefundCheck,
  amount: string,
): { way?: Way; asksNumber: boolean } {
  if (ways === null || !isAmount(amount)) return { asksNumber: false };
  const way = plus(amount, '0.00') === refundable_amount ? ways.all : ways.part;
  const asksNumber = takes_number && way.why_not === 'no_customer_mobile';
  return { way: asksNumber ? { method: 'payout', why_not: null } : way, asksNumber };
}

/** By which way the money will go back, before it goes. */
export function wayAhead(method: Method, provider: string, number: string | null): string {
  return method === 'reversal'
    ? t('{rail} gives it back to the wallet or the card that paid.', { rail: railName(provider) })
    : number === null
      ? t('It is sent to the customer’s number, over {rail}.', { rail: railName(provider) })
      : t('It is sent to {number}, the customer’s number, over {rail}.', {
          number: mobile(number),
          rail: railName(provider),
        });
}

/** The same of a refund that was asked for. */
export function wayTaken(method: Method | null): string {
  return method === 'reversal'
    ? t('By the provider, to where it was paid from')
    : t('To the customer’s number, as a payout goes');
}

/** What it does to the client's commission. */
export function commissionAhead(isReturned: boolean): string {
  return isReturned
    ? t('The commission on what you give back returns to your balance when the customer has the money.')
    : t('The commission on this payment does not come back.');
}

/** `Refunded GMD 40.00 of GMD 100.00`, and what is on its way. */
export function refundedText(
  { refunded_amount, under_way_amount }: { refunded_amount: string; under_way_amount: string },
  amount: string,
): string {
  const refunded = t('Refunded {amount} of {all}', {
    amount: money(refunded_amount),
    all: money(amount),
  });
  return under_way_amount === '0.00'
    ? refunded
    : `${refunded}; ${t('{amount} is on its way', { amount: money(under_way_amount) })}`;
}
