import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { sqlClient } from '#db/client';
import { banjulDay } from '#lib/clock';
import type { Context } from '#lib/context';
import { type FieldFault, invariant } from '#lib/errors';
import { validationError } from '#lib/http/respond';
import { room } from '#lib/http/room';
import { lowestIdAt } from '#lib/ids';
import { naturalBalance } from '#lib/ledger/accounts';
import { readSnapshot, type Snapshot, wasVisible } from '#lib/ledger/ledger-cursor';
import { isSettled } from '#lib/ledger/periods';
import { statementKindOf, statementKinds } from '#lib/ledger/statement-kinds';
import type { Bututs } from '#lib/money';
import { readingSql } from '#lib/reads/read-apart';

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTH_MS = 31 * DAY_MS;
const MAX_DAYS = 366;
/** Statements of the database end after 10 s; the rest is for a request between making its id and sending it. */
const SETTLED_AFTER_MS = 15_000;

const dayField = (description: string, example: string) =>
  z.iso.date('This must be a day such as 2026-03-31.').meta({ description, examples: [example] });

/** The days that a statement covers, both included. */
export const periodFields = {
  from: dayField('The first day, one in Banjul.', '2026-11-01'),
  to: dayField('The last day, included; today at the latest, and at most 366 days in all.', '2026-11-20'),
};

export const statementQuery = z.object({
  ...periodFields,
  format: z
    .enum(['json', 'csv', 'pdf'], 'The format must be json, csv or pdf.')
    .default('json')
    .meta({ description: 'How it is written.', examples: ['json'] }),
});

/** Days of The Gambia, `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

export interface KindTotal {
  count: number;
  /** What it added to the balance; below zero where it took from it. */
  amountBututs: Bututs;
  /** What of it never was the client's: it was taken before the rest came to the balance. */
  commissionBututs: Bututs;
}

/** A period of a client's `available`, as one instant saw it, but for its lines. */
export interface Statement extends Period {
  openingBututs: Bututs;
  closingBututs: Bututs;
  /** By kind; those that have no line are left out. */
  totals: Map<string, KindTotal>;
  /** Which lines it has. */
  snapshot: Snapshot;
}

/** One journal that touched `available`. */
export interface StatementLine {
  journalId: string;
  /** When its id was made, so that a line stands in the day that counts it. */
  at: Date;
  kind: string;
  transactionId: string | null;
  clientReference: string | null;
  /** The name, else the number, of who paid or was paid, as the request gave it. */
  counterparty: string | null;
  /** What it added to the balance; below zero where it took from it. */
  amountBututs: Bututs;
  /** With this line. */
  balanceBututs: Bututs;
}

/**
 * The balances and totals of a period; `walkLines` reads its lines. Opening + totals = closing, and the closing balance
 * of today is the account's. A day is that of a journal's id, so what is read of one that has passed stays the same:
 * a payment under way at midnight has 15 s to be booked, which are waited for.
 *
 * Cost: the database adds up the period's entries, a month in a statement, and those after it in one, by the primary
 * key; older ones are in the account's balance. Measured with a million entries in a year: 0.3 s for a month that ends
 * today, 1 s for one a year ago, 6 s for the year. Throws `VALIDATION_ERROR` for a period that is none, in the future or
 * too long.
 */
export async function readStatement(ctx: Context, { from, to }: Period): Promise<Statement> {
  requirePeriod({ from, to }, ctx.now());
  await untilSettled({ from, to }, ctx.now());
  const { untilId } = boundsOf({ from, to });
  const sql = sqlOf({ to }, ctx.now());
  // One statement, so that balance and snapshot are of one instant.
  const [row] = await sql`
    select (
      select coalesce(sum(amount), 0) from (
        select balance_bututs as amount from accounts
        where client_id = ${ctx.client.id} and environment = ${ctx.environment} and name = 'available'
        union all
        select amount_bututs from unfolded_entries
        where client_id = ${ctx.client.id} and environment = ${ctx.environment} and account = 'available'
        union all
        select -amount_bututs from entries
        where client_id = ${ctx.client.id} and environment = ${ctx.environment} and account = 'available' and journal_id >= ${untilId}
      ) booked
    )::text as closing, pg_current_snapshot()::text as snapshot`;
  const snapshot = readSnapshot(row?.snapshot, ctx.now());
  const totals = await readTotals(ctx, { from, to }, snapshot);
  const closingBututs = natural(row?.closing);
  let openingBututs = closingBututs;
  for (const { amountBututs } of totals.values()) openingBututs -= amountBututs;
  return { from, to, openingBututs, closingBututs, totals, snapshot };
}

