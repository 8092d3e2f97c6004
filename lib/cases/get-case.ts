import { sqlClient } from '#db/client';
import { type Proposal, presentCase } from '#lib/cases/case';
import { getCaseRow } from '#lib/cases/find-case';
import { listCasesOf } from '#lib/cases/list-cases';
import { isClosableByOne, possibleOutcomes } from '#lib/cases/settlement';
import { presentFailure } from '#lib/collections/present-collection';
import { findJournals } from '#lib/ledger/find-journals';
import { formatAmount } from '#lib/money';
import { listAdjustments } from '#lib/reads/list-adjustments';
import { listRailCalls, listRailNotices } from '#lib/reads/rail-messages';
import { presentRefundsOf } from '#lib/refunds/present-refunds-of';
import { fromRow } from '#lib/transactions/row';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * All that is known of a case: the transaction's facts, what its rail was asked and told, what our books have of it,
 * what the rail's own statements say, and who did what about the case. Throws `NOT_FOUND`.
 */
export async function getCase(id: string) {
  const row = await getCaseRow(id);
  const transaction = row.transaction_id === null ? undefined : await findTransaction(row.transaction_id);
  const [history, calls, notices, journals, adjustments, lines, refunds, siblings] = await Promise.all([
    listHistory(id),
    transaction ? listRailCalls(transaction) : [],
    transaction ? listRailNotices(transaction) : [],
    transaction ? findJournals(transaction.id) : [],
    transaction ? listAdjustments(transaction) : [],
    transaction ? listStatementLines(transaction) : [],
    transaction ? presentRefundsOf(transaction) : null,
    transaction ? listCasesOf(transaction.id) : [],
  ]);
  return {
    ...presentCase(row),
    possible_outcomes: transaction && row.status === 'OPEN' ? possibleOutcomes(transaction, row) : [],
    /** Without a second person. */
    is_closable_by_one: row.status === 'OPEN' && isClosableByOne(row),
    facts: transaction ? presentFacts(transaction) : null,
    refunds,
    rail_calls: calls,
    rail_notices: notices,
    journals,
    adjustments,
    statement_lines: lines,
    other_cases: siblings.filter((each) => each.id !== id),
    history,
  };
}

export type CaseDetail = Awaited<ReturnType<typeof getCase>>;

async function findTransaction(id: string): Promise<Transaction | undefined> {
  const [row] = await sqlClient()`select * from transactions where id = ${id}`;
  return row && fromRow(row);
}

function presentFacts(transaction: Transaction) {
  return {
    late: transaction.late,
    attempt: transaction.attempt,
    mobile: transaction.mobile,
    customer_name: transaction.customerName,
    rail_reference: transaction.railReference,
    failure: presentFailure(transaction),
    created_at: transaction.createdAt.toISOString(),
    completed_at: transaction.completedAt?.toISOString() ?? null,
  };
}

/** What the imported statements have that answers to the transaction, or that may: same amount and number, within a day. */
async function listStatementLines({ id, provider, type, amountBututs, mobile, createdAt }: Transaction) {
  const kinds = type === 'collection' ? ['collection'] : ['payout', 'reversal'];
  const rows = await sqlClient()`
    select * from rail_statement_lines
    where provider = ${provider} and (
      transaction_id = ${id}
      or (transaction_id is null and kind = any(${kinds}) and amount_bututs = ${amountBututs.toString()} and is_same_number(mobile, ${mobile})
          and at between ${createdAt.toISOString()}::timestamptz - interval '1 day' and ${createdAt.toISOString()}::timestamptz + interval '1 day')
    )
    order by transaction_id is null, at limit 20`;
  return rows.map((row) => ({
    day: row.day as string,
    kind: row.kind as 'collection' | 'payout' | 'reversal',
    rail_reference: row.rail_reference as string,
    amount: formatAmount(BigInt(row.amount_bututs)),
    currency: row.currency as string,
    mobile: row.mobile as string | null,
    at: new Date(row.at).toISOString(),
    /** False: nothing names our transaction; only amount, number and time are like it. */
    answers: row.transaction_id !== null,
  }));
}

const actions = [
  'case.settlement_proposed',
  'case.settlement_confirmed',
  'case.settlement_refused',
  'case.settlement_rejected',
  'case.settlement_withdrawn',
  'case.closed',
] as const;

/** What a line of the history says beside who did what. */
interface HistoryFacts {
  outcome?: Proposal['outcome'];
  evidence?: string;
  adjustment?: Proposal['adjustment'];
  reason?: string;
  resolution?: string;
}

async function listHistory(id: string) {
  const rows = await sqlClient()`
    select id, at, user_name, action, after from audit_log
    where action = any(${[...actions]}) and subject_id = ${id} order by id`;
  return rows.map((row) => ({
    id: row.id as string,
    at: new Date(row.at).toISOString(),
    by: row.user_name as string | null,
    action: row.action as (typeof actions)[number],
    after: row.after as HistoryFacts | null,
  }));
}
