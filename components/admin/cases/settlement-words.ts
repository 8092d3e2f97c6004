import { typedAmount } from '#lib/browser/amounts';
import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { CaseDetail } from '#lib/cases/get-case';

export type Outcome = CaseDetail['possible_outcomes'][number];
export type Transaction = NonNullable<CaseDetail['transaction']>;
type Proposal = NonNullable<CaseDetail['proposal']>;
export type Adjustment = NonNullable<Proposal['adjustment']>;

type Amount = (facts: { amount: string }) => string;

const settling: Record<Exclude<Outcome, 'nothing' | 'adjusted'>, { question: Amount; action: Amount }> = {
  succeeded: {
    question: later('Settle {amount} as succeeded?'),
    action: later('Settle {amount} as succeeded'),
  },
  failed: { question: later('Settle {amount} as failed?'), action: later('Settle {amount} as failed') },
  reversed: { question: later('Settle {amount} as reversed?'), action: later('Settle {amount} as reversed') },
  refunded: { question: later('Settle {amount} as refunded?'), action: later('Settle {amount} as refunded') },
};

/** What is settled, on a heading and on the button that does it. */
export function settlingOf(
  { outcome, adjustment }: Proposal,
  transaction: Transaction,
): { question(): string; action(): string } {
  if (outcome === 'nothing') {
    return {
      question: () => t('Settle the case as our books have it?'),
      action: () => t('Settle the case as our books have it'),
    };
  }
  if (adjustment || outcome === 'adjusted') {
    const amount = money((adjustment ?? transaction).amount);
    return {
      question: () => t('Settle an adjustment of {amount}?', { amount }),
      action: () => t('Settle an adjustment of {amount}', { amount }),
    };
  }
  const amount = money(transaction.amount);
  const { question, action } = settling[outcome];
  return { question: () => question({ amount }), action: () => action({ amount }) };
}

const proposals: Record<Transaction['type'], Record<keyof typeof settling, () => string>> = {
  collection: {
    succeeded: later('the collection succeeded'),
    failed: later('the collection failed'),
    reversed: later('the collection reversed'),
    refunded: later('the collection refunded'),
  },
  payout: {
    succeeded: later('the payout succeeded'),
    failed: later('the payout failed'),
    reversed: later('the payout reversed'),
    refunded: later('the payout refunded'),
  },
  refund: {
    succeeded: later('the refund succeeded'),
    failed: later('the refund failed'),
    reversed: later('the refund reversed'),
    refunded: later('the refund refunded'),
  },
};

/** What somebody proposes, after their name. */
export function proposalOf({ outcome, adjustment }: Proposal, { type, status }: Transaction): string {
  if (outcome === 'nothing') {
    return status === 'PENDING'
      ? t('what came goes back to the customer')
      : t('our books are right as they are');
  }
  if (!adjustment || outcome !== 'adjusted') return outcome === 'adjusted' ? '' : proposals[type][outcome]();
  const amount = money(adjustment.amount);
  return adjustment.direction === 'in'
    ? t('{amount} came in', { amount })
    : t('{amount} has left', { amount });
}

/** What an outcome says of the payment, to choose from. */
export function meaningOf({ type, status }: Transaction, outcome: Outcome): string {
  const isCollection = type === 'collection';
  switch (outcome) {
    case 'succeeded':
      return isCollection
        ? t('Succeeded: the rail has the customer’s money')
        : t('Succeeded: the recipient has the money');
    case 'failed':
      return isCollection
        ? t('Failed: the customer was surely not charged')
        : t('Failed: the recipient was surely not paid');
    case 'refunded':
      return t('Refunded: the customer gets back what is left of it, out of the client’s balance');
    case 'reversed':
      return t('Reversed: the money is back in our wallet at the rail');
    case 'adjusted':
      return status === 'PENDING'
        ? t('Another amount came: it fails, and what came is credited')
        : t('Adjust: money moved at the rail that our books lack');
    case 'nothing':
      return status === 'PENDING'
        ? t('What came goes back to the customer: it fails, and nothing is credited')
        : t('Nothing: our books are right as they are');
  }
}