/**
 * A month at a time, so that no statement comes near to the 10 s after which it is ended. `offset 0` keeps the client
 * from the planner's view of the journals: of one that its statistics do not know yet it expects a row, and would go
 * through all of its journals for each entry (27 s for 20,000).
 */
async function readTotals(
  ctx: Context,
  { from, to }: Period,
  snapshot: Snapshot,
): Promise<Statement['totals']> {
  const sql = sqlOf({ to }, ctx.now());
  const found = new Map<string, KindTotal>();
  const end = startOf(to) + DAY_MS;
  for (let begin = startOf(from); begin < end; begin += MONTH_MS) {
    const [fromId, untilId] = [idAt(begin), idAt(Math.min(begin + MONTH_MS, end))];
    const rows = await sql`
      select j.kind, count(*) filter (where e.account = 'available')::int as count,
             sum(e.amount_bututs) filter (where e.account = 'available')::text as amount,
             coalesce(sum(e.amount_bututs) filter (where e.account = 'commission'), 0)::text as commission
      from (
        select e.client_id, e.journal_id, e.account, e.amount_bututs from entries e
        where e.client_id = ${ctx.client.id} and e.environment = ${ctx.environment}
          and e.account in ('available', 'commission') and e.journal_id >= ${fromId} and e.journal_id < ${untilId} and ${wasVisible(snapshot)}
        offset 0
      ) e
      join journals j on j.client_id = e.client_id and j.id = e.journal_id
      group by j.kind having count(*) filter (where e.account = 'available') > 0`;
    for (const row of rows) {
      const kind = statementKindOf(row.kind);
      const before = found.get(kind) ?? { count: 0, amountBututs: 0n, commissionBututs: 0n };
      found.set(kind, {
        count: before.count + row.count,
        amountBututs: before.amountBututs + natural(row.amount),
        commissionBututs: before.commissionBututs + naturalBalance('commission', BigInt(row.commission)),
      });
    }
  }
  return inOrder(found);
}

/** How many lines a statement has. */
export function countOf({ totals }: Pick<Statement, 'totals'>): number {
  return [...totals.values()].reduce((sum, { count }) => sum + count, 0);
}

/** Where a page of lines begins: after a journal, with the balance there. */
export interface LinePlace {
  afterJournal: string;
  balanceBututs: Bututs;
}

/** At most `limit` lines of a statement, the oldest first, each with the balance after it. */
export async function readLines(
  ctx: Context,
  statement: Pick<Statement, 'from' | 'to' | 'openingBututs' | 'snapshot'>,
  limit: number,
  place?: LinePlace,
): Promise<StatementLine[]> {
  const { fromId, untilId } = boundsOf(statement);
  const sql = sqlOf(statement, ctx.now());
  const rows = await sql`
    select e.journal_id, e.amount_bututs, j.kind, j.transaction_id, coalesce(t.client_reference, s.reference) as client_reference,
           coalesce(t.customer_name, t.mobile, s.bank || ' ' || s.account_number) as counterparty
    from (
      select * from entries e
      where e.client_id = ${ctx.client.id} and e.environment = ${ctx.environment} and e.account = 'available'
        and e.journal_id >= ${fromId} and e.journal_id < ${untilId}
        ${place ? sql`and e.journal_id > ${place.afterJournal}` : sql``}
        and ${wasVisible(statement.snapshot)}
      order by e.journal_id limit ${limit}
    ) e
    join journals j on j.client_id = e.client_id and j.id = e.journal_id
    left join transactions t on t.client_id = j.client_id and t.environment = j.environment and t.id = j.transaction_id
    left join settlement_changes c on c.client_id = j.client_id and c.journal_id = j.id
    left join settlements s on s.client_id = c.client_id and s.environment = c.environment and s.id = c.settlement_id
    order by e.journal_id`;
  let balanceBututs = place?.balanceBututs ?? statement.openingBututs;
  return rows.map((row) => {
    const amountBututs = natural(row.amount_bututs);
    balanceBututs += amountBututs;
    return {
      journalId: row.journal_id,
      at: timeOf(row.journal_id),
      kind: statementKindOf(row.kind),
      transactionId: row.transaction_id,
      clientReference: row.client_reference,
      counterparty: row.counterparty,
      amountBututs,
      balanceBututs,
    };
  });
}

