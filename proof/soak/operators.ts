import type { Sql } from 'postgres';
import type { UserContext } from '#lib/auth/user-context';
import { confirmSettlement } from '#lib/cases/decide-settlement';
import { proposeSettlement } from '#lib/cases/propose-settlement';
import { closeDay } from '#lib/reconciliation/close-day';
import { importStatement } from '#lib/reconciliation/import-statement';
import { hire } from '#proof/simulation/people';
import type { Rails } from './stage.ts';

// What two operators do with the rails' own statements, by the product's verbs: one imports them and proposes, the
// other confirms. A line that can only be a payment in doubt says that it was made; where no line could be it, it was
// not. What nothing tells apart stays in its case.

/** A payout of a rail that knows our reference, in an open case: the statement names it, or it was not paid. */
interface NamedCase {
  id: string;
  transactionId: string;
}

/** A payment of PROVIDER_A whose answer was lost, in an open case. */
export interface OpenCase {
  id: string;
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
  /** Ours, where the rail knows it. */
  reference?: string;
}

export type Finding = { caseId: string } & (
  | { outcome: 'succeeded'; railReference: string }
  | { outcome: 'failed' | 'ambiguous' }
);

export interface Reconciled {
  /** Lines of all statements. */
  lines: number;
  /** Cases that were settled, by what the statement told. */
  succeeded: number;
  failed: number;
  /** Cases that nothing tells apart. */
  ambiguous: number;
  /** Proposals that the import made by itself. */
  proposed: number;
}

const rails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'];
const nameless = 'PROVIDER_A';
/** Clocks of one machine, and a rail that acts after we have given up. */
const earlyMs = 1_000;
const lateMs = 60_000;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Imports the statements of these days, settles by them, imports them again and closes the days. By `clockMs` a clock
 * of ours may have been wrong when a payment was made.
 */
export async function reconcile(
  sql: Sql,
  simulator: Pick<Rails, 'statement'>,
  days: string[],
  clockMs = 0,
): Promise<Reconciled> {
  const clerk = await operator('Clerk');
  const supervisor = await operator('Supervisor');
  const result: Reconciled = { lines: 0, succeeded: 0, failed: 0, ambiguous: 0, proposed: 0 };
  const statements: { rail: string; day: string; csv: string }[] = [];
  for (const rail of rails) {
    for (const day of days) statements.push({ rail, day, csv: await simulator.statement(rail, day) });
  }
  for (const { rail, day, csv } of statements) {
    result.lines += parseStatement(csv).length;
    result.proposed += (await importStatement(clerk, rail, day, csv)).proposed;
  }
  const { free, contested } = await freeLines(
    sql,
    statements.filter(({ rail }) => rail === nameless).flatMap(({ csv }) => parseStatement(csv)),
  );
  const named = statements.filter(({ rail }) => rail !== nameless).flatMap(({ csv }) => parseStatement(csv));
  const findings = [
    ...matchCases(await readOpenCases(sql), free, clockMs, contested),
    ...matchNamed(await readNamedCases(sql), named),
  ];
  const otherAmount = await readOtherAmounts(sql);
  for (const each of findings) {
    const isLeft = each.outcome === 'succeeded' && otherAmount.has(each.caseId);
    const finding: Finding = isLeft ? { caseId: each.caseId, outcome: 'ambiguous' } : each;
    result[finding.outcome]++;
    if (finding.outcome !== 'ambiguous') await settle(sql, clerk, supervisor, finding);
  }
  const nextMorning = () => new Date(Date.now() + dayMs);
  for (const { rail, day, csv } of statements) {
    await importStatement(clerk, rail, day, csv);
    await closeDay({ ...clerk, now: nextMorning }, rail, day);
  }
  return result;
}

async function settle(
  sql: Sql,
  clerk: UserContext,
  supervisor: UserContext,
  finding: Exclude<Finding, { outcome: 'ambiguous' }>,
): Promise<void> {
  const proposal = async () => {
    const [row] =
      await sql`select proposed_at from cases where id = ${finding.caseId} and proposal is not null`;
    return row && new Date(row.proposed_at).toISOString();
  };
  // Where one line fits one case alone, the import has proposed it.
  if ((await proposal()) === undefined) {
    await proposeSettlement(clerk, finding.caseId, {
      outcome: finding.outcome === 'succeeded' ? 'succeeded' : 'failed',
      rail_reference: 'railReference' in finding ? finding.railReference : null,
      evidence:
        finding.outcome === 'succeeded'
          ? 'The statement has as many payments of this amount with this number as there are cases.'
          : 'The statement of the day has no payment of this amount with this number.',
    });
  }
  await confirmSettlement(supervisor, finding.caseId, (await proposal())!);
}

const hired = new Map<string, Promise<UserContext>>();

/** One of the house, whom the books know: whoever takes a step is looked for by the audit. */
export function operator(name: string): Promise<UserContext> {
  const known = hired.get(name) ?? hire(name, 'admin');
  hired.set(name, known);
  return known;
}