/** Exactly what will be booked, and who is told. */
export function consequenceOf(
  detail: CaseDetail,
  proposal: Pick<Proposal, 'outcome' | 'adjustment'>,
): string {
  const { transaction, client } = detail;
  if (transaction === null) return '';
  const amount = money(transaction.amount);
  const who = client?.name ?? t('The client');
  const { outcome, adjustment } = proposal;
  if (adjustment) return adjustmentOf(transaction, adjustment, who);
  if (outcome === 'nothing' && detail.kind === 'delivered_after_failure') {
    return t(
      'Nothing is booked. Unless something was booked of it before, {who} no longer reads that the wallet has paid it, and can pay it anew. The case is closed.',
      { who },
    );
  }
  if (outcome === 'nothing') {
    return transaction.status === 'PENDING'
      ? t(
          'The collection ends as failed; nothing is booked, so send the customer’s money back. {who} is told payment.failed.',
          { who },
        )
      : t('Nothing is booked, and nobody is told. The case is closed.');
  }
  if (outcome === 'refunded') {
    return t(
      'What is left of {amount} goes back to the customer out of the balance of {who}, as a refund of the collection; its endpoints are told of the refund. The case is closed.',
      { amount, who },
    );
  }
  if (outcome === 'reversed') {
    return t(
      'The payout ends as reversed: {amount} is in our float on the rail again, and credited to {who}, who is told payout.reversed.',
      { amount, who },
    );
  }
  return endOf(transaction, outcome === 'succeeded', who);
}

function endOf({ type, amount: plain }: Transaction, isPaid: boolean, who: string): string {
  const amount = money(plain);
  if (type === 'collection') {
    return isPaid
      ? t(
          '{amount}, less the commission, is credited to {who}, and its endpoints are told payment.succeeded.',
          { amount, who },
        )
      : t('The collection ends as failed; nothing is credited. {who} is told payment.failed.', { who });
  }
  if (type === 'refund') {
    return isPaid
      ? t(
          'The refund ends as succeeded: {amount} that was held has left for good. {who} is told refund.succeeded.',
          { amount, who },
        )
      : t('{amount} goes back to {who}, who can refund it again. Its endpoints are told refund.failed.', {
          amount,
          who,
        });
  }
  return isPaid
    ? t(
        'The payout ends as succeeded: {amount} that was held has left for good. {who} is told payout.succeeded.',
        { amount, who },
      )
    : t('{amount} goes back to {who}, who can pay it out again. Its endpoints are told payout.failed.', {
        amount,
        who,
      });
}

type Adjusted = (facts: { amount: string; who: string }) => string;
type Sums = Record<Adjustment['direction'], Record<Adjustment['borne_by'], Adjusted>>;

const ofPayout: Sums = {
  in: {
    house: later(
      '{amount} goes into our float on the rail, and our losses are so much less. {who} is not told.',
    ),
    client: later('{amount} goes into our float on the rail and is credited to {who}, without a commission.'),
  },
  out: {
    house: later(
      '{amount} leaves our float on the rail and is our loss. {who} keeps its balance and is not told.',
    ),
    client: later(
      '{amount} leaves our float on the rail and is taken from the balance of {who}, who is told balance.adjusted.',
    ),
  },
};

const ofCollected: Sums = {
  in: {
    house: later(
      '{amount} goes into what was collected on the rail, and our losses are so much less. {who} is not told.',
    ),
    client: later(
      '{amount} goes into what was collected on the rail and is credited to {who}, without a commission.',
    ),
  },
  out: {
    house: later(
      '{amount} leaves what was collected on the rail and is our loss. {who} keeps its balance and is not told.',
    ),
    client: later(
      '{amount} leaves what was collected on the rail and is taken from the balance of {who}, who is told balance.adjusted.',
    ),
  },
};

function adjustmentOf(transaction: Transaction, adjustment: Adjustment, who: string): string {
  const { direction, borne_by: bearer } = adjustment;
  const isOpen = transaction.status === 'PENDING';
  const moves = transaction.type === 'payout' ? ofPayout : ofCollected;
  const sentences = [
    isOpen ? t('The collection ends as failed.') : t('The transaction stays as it is.'),
    moves[direction][bearer]({ amount: money(adjustment.amount), who }),
  ];
  if (direction === 'in' && bearer === 'client') {
    sentences.push(
      isOpen
        ? t('{who} is told payment.failed and balance.adjusted.', { who })
        : t('{who} is told balance.adjusted.', { who }),
    );
  }
  return sentences.join(' ');
}

/** `90` and `90.5` → `90.50`; undefined for what is no amount above zero. */
export function amountOf(text: string): string | undefined {
  const [, whole, fraction = ''] = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2}))?$/.exec(typedAmount(text)) ?? [];
  if (whole === undefined || !/[1-9]/.test(whole + fraction)) return undefined;
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