/**
 * All lines of a statement, in pages of `size`; none is empty. `inPlace` is what a page after the first is read within.
 * Throws, after the last page, where the lines do not lead to the closing balance.
 */
export async function* walkLines(
  ctx: Context,
  statement: Statement,
  size: number,
  inPlace: <T>(work: () => Promise<T>) => Promise<T>,
): AsyncGenerator<StatementLine[]> {
  let lines = await readLines(ctx, statement, size);
  let balanceBututs = statement.openingBututs;
  for (;;) {
    const last = lines.at(-1);
    if (last) {
      balanceBututs = last.balanceBututs;
      yield lines;
    }
    if (last === undefined || lines.length < size) break;
    const place = { afterJournal: last.journalId, balanceBututs };
    lines = await inPlace(() => readLines(ctx, statement, size, place));
  }
  invariant(
    balanceBututs === statement.closingBututs,
    'the lines of a statement lead to its closing balance',
  );
}

function requirePeriod({ from, to }: Period, now: Date): void {
  const faults: FieldFault[] = [];
  const today = banjulDay(now);
  if (to > today) {
    const message = `The last day must not be in the future. Today is ${today}.`;
    faults.push({ path: 'to', message, code: 'future' });
  }
  if (from > to) {
    const message = 'The first day must not be after the last one. Swap them.';
    faults.push({ path: 'from', message, code: 'after_to' });
  } else if ((startOf(to) - startOf(from)) / DAY_MS >= MAX_DAYS) {
    const message = `A statement covers at most ${MAX_DAYS} days. Ask for several, each from the day after the one before.`;
    faults.push({ path: 'from', message, code: 'too_long' });
  }
  if (faults.length > 0) throw validationError(faults);
}

/**
 * What has passed is read where it disturbs nobody. Else lines depend on the snapshot, and a standby's does not say what
 * was under way when it was taken: https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/xid8funcs.c
 */
function sqlOf({ to }: Pick<Period, 'to'>, now: Date): Sql {
  return isSettled(to, now) ? readingSql() : sqlClient();
}

/** In the first seconds of a day, what was under way at midnight may still be booked for the day before. */
async function untilSettled({ to }: Period, now: Date): Promise<void> {
  const waitMs = startOf(to) + DAY_MS + SETTLED_AFTER_MS - now.getTime();
  if (waitMs > 0 && waitMs <= SETTLED_AFTER_MS) await room.aside(() => sleep(waitMs));
}

/** The ids of a period: not less than the first, less than the second. */
function boundsOf({ from, to }: Period): { fromId: string; untilId: string } {
  return { fromId: idAt(startOf(from)), untilId: idAt(startOf(to) + DAY_MS) };
}

function idAt(time: number): string {
  return lowestIdAt(new Date(Math.max(0, time)));
}

/** When a day begins. Africa/Banjul is UTC+0 all year. */
function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** RFC 9562 §5.7: the first 48 bits are milliseconds since 1970. */
function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

function natural(booked: string): Bututs {
  return naturalBalance('available', BigInt(booked));
}

/** That of the kinds, whatever the database's was. */
function inOrder(found: Map<string, KindTotal>): Map<string, KindTotal> {
  const order = new Set([...statementKinds, ...[...found.keys()].toSorted()]);
  const sorted = [...order].flatMap((kind): [string, KindTotal][] => {
    const total = found.get(kind);
    return total ? [[kind, total]] : [];
  });
  return new Map(sorted);
}
