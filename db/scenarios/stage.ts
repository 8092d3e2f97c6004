import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';

// Plays calls of the functions of db/functions on one connection, in a transaction that is rolled back, and writes down
// what each of them answered and every row that came, went or changed.

/** What is promised, and the call that shows it; several statements are one step, of which the last one's rows are the answer. */
export type Step = readonly [title: string, call: string];

export interface Scenario {
  title: string;
  /** What is there before, which is not written down. */
  given: string;
  steps: readonly Step[];
}

/** What every call is told that it is now; far from the database's own clock, so that the two are told apart. */
export const toldMs = Date.UTC(2020, 2, 10, 12);

const names = new Map([['00000000-0000-7000-8000-000000000000', 'house']]);
const ids = new Map<string, string>();

/** The same id for the same name, of the time that is told. */
export function id(name: string, atMs = toldMs): string {
  const known = ids.get(name);
  if (known) return known;
  const time = atMs.toString(16).padStart(12, '0');
  const made = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
  ids.set(name, made);
  names.set(made, name);
  return made;
}

/** What a scenario can change, and nothing else of what the functions of the core write. */
const watched = [
  ...['accounts', 'journals', 'entries', 'unfolded_entries', 'transactions', 'transaction_changes', 'events'],
  ...['deliveries', 'rail_operations', 'rail_calls', 'cases', 'adjustments', 'payment_links', 'messages'],
  ...['unfolded_tallies', 'tallies', 'tally_totals', 'rail_tallies', 'idempotency_keys', 'settlements'],
  ...['settlement_changes', 'settlement_files', 'event_position_base', 'unsealed', 'unsealed_payments'],
];
/** Of these it is written down as well which rows a call has locked, the first time in its scenario: `!`, as before the numbers of locks that functions agree on. */
const locked = new Set(['accounts']);
/** What is another one in each database, or at random. */
const untold = new Set(['xmax', 'place', 'hash', 'system_identifier', 'books_id']);

type Row = Record<string, unknown>;
interface Seen {
  clockMs: number;
  /** By a number that functions have agreed on. */
  locks: string[] | null;
  xid: number;
  rows: Record<string, Row[] | null>;
}

const look = `select jsonb_build_object('clockMs', extract(epoch from now()) * 1000, 'xid', pg_current_xact_id()::text::bigint,
  'locks', (select jsonb_agg(concat_ws(' ', classid, objid, objsubid, mode)) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()),
  'rows', jsonb_build_object(${watched.map((table) => `'${table}', (select jsonb_agg(${locked.has(table) ? `to_jsonb(t) || jsonb_build_object('xmax', t.xmax::text::bigint)` : 'to_jsonb(t)'}) from ${table} t)`).join(', ')}))::text as seen`;

/** The columns that a row of a table is known by. */
export async function keysOf(sql: Sql): Promise<Map<string, string[]>> {
  const rows = await sql`
    select c.relname as table, array_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where i.indisprimary and c.relname = any (${watched}) group by 1`;
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/**
 * The scenario as it went. With `expected`, until it goes otherwise: what comes back then is something else. Whoever calls
 * this has begun a transaction; all of the scenario is undone in it.
 */
export async function play(
  sql: Sql,
  keys: Map<string, string[]>,
  { title, given, steps }: Scenario,
  expected?: string,
): Promise<string> {
  const see = async (): Promise<Seen> => JSON.parse((await sql.unsafe(look, [], { prepare: true }))[0]?.seen);
  let text = `# ${title}\n`;
  await sql.unsafe('savepoint scenario');
  await sql.unsafe(given);
  let was = await see();
  let before = tell(was, keys);
  for (const [promise, call] of steps) {
    const answer = await ask(sql, call);
    const seen = await see();
    const after = tell(seen, keys);
    const agreed = seen.locks?.filter((each) => !was.locks?.includes(each)) ?? [];
    const lines = [
      ...answer.map((each) => speak(each, seen)),
      ...agreed.sort().map((each) => `! ${each}`),
      ...newLocks(before, after),
      ...difference(before, after),
    ];
    text += `\n## ${promise}\n${lines.map((line) => `${line}\n`).join('')}`;
    was = seen;
    before = after;
    if (expected !== undefined && !expected.startsWith(text)) break;
  }
  await sql.unsafe('rollback to scenario');
  return `${text}\n`;
}

/** The rows of the answer, or the word with which it was refused, after which nothing of the step is there. */
async function ask(sql: Sql, call: string): Promise<(Row | string)[]> {
  try {
    const results = await sql.unsafe(`savepoint step; ${call}`);
    return [...((results as unknown as Row[][]).at(-1) ?? [])];
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === undefined || code === '57014') throw error;
    await sql.unsafe('rollback to step');
    return [`refused, ${code}: ${message}`];
  }
}

interface Told {
  line: string;
  /** Table and key, of a table that has one. */
  key: string | undefined;
  cells: Map<string, string>;
  /** Who holds it locked, or did. */
  locker: unknown;
}

