import type { BookLine, RailName } from '#simulator/book';

/** What rails were seen to do one after the other, and what chance alone would seldom bring together. */
export interface Trap {
  rail: RailName;
  rules: readonly Rule[];
  /** What is done about the payout that falls into it. */
  next?: 'cancel' | 'cancel_and_pay' | 'connect' | 'pay' | 'pay_and_return';
  /** No misbehaviour of the rail: a customer pays so many percent of what was asked for. */
  paysPercent?: number;
}

/** Whether a line of the rail's book is that somebody fell into it. */
export function isCaughtBy({ rail, rules: [first] }: Trap, line: BookLine): boolean {
  if (first === undefined || line.rail !== rail || line.operation !== first.operation) return false;
  if (first.kind === 'refusal') return line.kind === 'refused' && line.code === first.code;
  return line.kind === 'asked' && line.misbehaviour === first.kind;
}

export interface Rule {
  operation: string;
  kind: string;
  times?: number;
  seconds?: number;
  code?: string;
  status?: number;
  as?: 'pending' | 'failed' | 'absent';
}

const lost = (kind: string, operation = 'payout'): Rule => ({ operation, kind });
const behind: Rule = { operation: 'payout', kind: 'search_behind', seconds: 1_200 };
const repeats: Rule = { operation: 'payout', kind: 'duplicate_refused', times: 3 };
const refundRepeats: Rule = { operation: 'refund', kind: 'duplicate_refused', times: 3 };

/** Paid, and what is told of it is something else. */
const paidAndLost: readonly Trap[] = [
  // Paid, and the answer lost; nobody finds it, and the repeat is refused.
  { rail: 'PROVIDER_W', rules: [lost('reset_done'), behind, repeats] },
  { rail: 'PROVIDER_W', rules: [lost('done_then_429'), behind, repeats] },
  { rail: 'PROVIDER_C', rules: [lost('reset_done'), behind, repeats] },
  { rail: 'PROVIDER_C', rules: [lost('done_then_403_html'), behind, repeats] },
  // The same, and the answer is the rail's own, documented "we do not know your key".
  { rail: 'PROVIDER_W', rules: [lost('done_then_401'), behind, repeats] },
  { rail: 'PROVIDER_C', rules: [lost('done_then_401'), behind, repeats] },
  // The same, and the repeat finds no money in our wallet.
  {
    rail: 'PROVIDER_W',
    rules: [lost('error_500_done'), behind, { ...repeats, code: 'insufficient-funds', status: 422 }],
    next: 'cancel',
  },
  {
    rail: 'PROVIDER_C',
    rules: [lost('done_then_302'), behind, { ...repeats, code: 'Insufficient balance', status: 422 }],
    next: 'cancel',
  },
];

/** The same of what a rail gives back to whoever paid it. */
const refunds: readonly Trap[] = [
  { rail: 'PROVIDER_W', rules: [lost('done_then_401', 'refund'), refundRepeats] },
  { rail: 'PROVIDER_W', rules: [lost('reset_done', 'refund'), refundRepeats] },
];

/** Surely not paid, so that it can be taken back; and the rail may pay it afterwards. */
const cancellations: readonly Trap[] = [
  ...(['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'] as const).map(
    (rail): Trap => ({
      rail,
      rules: [{ operation: 'payout', kind: 'float_short', seconds: 600 }],
      next: 'cancel',
    }),
  ),
  ...(['PROVIDER_W', 'PROVIDER_C'] as const).map(
    (rail): Trap => ({
      rail,
      rules: [{ operation: 'payout', kind: 'float_short', seconds: 120 }],
      next: 'cancel_and_pay',
    }),
  ),
];

/** Refused, and paid a moment later; and then it may come back after all. */
const afterItsNo = (['pay', 'pay_and_return'] as const).flatMap((next): Trap[] => [
  {
    rail: 'PROVIDER_W',
    rules: [{ operation: 'payout', kind: 'refusal', code: 'recipient-account-inactive' }],
    next,
  },
  { rail: 'PROVIDER_C', rules: [{ operation: 'payout', kind: 'refusal', code: 'Account blocked' }], next },
]);

/** The rail without keys: paid, and then not let in; or by the name of another payment. */
const withoutKeys: readonly Trap[] = [
  { rail: 'PROVIDER_A', rules: [lost('done_then_401')] },
  { rail: 'PROVIDER_A', rules: [lost('done_then_403_html')] },
  { rail: 'PROVIDER_A', rules: [lost('done_then_401', 'charge')] },
  { rail: 'PROVIDER_A', rules: [lost('same_id_twice')] },
  { rail: 'PROVIDER_A', rules: [{ ...lost('same_id_twice', 'charge'), times: 2 }] },
];

/** A notice that the rail did not sign, or that says something else, beside the true one. */
const notices = (['PROVIDER_W', 'PROVIDER_C'] as const).flatMap((rail) =>
  ['forged', 'wrong_amount', 'wrong_currency'].map((kind): Trap => ({ rail, rules: [lost(kind, 'notice')] })),
);

/** A customer pays less than was asked for, or more. */
const otherAmounts = (['PROVIDER_W', 'PROVIDER_C'] as const).flatMap((rail) =>
  [60, 90, 120].map((paysPercent): Trap => ({ rail, rules: [], paysPercent })),
);

/** A seed lays each of them before it lays one again. */
export const traps = [
  paidAndLost,
  refunds,
  cancellations,
  afterItsNo,
  withoutKeys,
  notices,
  otherAmounts,
].flat();

/** Paid, the answer lost, and another wallet is connected meanwhile. */
export const moves: readonly Trap[] = [
  { rail: 'PROVIDER_W', rules: [lost('reset_done'), behind], next: 'connect' },
  { rail: 'PROVIDER_C', rules: [lost('done_then_429')], next: 'connect' },
  { rail: 'PROVIDER_A', rules: [lost('reset_done')], next: 'connect' },
];

export const inTheLastMoment: readonly Rule[] = [
  { operation: 'reverse', kind: 'latency', seconds: 8 },
  lost('lost', 'notice'),
];

/** A payout that an operator wants back: the rail has done it, the answer says otherwise, and no notice comes. */
export const reversals: readonly (readonly Rule[])[] = [
  [],
  // Its notice is booked before its answer comes, which says the same again.
  [{ operation: 'reverse', kind: 'latency', seconds: 8 }],
  [lost('done_then_401', 'reverse'), lost('lost', 'notice')],
  [
    lost('done_then_401', 'reverse'),
    lost('lost', 'notice'),
    { operation: 'reverse', kind: 'duplicate_refused', times: 3 },
  ],
  [
    lost('reset_done', 'reverse'),
    lost('lost', 'notice'),
    { operation: 'reverse', kind: 'duplicate_refused', times: 3 },
  ],
];

/** A customer pays and no notice comes; a look-up says that nobody did, so that the collection ends, and later ones the truth. */
export const lateSuccesses: readonly { rail: RailName; rules: readonly Rule[] }[] = [
  {
    rail: 'PROVIDER_W',
    rules: [lost('lost', 'notice'), { operation: 'lookup', kind: 'lookup_contradicts', as: 'failed' }],
  },
  {
    rail: 'PROVIDER_C_CARD',
    rules: [lost('lost', 'notice'), { operation: 'lookup', kind: 'lookup_contradicts', as: 'pending' }],
  },
];
