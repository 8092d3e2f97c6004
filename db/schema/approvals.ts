import { sql } from 'drizzle-orm';
import {
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * What is asked for, by kind. `overlap_hours`: how long the key that is replaced works on. `user_id` is null for who is
 * still to be added.
 */
export type ApprovalDetails =
  | { scope: string }
  | { scope: string; prefix: string; last4: string; overlap_hours: number }
  | { allowlist: string[]; previous: string[] }
  | { user_id: string | null; email: string; name: string; role: string }
  | PeriodCloseDetails
  | PaymentDetails
  | { amount: string | null; previous: string | null }
  | SettlementAccountDetails
  | HouseMoneyDetails
  | ApplicationDetails;

/** Which period is to be closed. `settled_after`: all transactions of the database below this number must have ended. */
export interface PeriodCloseDetails {
  last_day: string;
  settled_after: string;
}

/**
 * A payment from the dashboard that waits for a second person of the client's: the body that is sent once it is
 * approved. No money is held meanwhile, and no transaction stored.
 */
export interface PaymentDetails {
  /** In dalasis, such as `150.00`; of a batch, of all its good rows. */
  amount: string;
  /** Of a batch, its id. */
  client_reference: string;
  /** The rail; of a refund, that of its collection; of a settlement to a bank, the bank. */
  provider: string;
  /** Whom it pays; of a batch, the name of the file; of a settlement to a bank, the account number. */
  recipient: string | null;
  /** Of a batch: which of its versions was asked about. */
  version?: number;
  /** Of a settlement: the account's id. */
  account?: string;
  /** Of a refund. */
  collection?: string;
  /** Whether the form named the number; else it is that of the collection. */
  is_recipient_told?: true;
  reason?: string | undefined;
  metadata?: Record<string, string>;
  /** What became of it. */
  transaction_id?: string | null;
  /** Why it was refused when it was last approved. */
  refusal?: string;
}

/** Where a client wants its own money sent. */
export interface SettlementAccountDetails {
  account_kind: 'bank' | 'wallet';
  holder: string;
  bank: string | null;
  account_number: string | null;
  provider: string | null;
  mobile: string | null;
}

/** What is to be booked of the house's money. `id`: of the journal; of fees, which are many journals, the rail and its day. */
export interface HouseMoneyDetails {
  action: 'top_up' | 'withdraw' | 'transfer' | 'collections' | 'withdraw_collected' | 'fees';
  provider: string;
  /** Of a transfer: the rail that it goes to. */
  to?: string;
  /** Of fees: the day of the statement. */
  day?: string;
  id: string;
  amount: string;
  note: string;
}

/** What a business handed in, as the operator who would approve it has seen it. */
export interface ApplicationDetails {
  version: number;
  legal_name: string;
  registration_number: string;
  tin: string;
  owners: string[];
  account: SettlementAccountDetails;
  submitted_by: string;
  /** `sha256`: in hexadecimal digits. */
  files: { name: string; sha256: string }[];
}

/** What one person asks for and another decides: an operator, or of payments a person of the client's. */
export const approvals = pgTable(
  'approvals',
  {
    clientId: uuid().notNull(),
    id: uuid().notNull(),
    kind: text({
      enum: [
        'key_rotation',
        'new_key',
        'ip_allowlist',
        'new_person',
        'password_link',
        'new_operator',
        'period_close',
        'payout',
        'refund',
        'payout_batch',
        'settlement',
        'payout_approval',
        'settlement_account',
        'house_money',
        'application',
      ],
    }).notNull(),
    /** Of a key; null for what is for both. */
    environment: text({ enum: ['SANDBOX', 'LIVE'] }),
    details: jsonb().$type<ApprovalDetails>().notNull(),
    /** The key that is replaced. */
    keyId: uuid(),
    /**
     * `PENDING`: an operator decides. `APPROVED`: the key or the link can be revealed, once. `DONE`: it was, or the list
     * is in force, or the operator confirmed. Of a payment, `PENDING`: its client's second person decides; `APPROVED`: it
     * is being carried out; `DONE`: it was. `REJECTED`, `WITHDRAWN` and `EXPIRED`: nothing was changed.
     */
    status: text({ enum: ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'DONE', 'EXPIRED'] }).notNull(),
    requestedBy: uuid().notNull(),
    /** The name at that time; so too below. */
    requestedByName: text().notNull(),
    requestedAt: time().notNull(),
    decidedBy: uuid(),
    decidedByName: text(),
    decidedAt: time(),
    /** Why it was rejected. */
    reason: text(),
    /** When it was revealed, applied or withdrawn. */
    endedAt: time(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    // One open request for a key, one for a client's allowlist, and one to close a period.
    uniqueIndex('approvals_open_rotation')
      .on(t.clientId, t.keyId)
      .where(sql`kind = 'key_rotation' and status in ('PENDING', 'APPROVED')`),
    uniqueIndex('approvals_open_allowlist')
      .on(t.clientId)
      .where(sql`kind = 'ip_allowlist' and status = 'PENDING'`),
    uniqueIndex('approvals_open_period')
      .on(t.clientId)
      .where(sql`kind = 'period_close' and status = 'PENDING'`),
    uniqueIndex('approvals_open_application')
      .on(t.clientId)
      .where(sql`kind = 'application' and status = 'PENDING'`),
    uniqueIndex('approvals_open_threshold')
      .on(t.clientId)
      .where(sql`kind = 'payout_approval' and status = 'PENDING'`),
    // One open request for a reference.
    uniqueIndex('approvals_open_payment')
      .on(t.clientId, t.environment, t.kind, sql`(details ->> 'client_reference')`)
      .where(sql`kind in ('payout', 'refund', 'payout_batch') and status in ('PENDING', 'APPROVED')`),
    uniqueIndex('approvals_open_settlement')
      .on(t.clientId, t.environment, sql`(details ->> 'client_reference')`)
      .where(sql`kind = 'settlement' and status in ('PENDING', 'APPROVED')`),
    // The operators' queue, and their look-up by id alone.
    index('approvals_status').on(t.status, t.id),
    index('approvals_id').on(t.id),
    check('approvals_four_eyes', sql`${t.decidedBy} <> ${t.requestedBy}`),
    check(
      'approvals_decided',
      sql`${t.status} in ('WITHDRAWN', 'EXPIRED') or (${t.decidedBy} is null) = (${t.status} = 'PENDING')`,
    ),
    check(
      'approvals_environment',
      sql`(${t.kind} in ('key_rotation', 'new_key', 'payout', 'refund', 'payout_batch', 'settlement', 'settlement_account')) = (${t.environment} is not null)`,
    ),
  ],
);
