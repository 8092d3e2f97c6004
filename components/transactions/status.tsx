import { later, refusal, t } from '#lib/browser/language/words';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import type { FailureCode, Status } from '#lib/transactions/transaction';
import { State, type Tone } from '../ui/state.tsx';

type Type = PresentedTransaction['type'];

/** Every status of a transaction: its tone, its word, and what it means for the money. */
const statuses: Record<
  Status,
  { tone: Tone; label(): string; meaning: Partial<Record<Type, () => string>> }
> = {
  PENDING: {
    tone: 'pending',
    label: later('Pending'),
    meaning: {
      collection: later('The customer has been asked and has not paid yet. No money has moved.'),
      payout: later('On its way. The money is held until the wallet confirms that it arrived.'),
      refund: later(
        'On its way back to the customer. The money is held until the wallet confirms that it arrived.',
      ),
    },
  },
  SUCCEEDED: {
    tone: 'succeeded',
    label: later('Succeeded'),
    meaning: {
      collection: later('The customer paid. The amount, less the commission, is in your available balance.'),
      payout: later('The recipient has the money.'),
      refund: later('The customer has the money back.'),
    },
  },
  FAILED: {
    tone: 'failed',
    label: later('Failed'),
    meaning: {
      collection: later('The payment was declined. Nothing was charged.'),
      payout: later('The payout could not be delivered. The money is back in your available balance.'),
      refund: later(
        'The customer did not get the money back. It is in your available balance again, and you can refund the payment again.',
      ),
    },
  },
  EXPIRED: {
    tone: 'ended',
    label: later('Expired'),
    meaning: {
      collection: later(
        'The customer did not pay in time. Nothing was charged; the same payment can be offered again.',
      ),
    },
  },
  CANCELLED: {
    tone: 'ended',
    label: later('Cancelled'),
    meaning: {
      collection: later(
        'The checkout was cancelled. Nothing was charged; the same payment can be offered again.',
      ),
    },
  },
  AWAITING_LIQUIDITY: {
    tone: 'pending',
    label: later('Held'),
    meaning: {
      payout: later(
        'The balance at the provider is short. The money is held, and the payout goes out by itself when there is enough.',
      ),
      refund: later(
        'The provider cannot send it now. The money is held, and the refund goes out by itself as soon as the provider can.',
      ),
    },
  },
  REVERSED: {
    tone: 'reversed',
    label: later('Reversed'),
    meaning: {
      payout: later(
        'The payout was taken back from the recipient. The money is in your available balance again.',
      ),
    },
  },
};

export const statusTone = (status: Status): Tone => statuses[status].tone;

export const isStatus = (text: string): text is Status => Object.hasOwn(statuses, text);

export const statusLabel = (status: Status): string => statuses[status].label();

/** What a status means for the money, in a sentence or two. */
export const statusMeaning = (type: Type, status: Status): string | undefined =>
  statuses[status].meaning[type]?.();

export function TransactionState({ status, className }: { status: Status; className?: string }) {
  const { tone, label } = statuses[status];
  return (
    <State tone={tone} {...(className && { className })}>
      {label()}
    </State>
  );
}

/** Whether a transaction may still change by itself, so that whoever looks should go on looking. */
export const isOpen = (status: Status): boolean => status === 'PENDING' || status === 'AWAITING_LIQUIDITY';

const typeLabels: Record<Type, () => string> = {
  collection: later('Collection'),
  payout: later('Payout'),
  refund: later('Refund'),
};

export const typeLabel = (type: Type): string => typeLabels[type]();

/** What the client can do about a failure. */
const advice: Record<FailureCode, () => string> = {
  INSUFFICIENT_FUNDS: later('Ask the customer to top up the wallet, then start a new collection.'),
  ACCOUNT_BLOCKED: later('The customer has to ask the wallet’s operator why the account is blocked.'),
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
    'The customer has to ask the wallet’s operator why the account is blocked. Then refund the payment again.',
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

/** What is said of a payout, of a refund that waited as one does. */
const ofRefund: Record<string, () => string> = {
  'The payout was cancelled while it waited for liquidity.': later(
    'The refund was cancelled while it waited for liquidity.',
  ),
  'The payout was cancelled by an operator while it waited for liquidity.': later(
    'The refund was cancelled by an operator while it waited for liquidity.',
  ),
};

/** The sentence of a failure; those about a cancelled payout hold for a refund, which waits as one does. */
export function failureText(type: Type, message: string): string {
  return (type === 'refund' ? ofRefund[message] : undefined)?.() ?? refusal(message);
}

/** Of a payout, or a refund, that has not left us because its rail is closed. */
export const waitingMeaning = (provider: string) =>
  t(
    'It waits until {provider} is open again, and then goes out by itself. Nothing was sent. The money is held.',
    { provider },
  );

/** Of one that was sent, and whose end the rail has not told: it may have arrived. */
export const unansweredMeaning = (provider: string) =>
  t(
    'It was sent, and {provider} has not said yet whether it arrived. It may have: pay it no other way. Kaira asks {provider} again by itself, and it ends as it really ended.',
    { provider },
  );
