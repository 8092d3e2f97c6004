import { sqlClient } from '#db/client';
import { banjulDay } from '#lib/clock';
import { formatAmount } from '#lib/money';
import type { StatementLine } from '#lib/rails/rail';
import { findRail } from '#lib/rails/registry';
import { findCandidates } from '#lib/reconciliation/candidates';
import { bookedOn, type DifferenceRow, linesOf, listDifferences } from '#lib/reconciliation/differences';
import { listFeeDifferences, presentFees } from '#lib/reconciliation/fee-differences';
import { matchLines } from '#lib/reconciliation/match-lines';
import { requireRailDay } from '#lib/reconciliation/statement-day';

/** More differences than this are no day's work: the file is of another rail, or something is broken. */
export const MAX_DIFFERENCES = 500;
const kinds = ['collection', 'payout', 'reversal'] as const satisfies readonly StatementLine['kind'][];

export type StatementDay = Awaited<ReturnType<typeof getDay>>;
export type Difference = StatementDay['differences'][number];

/**
 * A live rail's day on both sides: the sums and their difference, and each thing that the statement and our books do
 * not agree on, with its case and with the payments in doubt that it may be. Of a day that is open, lines are matched
 * anew first, because the books go on. Throws `NOT_FOUND`.
 */
export async function getDay(provider: string, day: string, now: Date) {
  requireRailDay(provider, day, now);
  await matchLines(provider, day);
  const [statement, figures, differences, fees, candidates, rail] = await Promise.all([
    findStatement(provider, day),
    readFigures(provider, day),
    listDifferences(provider, day, MAX_DIFFERENCES + 1),
    listFeeDifferences(provider, day),
    findCandidates(provider, day),
    findRail('LIVE', provider),
  ]);
  return {
    provider,
    day,
    /** Until it is over, lines may still come. */
    is_over: day < banjulDay(now),
    can_fetch: rail?.fetchStatement !== undefined,
    statement,
    figures,
    /** Where the statement has another fee than is booked. */
    fees: presentFees(fees),
    differences: differences.slice(0, MAX_DIFFERENCES).map((row) => ({
      ...presentDifference(row),
      candidates: (candidates.get(`${row.kind} ${row.rail_reference}`) ?? [])
        .filter(() => row.case_kind === 'rail_only')
        .map(({ transaction, caseId, isProposed }) => ({
          transaction_id: transaction.id,
          reference: transaction.clientReference,
          case_id: caseId,
          is_proposed: isProposed,
        })),
    })),
    has_more_differences: differences.length > MAX_DIFFERENCES,
  };
}

async function findStatement(provider: string, day: string) {
  const [row] =
    await sqlClient()`select * from rail_statements where provider = ${provider} and day = ${day}`;
  if (row === undefined) return null;
  return {
    source: row.source as 'csv' | 'fetched',
    imported_at: new Date(row.imported_at).toISOString(),
    imported_by: row.imported_by_name as string,
    closed_at: row.closed_at && (new Date(row.closed_at).toISOString() as string),
    closed_by: row.closed_by_name as string | null,
  };
}

/** Counts and sums of each side by kind. `other_day`: what the two sides agree on, and have on different days. */
async function readFigures(provider: string, day: string) {
  const rows = await sqlClient()<
    { side: 'rail' | 'books' | 'other_day'; kind: string; count: number; amount: string }[]
  >`
    with booked as materialized (${bookedOn(provider, day)}), lines as (
      select * from rail_statement_lines where provider = ${provider} and day = ${day}
    )
    select 'rail' as side, kind, count(*)::int as count, sum(amount_bututs)::text as amount from lines group by kind
    union all
    select 'books', kind, count(*)::int, sum(amount_bututs)::text from booked group by kind
    union all
    select 'other_day', kind, sum(abs(sign))::int, sum(sign * amount_bututs)::text from (
      select 1 as sign, l.kind, l.amount_bututs from lines l
      where l.match = 'MATCHED' and (l.kind, l.transaction_id) not in (select kind, id from booked)
      union all
      select -1, b.kind, b.amount_bututs from booked b
      -- In a case, so that it is looked up in what was read once.
      where case when (b.kind, b.id) in (
        select o.kind, o.transaction_id from (${linesOf('booked')}) o where o.day <> ${day} and o.match = 'MATCHED') then true end
    ) moved group by kind`;
  return kinds.map((kind) => {
    const of = (side: string) => {
      const row = rows.find((each) => each.side === side && each.kind === kind);
      return { count: row?.count ?? 0, bututs: BigInt(row?.amount ?? 0) };
    };
    const [theirs, ours, otherDay] = [of('rail'), of('books'), of('other_day')];
    return {
      kind,
      rail: { count: theirs.count, amount: formatAmount(theirs.bututs) },
      books: { count: ours.count, amount: formatAmount(ours.bututs) },
      /** The rail's side less ours. */
      difference: formatAmount(theirs.bututs - ours.bututs),
      other_day: { count: otherDay.count, amount: formatAmount(otherDay.bututs) },
    };
  });
}

function presentDifference(row: DifferenceRow) {
  const amount = (bututs: string | null) => (bututs === null ? null : formatAmount(BigInt(bututs)));
  return {
    found: row.case_kind,
    subject: row.subject,
    kind: row.kind,
    at: new Date(row.at).toISOString(),
    rail_reference: row.rail_reference,
    reference: row.reference,
    rail_amount: amount(row.rail_amount),
    currency: row.currency,
    rail_mobile: row.rail_mobile,
    client: row.client_id === null ? null : { id: row.client_id, name: row.client_name ?? '' },
    transaction:
      row.transaction_id === null
        ? null
        : {
            id: row.transaction_id,
            reference: row.client_reference ?? '',
            status: row.status ?? 'PENDING',
            amount: amount(row.our_amount) ?? '0.00',
            mobile: row.our_mobile,
          },
    /** In what the two sides differ; null where one of them has nothing. */
    what: row.case_kind === 'amount_differs' ? whatDiffers(row) : null,
    case_id: row.case_id,
  };
}

/** Pure: the first thing in which a line and its transaction differ. */
export function whatDiffers(row: DifferenceRow) {
  const { kind, type, status, rail_amount, our_amount, currency, is_of_another } = row;
  if ((kind === 'collection') !== (type === 'collection')) return 'kind';
  if (currency !== 'GMD') return 'currency';
  if (rail_amount !== our_amount) return 'amount';
  if (is_of_another) return 'number';
  const isBooked =
    kind === 'reversal'
      ? status === 'REVERSED' || type === 'refund'
      : status === 'SUCCEEDED' || status === 'REVERSED';
  return isBooked ? 'paid twice' : 'status';
}
