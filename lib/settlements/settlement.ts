import { sqlClient } from '#db/client';
import type { settlementAccounts, settlements } from '#db/schema/settlements';
import type { Fragment } from '#lib/auth/audit-log';
import { AppError } from '#lib/errors';
import { isUuid, newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import type { SettlementStatus } from '#lib/settlements/state';
import type { Transaction } from '#lib/transactions/transaction';

/** Less is not settled: a bank takes a fee for each transfer. */
export const LEAST_BUTUTS = 1_00n;

/** A row of `settlements` as raw SQL returns it, with its client and its file. */
export interface SettlementRow {
  id: string;
  client_id: string;
  client_name: string;
  environment: (typeof settlements.$inferSelect)['environment'];
  holder: string;
  bank: string;
  account_number: string;
  amount_bututs: string;
  status: SettlementStatus;
  reference: string;
  period: string | null;
  requested_by_name: string;
  requested_at: string;
  file_id: string | null;
  sent_by: string | null;
  confirmed_by: string | null;
  bank_reference: string | null;
  reason: string | null;
  ended_at: string | null;
  kept_back: 'client_suspended' | 'account_removed' | null;
}

/** Of `s`, a row of `settlements`. */
export function settlementColumns(): Fragment {
  return sqlClient()`
    s.id, s.client_id, (select name from clients where id = s.client_id) as client_name, s.environment, s.holder, s.bank,
    s.account_number, s.amount_bututs, s.status, s.reference, s.period, s.requested_by_name, s.requested_at, s.file_id,
    (select sent_by from settlement_files where id = s.file_id) as sent_by, s.confirmed_by, s.bank_reference, s.reason, s.ended_at,
    why_kept_back(s) as kept_back`;
}

export function presentSettlement(row: SettlementRow) {
  return {
    id: row.id,
    client: { id: row.client_id, name: row.client_name },
    environment: row.environment,
    amount: formatAmount(BigInt(row.amount_bututs)),
    currency: 'GMD',
    status: row.status,
    holder: row.holder,
    bank: row.bank,
    account_number: row.account_number,
    reference: row.reference,
    by_schedule: row.period !== null,
    requested_by: row.requested_by_name,
    requested_at: new Date(row.requested_at).toISOString(),
    file_id: row.file_id,
    bank_reference: row.bank_reference,
    reason: row.reason,
    /** Why it goes into no file to the bank now. */
    kept_back: row.kept_back,
    ended_at: row.ended_at && new Date(row.ended_at).toISOString(),
  };
}

/** For operators: also whose turn it is not, since whoever sent or confirmed it does not say what became of it. */
export function presentToOperator(row: SettlementRow) {
  return { ...presentSettlement(row), sent_by: row.sent_by, confirmed_by: row.confirmed_by };
}

/** To a bank, or to a wallet: then it is a payout, found among the transactions. */
export type Begun = { settlement: SettlementRow } | { payout: Transaction };

/** What is told of one that a person asked for. */
export function presentBegun(begun: Begun) {
  if ('settlement' in begun) return { settlement: presentSettlement(begun.settlement), payout: null };
  const { id, status, amountBututs } = begun.payout;
  return {
    settlement: null,
    payout: { transaction_id: id, status, amount: formatAmount(amountBututs) },
  };
}

export type Settlement = ReturnType<typeof presentSettlement>;
export type OperatorsSettlement = ReturnType<typeof presentToOperator>;
export type SettlementAccount = typeof settlementAccounts.$inferSelect;

/** Throws `NOT_FOUND`; with a client, also for another one's. */
export async function requireSettlement(id: string, clientId?: string): Promise<SettlementRow> {
  const sql = sqlClient();
  const [row] = isUuid(id)
    ? await sql<SettlementRow[]>`
        select ${settlementColumns()} from settlements s
        where s.id = ${id} ${clientId === undefined ? sql`` : sql`and s.client_id = ${clientId}`}`
    : [];
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such settlement.');
  return row;
}

/** For one that is not where the step begins. */
export function wrongStatus(status: SettlementStatus): AppError {
  const sentences: Record<SettlementStatus, string> = {
    REQUESTED: 'This settlement waits for a file to the bank.',
    IN_FILE: 'This settlement stands in a file to the bank already.',
    SENT: 'This settlement is at the bank already.',
    CONFIRMED: 'This settlement was paid by the bank.',
    FAILED: 'The bank did not pay this settlement; the money was given back.',
    CANCELLED: 'This settlement was cancelled.',
    RETURNED: 'This settlement came back from the bank; the money was given back.',
  };
  return new AppError('INVALID_STATE', sentences[status]);
}

interface Step {
  from: SettlementStatus;
  to: SettlementStatus;
  actor: { id: string; name: string };
  note?: string;
  bankReference?: string;
  now: Date;
}

/**
 * Guarantee: the step is taken once, with its journal and `also` in the same statement, or not at all; `also` may name
 * `done`, which has one row. Throws `INVALID_STATE`, and `FORBIDDEN` for who has sent it or confirmed it.
 */
export async function stepSettlement(row: SettlementRow, step: Step, also: Fragment): Promise<void> {
  const order = {
    ...{ client_id: row.client_id, environment: row.environment, id: row.id },
    ...{ from: step.from, to: step.to, actor: step.actor, now: step.now, journal_id: newId() },
    ...(step.note !== undefined && { note: step.note }),
    ...(step.bankReference !== undefined && { bank_reference: step.bankReference }),
  };
  const [result] = await sqlClient()`
    with stepped as materialized (select step_settlement(${JSON.stringify(order)}::jsonb) as result),
    done as (select from stepped where result->>'outcome' = 'done'),
    noted as (${also})
    select result->>'outcome' as outcome, result->>'status' as status from stepped`;
  if (result?.outcome === 'wrong_state') throw wrongStatus(result.status);
  if (result?.outcome === 'same_person') {
    throw new AppError(
      'FORBIDDEN',
      'Whoever sent this to the bank, or confirmed it, does not say what became of it. Ask another operator.',
    );
  }
}