function tell(seen: Seen, keys: Map<string, string[]>): Told[] {
  const all = watched.flatMap((table) =>
    (seen.rows[table] ?? []).map((row) => {
      const columns = keys.get(table)?.filter((column) => !untold.has(column)) ?? [];
      const cells = new Map(
        Object.entries(row)
          .filter(([column, value]) => !untold.has(column) && !isNothing(value))
          .map(([column, value]) => [column, sayValue(column, value, seen)]),
      );
      const key =
        columns.length > 0 ? `${table} ${columns.map((each) => cells.get(each)).join(' ')}` : undefined;
      const line = `${table} ${[...cells].map(([column, value]) => `${column}=${value}`).join(' ')}`;
      return { line, key, cells, locker: row.xmax };
    }),
  );
  return all.sort((a, b) => (a.line < b.line ? -1 : 1));
}

function newLocks(before: Told[], after: Told[]): string[] {
  const lockers = new Map(before.map(({ key, locker }) => [key, locker]));
  return after
    .filter(({ key, locker }) => Boolean(locker) && lockers.get(key) !== locker)
    .map(({ key }) => `! ${key}`);
}

function difference(before: Told[], after: Told[]): string[] {
  const count = new Map<string, number>();
  for (const { line } of after) count.set(line, (count.get(line) ?? 0) + 1);
  const left = before.filter(({ line }) => !take(count, line));
  const come = after.filter(({ line }) => take(count, line));
  const changed: string[] = [];
  for (const each of come) {
    const was = left.findIndex(({ key }) => key !== undefined && key === each.key);
    if (was < 0) {
      changed.push(`+ ${each.line}`);
      continue;
    }
    const [{ cells }] = left.splice(was, 1) as [Told];
    const columns = [...new Set([...cells.keys(), ...each.cells.keys()])].sort();
    const moved = columns
      .filter((column) => cells.get(column) !== each.cells.get(column))
      .map((column) => `${column} ${cells.get(column) ?? '–'} → ${each.cells.get(column) ?? '–'}`);
    changed.push(`~ ${each.key}: ${moved.join(', ')}`);
  }
  return [...left.map(({ line }) => `- ${line}`), ...changed];
}

function take(count: Map<string, number>, line: string): boolean {
  const found = count.get(line) ?? 0;
  if (found > 0) count.set(line, found - 1);
  return found > 0;
}

const isNothing = (value: unknown) =>
  value === null || value === 0 || value === false || ['""', '{}', '[]'].includes(JSON.stringify(value));

function speak(answer: Row | string, seen: Seen): string {
  if (typeof answer === 'string') return sayText(answer, seen);
  const cells = Object.entries(answer).map(([column, value]) => `${column}=${sayValue(column, value, seen)}`);
  return `= ${cells.join(' ')}`;
}

function sayValue(column: string, value: unknown, seen: Seen): string {
  // Of where events stand: so far from this transaction's number.
  if (column === 'position' && Number(value) >= seen.xid)
    return `xid${Number(value) === seen.xid ? '' : `+${Number(value) - seen.xid}`}`;
  if (value instanceof Date) return sayText(value.toISOString(), seen);
  return sayText(typeof value === 'string' ? value : JSON.stringify(value), seen);
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const times = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00|\+00)/g;

export const nameIds = (text: string) =>
  text.replaceAll(uuids, (found) => names.get(found) ?? sayMadeId(found));

/** Ids by their names, times by what is told or by the database's clock. */
function sayText(text: string, seen: Seen): string {
  return nameIds(text).replaceAll(times, (found) => {
    const ms = Date.parse(found.replace(' ', 'T').replace(/\+00$/, 'Z'));
    const [told, clock] = [ms - toldMs, ms - seen.clockMs];
    const isTold = Math.abs(told) < Math.abs(clock);
    return `${isTold ? 'told' : 'clock'}${sayDuration(Math.round((isTold ? told : clock) / 1000))}`;
  });
}

/** One that a function made: of which version, and of what time. */
function sayMadeId(found: string): string {
  const ms = Number.parseInt(found.slice(0, 8) + found.slice(9, 13), 16);
  const told = found[14] === '7' ? sayDuration((ms - toldMs) / 1000) : '';
  return `<v${found[14]}${/[89ab]/.test(found[19] ?? '') ? '' : '?'}${told}>`;
}

function sayDuration(seconds: number): string {
  if (seconds === 0) return '';
  const sign = seconds < 0 ? '-' : '+';
  let rest = Number(Math.abs(seconds).toFixed(3));
  const parts = (
    [
      ['d', 86_400],
      ['h', 3600],
      ['m', 60],
      ['s', 1],
    ] as const
  ).map(([unit, of]) => {
    const count = unit === 's' ? rest : Math.floor(rest / of);
    rest -= count * of;
    return count === 0 ? '' : `${count}${unit}`;
  });
  return `${sign}${parts.join('')}`;
}