async function readOpenCases(sql: Sql): Promise<OpenCase[]> {
  const rows = await sql`
    select c.id, t.type, (t.amount_bututs / 100) || '.' || lpad((t.amount_bututs % 100)::text, 2, '0') as amount,
           substr(t.mobile, 5) as mobile, extract(epoch from l.started_at)::float8 * 1000 as called_at
    from cases c
    join transactions t on t.id = c.transaction_id and t.environment = 'LIVE'
    cross join lateral (
      select max(started_at) as started_at from rail_calls l
      where l.transaction_id = t.id and l.operation in ('charge', 'send') and coalesce(l.outcome, 'unknown') = 'unknown'
    ) l
    where c.status = 'OPEN' and c.kind = 'unknown_outcome' and c.provider = ${nameless} and t.status = 'PENDING'
      and t.rail_reference is null and l.started_at is not null
    order by l.started_at`;
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    amount: row.amount,
    mobile: row.mobile,
    calledAt: row.called_at,
  }));
}

async function readNamedCases(sql: Sql): Promise<NamedCase[]> {
  const rows = await sql`
    select c.id, t.id as transaction_id from cases c join transactions t on t.id = c.transaction_id
    where c.status = 'OPEN' and c.kind = 'unknown_outcome' and c.provider <> ${nameless}
      and t.type = 'payout' and t.status = 'PENDING' order by c.id`;
  return rows.map((row) => ({ id: row.id, transactionId: row.transaction_id }));
}

/** Cases whose transaction the rail has named another amount for: whether that was a lie is for people to ask. */
async function readOtherAmounts(sql: Sql): Promise<Set<string>> {
  const rows = await sql`
    select c.id from cases c join cases m on m.transaction_id = c.transaction_id
    where m.kind = 'mismatch' and m.status = 'OPEN' and m.details->>'what' = 'amount'`;
  return new Set(rows.map(({ id }) => id as string));
}

/** Pure: a payout that came back is left in its case. */
export function matchNamed(cases: NamedCase[], lines: StatementLine[]): Finding[] {
  return cases.map(({ id, transactionId }): Finding => {
    const own = lines.filter(({ reference }) => reference === transactionId);
    const [first] = own;
    if (first === undefined) return { caseId: id, outcome: 'failed' };
    if (own.length > 1 || first.type !== 'payout') return { caseId: id, outcome: 'ambiguous' };
    return { caseId: id, outcome: 'succeeded', railReference: first.transactionId };
  });
}

/** Those that no transaction of ours bears the reference of; and those that bear that of another amount or number. */
async function freeLines(sql: Sql, lines: StatementLine[]) {
  const taken = await sql`
    select rail_reference, (amount_bututs / 100) || '.' || lpad((amount_bututs % 100)::text, 2, '0') as amount,
           substr(mobile, 5) as mobile from transactions
    where environment = 'LIVE' and provider = ${nameless} and rail_reference is not null`;
  const known = new Map(taken.map((row) => [row.rail_reference as string, row]));
  const free = lines.filter((line) => !known.has(line.transactionId));
  const contested = lines.filter(({ transactionId, amount, mobile }) => {
    const bearer = known.get(transactionId);
    return bearer !== undefined && (bearer.amount !== amount || bearer.mobile !== mobile);
  });
  return { free, contested };
}

export function parseStatement(csv: string): StatementLine[] {
  const [, ...rows] = csv.split('\r\n');
  return rows.filter(Boolean).map((row) => {
    const [transactionId = '', type = '', mobile = '', amount = '', , time = '', reference = ''] =
      row.split(',');
    // The file writes numbers in full.
    const line = { transactionId, type, mobile: mobile.replace(/^\+220/, ''), amount, at: Date.parse(time) };
    return reference === '' ? line : { ...line, reference };
  });
}

/**
 * Pure: each case with what the statement says of it. Equal payments are told by their number only. What could be a
 * line that the rail gave the name of to another transaction (`contested`) is left to people who can ask.
 */
export function matchCases(
  cases: OpenCase[],
  lines: StatementLine[],
  clockMs = 0,
  contested: StatementLine[] = [],
): Finding[] {
  const couldBe = (one: OpenCase, line: StatementLine) =>
    line.type === one.type &&
    line.mobile === one.mobile &&
    line.amount === one.amount &&
    line.at >= one.calledAt - earlyMs - clockMs &&
    line.at <= one.calledAt + lateMs + clockMs;
  const used = new Set<string>();
  return cases.map((one): Finding => {
    const found = lines.filter((line) => couldBe(one, line));
    if (found.length === 0) {
      const isContested = contested.some((line) => couldBe(one, line));
      return { caseId: one.id, outcome: isContested ? 'ambiguous' : 'failed' };
    }
    const rivals = cases.filter((each) => found.some((line) => couldBe(each, line)));
    const line = found.find((each) => !used.has(each.transactionId));
    if (line === undefined || rivals.length !== found.length) return { caseId: one.id, outcome: 'ambiguous' };
    used.add(line.transactionId);
    return { caseId: one.id, outcome: 'succeeded', railReference: line.transactionId };
  });
}
