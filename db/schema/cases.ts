import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** What an adjustment books; amounts as decimal strings. */
export interface AdjustmentProposal {
  /** `in`: money came to the rail's wallet that our books lack. `out`: money has left it. */
  direction: 'in' | 'out';
  amount: string;
  /** Whose it is: the client's balance, or the house's losses. */
  borne_by: 'client' | 'house';
  /** What the client is told. */
  reason: string;
}

/** What only a person can settle: where our books and a rail's word do not fit together. Nothing moves by itself. */
export const cases = pgTable(
  'cases',
  {
    id: uuid().primaryKey(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    provider: text().notNull(),
    /**
     * `unknown_outcome`: nobody can ask the rail what became of it. `mismatch`: amount, currency or reference differ.
     * `unknown_reference`: the rail speaks of a payment that we do not know. `contradiction`: the rail says two things.
     * `double_payment`: a reference was paid twice. `same_payment`: the rail names one payment of its own for two of
     * ours. `delivered_after_failure`: the rail has paid a payout that is `FAILED` here. `returned`: a payout that was
     * delivered came back in a way that cannot be booked by itself. `float_difference`: the wallet is not what our
     * books say. `rail_only`, `books_only`, `amount_differs`: a statement and our books differ.
     */
    kind: text({
      enum: [
        'unknown_outcome',
        'mismatch',
        'unknown_reference',
        'contradiction',
        'double_payment',
        'same_payment',
        'delivered_after_failure',
        'returned',
        'float_difference',
        'rail_only',
        'books_only',
        'amount_differs',
      ],
    }).notNull(),
    /** What it is about: one open case of a kind for each subject. */
    subject: text().notNull(),
    clientId: uuid(),
    transactionId: uuid(),
    /** What is known, for people; amounts as decimal strings. */
    details: jsonb().$type<Record<string, string | null>>().notNull(),
    status: text({ enum: ['OPEN', 'CLOSED'] }).notNull(),
    openedAt: time().notNull(),
    /** What somebody proposes to do, and by what evidence; another person decides. */
    proposal: jsonb().$type<{
      /**
       * `reversed`: a payout came back. `refunded`: what is left of a collection goes back to its payer. `adjusted`: by a
       * journal of its own. `nothing`: our books are right as they are.
       */
      outcome: 'succeeded' | 'failed' | 'reversed' | 'refunded' | 'adjusted' | 'nothing';
      rail_reference: string | null;
      evidence: string;
      adjustment?: AdjustmentProposal;
      /** Of `reversed`, `adjusted` and `nothing`: what it was proposed on. What has changed since is looked at anew. */
      based_on?: { status: string; adjustments: number };
      /** Who said yes to it, from then on until the transaction has taken its edge: nobody else decides it. */
      confirmed_by?: string;
      confirmed_by_name?: string;
      confirmed_at?: string;
    }>(),
    proposedBy: uuid(),
    proposedByName: text(),
    proposedAt: time(),
    closedAt: time(),
    closedBy: uuid(),
    closedByName: text(),
    resolution: text(),
  },
  (t) => [
    uniqueIndex('cases_open').on(t.kind, t.subject).where(sql`status = 'OPEN'`),
    // The operators' queue.
    index('cases_status').on(t.status, t.id),
    index('cases_transaction').on(t.transactionId),
    // What was ever found of a subject.
    index('cases_subject').on(t.kind, t.subject),
    check('cases_closed', sql`(${t.status} = 'CLOSED') = (${t.closedAt} is not null)`),
    check(
      'cases_four_eyes',
      sql`${t.proposedBy} is null or ${t.closedBy} is null or ${t.proposedBy} <> ${t.closedBy}`,
    ),
  ],
);
