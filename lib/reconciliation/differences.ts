import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { CaseKind } from '#lib/cases/open-case';
import type { StatementLine } from '#lib/rails/rail';
import { traitsOf } from '#lib/rails/registry';
import { boundsOf } from '#lib/reconciliation/statement-day';
import type { Status, TransactionType } from '#lib/transactions/transaction';

/** What a statement and our books do not agree on. */
export interface DifferenceRow {
  case_kind: Extract<CaseKind, 'rail_only' | 'books_only' | 'amount_differs'>;
  /** Of its case: the same each time it is found. */
  subject: string;
  kind: StatementLine['kind'];
  at: string;
  rail_reference: string | null;
  reference: string | null;
  /** What the rail says; null where it says nothing. */
  rail_amount: string | null;
  currency: string | null;
  rail_mobile: string | null;
  /** What our books say; null where they have nothing. */
  client_id: string | null;
  client_name: string | null;
  transaction_id: string | null;
  client_reference: string | null;
  type: TransactionType | null;
  status: Status | null;
  our_amount: string | null;
  our_mobile: string | null;
  /** The rail names a payment of ours, and another number. */
  is_of_another: boolean;
  case_id: string | null;
}

/**
 * The differences of a day that was imported, with the case of each. What only our books have is found at the time of
 * asking: what was completed, or taken back, on that day, and that no line of any day answers to.
 */
export function listDifferences(provider: string, day: string, limit: number): Promise<DifferenceRow[]> {
  return sqlClient()<DifferenceRow[]>`
    select d.*, t.client_reference, t.type, t.status, t.amount_bututs::text as our_amount, t.mobile as our_mobile,
           ${isOfAnother(provider, { kind: 'd.kind', theirs: 'd.rail_mobile', ours: 't.mobile' })} as is_of_another,
           (select name from clients where id = d.client_id) as client_name,
           (select c.id from cases c where c.kind = d.case_kind and c.subject = d.subject order by c.id desc limit 1) as case_id
    from (${differences(provider, day)}) d
    left join transactions t on t.client_id = d.client_id and t.environment = 'LIVE' and t.id = d.transaction_id
    order by d.case_kind, d.at, d.subject limit ${limit}`;
}

/**
 * Whether a line's number is certainly not our payment's, in SQL, of the columns of those names. A page or an app may be
 * paid from another wallet than the one that we were told; a payout, and what was confirmed by a one-time password, not.
 */
export function isOfAnother(
  provider: string,
  columns: { kind: string; theirs: string; ours: string },
): Fragment {
  const sql = sqlClient();
  const [kind, theirs, ours] = [sql(columns.kind), sql(columns.theirs), sql(columns.ours)];
  const kinds = traitsOf(provider).style === 'otp' ? ['payout', 'collection'] : ['payout'];
  return sql`
    coalesce(${kind} = any (${kinds}) and ${theirs} like '+220%' and not is_same_number(${theirs}, ${ours}), false)`;
}

/**
 * What a line has to say of a payment of which something was adjusted, in SQL, of the columns of those names: `edge` is what
 * the payment booked by itself, `adjusted` all that was booked by hand. What came back is there by hand alone.
 */
export function adjustedLine(columns: Record<'kind' | 'type' | 'edge' | 'adjusted', string>): Fragment {
  const sql = sqlClient();
  const [kind, type] = [sql(columns.kind), sql(columns.type)];
  const [edge, adjusted] = [sql(columns.edge), sql(columns.adjusted)];
  return sql`
    case ${kind} when 'reversal' then ${adjusted}
      else ${edge} + case ${type} when 'collection' then ${adjusted} else -${adjusted} end end`;
}

/** Whether there is one that nobody has a case of. */
export function hasUnnoticed(provider: string, day: string): Fragment {
  return sqlClient()`
    exists (
      select from (${differences(provider, day)}) d
      where not exists (select from cases c where c.kind = d.case_kind and c.subject = d.subject)
    )`;
}

function differences(provider: string, day: string): Fragment {
  return sqlClient()`
    with booked as materialized (${bookedOn(provider, day)})
    select case l.match when 'RAIL_ONLY' then 'rail_only' else 'amount_differs' end as case_kind,
           l.provider || ':' || l.kind || ':' || l.rail_reference as subject, l.kind, l.at, l.rail_reference, l.reference,
           l.amount_bututs as rail_amount, l.currency, l.mobile as rail_mobile, l.client_id, l.transaction_id
    from rail_statement_lines l where l.provider = ${provider} and l.day = ${day} and l.match <> 'MATCHED'
    union all
    select 'books_only', b.id || ':' || b.kind, b.kind, b.at, b.rail_reference, null, null, null, null, b.client_id, b.id
    from booked b
    where exists (select from rail_statements s where s.provider = ${provider} and s.day = ${day})
      and (b.kind, b.id) not in (select l.kind, l.transaction_id from (${linesOf('booked')}) l)`;
}

/**
 * The lines of any day that answer to the transactions `id` of what is named so in a query. By their transactions alone:
 * lines that have just come are unknown to the planner, which would go through all lines of the rail for each of them.
 */
export function linesOf(transactions: string): Fragment {
  const sql = sqlClient();
  return sql`
    select kind, transaction_id, day, match from rail_statement_lines
    where transaction_id = any (array(select id from ${sql(transactions)} where id is not null))`;
}

/** What our books moved on a live rail on a day, as lines of a statement: completed payments, refunds by what they are there, and reversals. */
export function bookedOn(provider: string, day: string): Fragment {
  const { from, until } = boundsOf(day);
  return sqlClient()`
    select client_id, id,
           case when type <> 'refund' then type when refund_method = 'payout' then 'payout' else 'reversal' end as kind, rail_reference, amount_bututs, completed_at as at from transactions
    where environment = 'LIVE' and provider = ${provider} and status in ('SUCCEEDED', 'REVERSED')
      and completed_at >= ${from} and completed_at < ${until}
    union all
    select client_id, id, 'reversal', rail_reference, amount_bututs, reversed_at from transactions
    where environment = 'LIVE' and provider = ${provider} and status = 'REVERSED'
      and reversed_at >= ${from} and reversed_at < ${until}`;
}
