import { later } from '#lib/browser/language/words';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import type { FailureCode } from '#lib/transactions/transaction';

type Type = PresentedTransaction['type'];

/** What the client can do about a failure. */
const advice: Record<FailureCode, () => string> = {
  INSUFFICIENT_FUNDS: later(
    'Start a new collection once the customer has enough, or offer another provider.',
  ),
  ACCOUNT_BLOCKED: later('Only the customer can find out why it is blocked. Offer another provider.'),
  RATE_LIMIT_EXCEEDED: later('Wait a few minutes, then start a new collection.'),
  DECLINED: later(
    'Ask the customer whether it was meant, then start a new collection or offer another provider.',
  ),
  PAYER_NOT_FOUND: later('Check the number, or offer a provider on which the customer has a wallet.'),
  PAYER_MISMATCH: later('The wallet that pays must have the number that you named.'),
  LIMIT_REACHED: later('The customer can pay a smaller amount, or again when the wallet’s limit is renewed.'),
  OTP_ATTEMPTS_EXCEEDED: later('Start a new collection; the customer gets a new code.'),
  RECIPIENT_NOT_FOUND: later('Check the number, or pay out over another provider, with a new reference.'),
  RECIPIENT_INACTIVE: later(
    'The recipient has to activate the wallet first. Then pay out with a new reference.',
  ),
  RECIPIENT_NOT_ELIGIBLE: later(
    'The recipient’s wallet does not accept this payment. Pay out over another provider.',
  ),
  CANCELLED_BY_CLIENT: later('To pay after all, start a payout with a new reference.'),
  CANCELLED_BY_OPERATOR: later('Ask the operators of this gateway for the reason.'),
  PROVIDER_ERROR: later('Try again with a new reference; if it stays, tell the operators of this gateway.'),
};

/** The same for a refund, which can be asked for again from the payment's page; what is not here is `elsewhere`. */
const refundAdvice: Partial<Record<FailureCode, () => string>> = {
  ACCOUNT_BLOCKED: later(
    'Only the customer can find out why the account is blocked. Refund the payment again after that.',
  ),
  LIMIT_REACHED: later(
    'The customer’s wallet takes no more now. Refund a smaller amount, or try again tomorrow.',
  ),
  RECIPIENT_INACTIVE: later('The customer has to activate the wallet first. Then refund the payment again.'),
  CANCELLED_BY_CLIENT: later('To give the money back after all, refund the payment again.'),
  CANCELLED_BY_OPERATOR: advice.CANCELLED_BY_OPERATOR,
  PROVIDER_ERROR: later(
    'Refund the payment again; if it fails each time, tell the operators of this gateway.',
  ),
};
const elsewhere = later('Ask the customer how else to give the money back, for example in cash.');

export function failureAdvice(type: Type, code: string): string | undefined {
  if (type === 'refund') return (refundAdvice[code as FailureCode] ?? elsewhere)();
  return (advice as Partial<typeof advice>)[code as FailureCode]?.();
}

/** In a line, where there is any. */
export function FailureAdvice({ type, code }: { type: Type; code: string }) {
  return <p className="mt-0.5 text-muted-foreground">{failureAdvice(type, code)}</p>;
}
