import { money, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedLink } from '#lib/payment-links/payment-link';

/** `GMD 1,500.00`, or what the payer may type. */
export function linkAmount({ amount, min_amount: min, max_amount: max }: PresentedLink): string {
  if (amount !== null) return money(amount);
  if (min !== null && max !== null)
    return t('Typed by the payer, {from} to {to}', { from: money(min), to: money(max) });
  if (min !== null) return t('Typed by the payer, {amount} or more', { amount: money(min) });
  return max === null
    ? t('Typed by the payer')
    : t('Typed by the payer, up to {amount}', { amount: money(max) });
}

/** `3`, or `3 of 10`. */
export function paymentCount({ payments, max_payments: max }: PresentedLink): string {
  return max === null
    ? whole(payments.succeeded)
    : t('{done} of {all}', { done: payments.succeeded, all: max });
}
