import type { Sql } from 'postgres';
import type { Rails } from './rails-stage.ts';

// What two operators do with the rail's own statement about payments that nobody can ask the rail for: a line that can
// only be this payment says that it was made, and no line that could be it says that it was not.

/** A payment of PROVIDER_A whose answer was lost, in an open case. */
export interface OpenCase {
  id: string;
  transactionId: string;
  type: 'collection' | 'payout';
  amount: string;
  /** The local part. */
  mobile: string;
  calledAt: number;
}

export interface StatementLine {
  transactionId: string;
  type: string;
  mobile: string;
  amount: string;
  at: number;
}

/** What the statement says of a case; `ambiguous`: several lines or several cases, and nothing tells them apart. */
export type Finding = { case: OpenCase } & (
  | { outcome: 'succeeded'; railReference: string }
  | { outcome: 'failed' | 'ambiguous' }
);

/** Settles a case as two operators would: one proposes with the evidence, another decides. */
export type Settle = (finding: Finding & { outcome: 'succeeded' | 'failed' }) => Promise<void>;

const rail = 'PROVIDER_A';
/** Clocks of one machine, and a rail that acts after we have given up. */
const earlyMs = 1_000;
const lateMs = 60_000;

export async function readOpenCases(sql: Sql): Promise<OpenCase[]> {
  const rows = await sql`
    select c.id, t.id as transaction_id, t.type, (t.amount_bututs / 100) || '.' || lpad((t.amount_bututs % 100)::text, 2, '0') as amount,
           substr(t.mobile, 5) as mobile, extract(epoch from l.started_at)::float8 * 1000 as called_at
    from cases c
    join transactions t on t.id = c.transaction_id and t.environment = 'LIVE'
    cross join lateral (
      select max(started_at) as started_at from rail_calls l
      where l.transaction_id = t.id and l.operation in ('charge', 'send') and coalesce(l.outcome, 'unknown') = 'unknown'
    ) l
    where c.status = 'OPEN' and c.kind = 'unknown_outcome' and c.provider = ${rail} and t.status = 'PENDING'
      and t.rail_reference is null and l.started_at is not null`;
  return rows.map((row) => ({
    id: row.id,
    transactionId: row.transaction_id,
    type: row.type,
    amount: row.amount,
    mobile: row.mobile,
    calledAt: row.called_at,
  }));
}

/** The lines of these days that no transaction of ours bears the reference of. */
export async function readFreeLines(sql: Sql, rails: Rails, days: string[]): Promise<StatementLine[]> {
  const lines = (await Promise.all(days.map((day) => rails.statement(rail, day)))).flatMap(parseStatement);
  const taken = await sql`
    select rail_reference from transactions
    where environment = 'LIVE' and provider = ${rail} and rail_reference is not null`;
  const known = new Set(taken.map((row) => row.rail_reference));
  return lines.filter((line) => !known.has(line.transactionId));
}

export function parseStatement(csv: string): StatementLine[] {
  const [, ...rows] = csv.split('\r\n');
  return rows.filter(Boolean).map((row) => {
    const [transactionId = '', type = '', mobile = '', amount = '', , time = ''] = row.split(',');
    return { transactionId, type, mobile, amount, at: Date.parse(time) };
  });
}

/** Pure: each case with what the statement says of it. */
export function matchCases(cases: OpenCase[], lines: StatementLine[]): Finding[] {
  const couldBe = (one: OpenCase, line: StatementLine) =>
    line.type === one.type &&
    line.mobile === one.mobile &&
    line.amount === one.amount &&
    line.at >= one.calledAt - earlyMs &&
    line.at <= one.calledAt + lateMs;
  return cases.map((one): Finding => {
    const found = lines.filter((line) => couldBe(one, line));
    const [line] = found;
    if (line === undefined) return { case: one, outcome: 'failed' };
    const rivals = cases.filter((each) => found.some((candidate) => couldBe(each, candidate)));
    if (found.length > 1 || rivals.length > 1) return { case: one, outcome: 'ambiguous' };
    return { case: one, outcome: 'succeeded', railReference: line.transactionId };
  });
}

/** Until the verbs for that are there, cases stay open and are only counted. */
export async function settleCases(findings: Finding[], settle: Settle | undefined): Promise<number> {
  let settled = 0;
  for (const finding of findings) {
    if (settle === undefined || finding.outcome === 'ambiguous') continue;
    await settle(finding as Finding & { outcome: 'succeeded' | 'failed' });
    settled++;
  }
  return settled;
}
