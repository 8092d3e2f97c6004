import type { PresentedTransaction } from '#lib/reads/present-transaction';
import type { FailureCode, Status } from '#lib/transactions/transaction';
import { State, type Tone } from '../ui/state.tsx';

type Type = PresentedTransaction['type'];

/** Every status of a transaction: its tone, its word, and what it means for the money. */
const statuses: Record<Status, { tone: Tone; label: string; meaning: Partial<Record<Type, string>> }> = {
  PENDING: {
    tone: 'pending',
    label: 'Pending',
    meaning: {
      collection: 'The customer has been asked and has not paid yet. No money has moved.',
      payout: 'On its way. The money is held until the wallet confirms that it arrived.',
      refund: 'On its way back to the customer. The money is held until the wallet confirms that it arrived.',
    },
  },
  SUCCEEDED: {
    tone: 'succeeded',
    label: 'Succeeded',
    meaning: {
      collection: 'The customer paid. The amount, less the commission, is in your available balance.',
      payout: 'The recipient has the money.',
      refund: 'The customer has the money back.',
    },
  },
  FAILED: {
    tone: 'failed',
    label: 'Failed',
    meaning: {
      collection: 'The payment was declined. Nothing was charged.',
      payout: 'The payout could not be delivered. The money is back in your available balance.',
      refund:
        'The customer did not get the money back. It is in your available balance again, and you can refund the payment again.',
    },
  },
  EXPIRED: {
    tone: 'ended',
    label: 'Expired',
    meaning: {
      collection:
        'The customer did not pay in time. Nothing was charged; the same payment can be offered again.',
    },
  },
  CANCELLED: {
    tone: 'ended',
    label: 'Cancelled',
    meaning: {
      collection: 'The checkout was cancelled. Nothing was charged; the same payment can be offered again.',
    },
  },
  AWAITING_LIQUIDITY: {
    tone: 'pending',
    label: 'Held',
    meaning: {
      payout:
        'The balance at the provider is short. The money is held, and the payout goes out by itself when there is enough.',
      refund:
        'The provider cannot send it now. The money is held, and the refund goes out by itself as soon as the provider can.',
    },
  },
  REVERSED: {
    tone: 'reversed',
    label: 'Reversed',
    meaning: {
      payout: 'The payout was taken back from the recipient. The money is in your available balance again.',
    },
  },
};

export const statusTone = (status: Status): Tone => statuses[status].tone;

export const isStatus = (text: string): text is Status => Object.hasOwn(statuses, text);

export const statusLabel = (status: Status): string => statuses[status].label;

/** What a status means for the money, in a sentence or two. */
export const statusMeaning = (type: Type, status: Status): string | undefined =>
  statuses[status].meaning[type];

export function TransactionState({ status, className }: { status: Status; className?: string }) {
  const { tone, label } = statuses[status];
  return (
    <State tone={tone} {...(className && { className })}>
      {label}
    </State>
  );
}

/** Whether a transaction may still change by itself, so that whoever looks should go on looking. */
export const isOpen = (status: Status): boolean => status === 'PENDING' || status === 'AWAITING_LIQUIDITY';

const typeLabels: Record<Type, string> = { collection: 'Collection', payout: 'Payout', refund: 'Refund' };

export const typeLabel = (type: Type): string => typeLabels[type];

/** What the client can do about a failure. */
const advice: Record<FailureCode, string> = {
  INSUFFICIENT_FUNDS: 'Ask the customer to top up the wallet, then start a new collection.',
  ACCOUNT_BLOCKED: 'The customer has to ask the wallet’s operator why the account is blocked.',
  RATE_LIMIT_EXCEEDED: 'Wait a few minutes, then start a new collection.',
  DECLINED: 'Ask the customer whether it was meant, then start a new collection or offer another provider.',
  PAYER_NOT_FOUND: 'Check the number, or offer a provider on which the customer has a wallet.',
  PAYER_MISMATCH: 'The wallet that pays must have the number that you named.',
  LIMIT_REACHED: 'The customer can pay a smaller amount, or again when the wallet’s limit is renewed.',
  OTP_ATTEMPTS_EXCEEDED: 'Start a new collection; the customer gets a new code.',
  RECIPIENT_NOT_FOUND: 'Check the number, or pay out over another provider, with a new reference.',
  RECIPIENT_INACTIVE: 'The recipient has to activate the wallet first. Then pay out with a new reference.',
  RECIPIENT_NOT_ELIGIBLE:
    'The recipient’s wallet does not accept this payment. Pay out over another provider.',
  CANCELLED_BY_CLIENT: 'To pay after all, start a payout with a new reference.',
  CANCELLED_BY_OPERATOR: 'Ask the operators of this gateway for the reason.',
  PROVIDER_ERROR: 'Try again with a new reference; if it stays, tell the operators of this gateway.',
};

/** The same for a refund, which can be asked for again from the payment's page; what is not here is `elsewhere`. */
const refundAdvice: Partial<Record<FailureCode, string>> = {
  ACCOUNT_BLOCKED:
    'The customer has to ask the wallet’s operator why the account is blocked. Then refund the payment again.',
  LIMIT_REACHED: 'The customer’s wallet takes no more now. Refund a smaller amount, or try again tomorrow.',
  RECIPIENT_INACTIVE: 'The customer has to activate the wallet first. Then refund the payment again.',
  CANCELLED_BY_CLIENT: 'To give the money back after all, refund the payment again.',
  CANCELLED_BY_OPERATOR: advice.CANCELLED_BY_OPERATOR,
  PROVIDER_ERROR: 'Refund the payment again; if it fails each time, tell the operators of this gateway.',
};
const elsewhere = 'Ask the customer how else to give the money back, for example in cash.';

export function failureAdvice(type: Type, code: string): string | undefined {
  if (type === 'refund') return refundAdvice[code as FailureCode] ?? elsewhere;
  return advice[code as FailureCode];
}

/** The sentence of a failure; those about a cancelled payout hold for a refund, which waits as one does. */
export function failureText(type: Type, message: string): string {
  return type === 'refund' ? message.replace(/^The payout\b/, 'The refund') : message;
}

/** Of a payout, or a refund, that has not left us because its rail is closed. */
export const waitingMeaning = (rail: string) =>
  `It waits until ${rail} is open again, and then goes out by itself. Nothing was sent. The money is held.`;

/** Of one that was sent, and whose end the rail has not told: it may have arrived. */
export const unansweredMeaning = (rail: string) =>
  `It was sent, and ${rail} has not said yet whether it arrived. It may have: pay it no other way. Kaira asks ${rail} again by itself, and it ends as it really ended.`;
