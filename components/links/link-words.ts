import { money, whole } from '#lib/browser/format';
import type { PresentedLink } from '#lib/payment-links/payment-link';

/** `GMD 1,500.00`, or what the payer may type. */
export function linkAmount({ amount, min_amount: min, max_amount: max }: PresentedLink): string {
  if (amount !== null) return money(amount);
  if (min !== null && max !== null) return `Typed by the payer, ${money(min)} to ${money(max)}`;
  if (min !== null) return `Typed by the payer, ${money(min)} or more`;
  return max === null ? 'Typed by the payer' : `Typed by the payer, up to ${money(max)}`;
}

/** `3`, or `3 of 10`. */
export function paymentCount({ payments, max_payments: max }: PresentedLink): string {
  return max === null ? whole(payments.succeeded) : `${whole(payments.succeeded)} of ${whole(max)}`;
}
