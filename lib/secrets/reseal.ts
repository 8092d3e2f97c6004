import { sqlClient } from '#db/client';
import { type Fields, marksOf } from '#lib/rails/connections';
import { type Place, places, presentMark, seal, unseal } from '#lib/seal';
import { learnWhetherBound, noteAllBound } from '#lib/secrets/only-bound';

/** Rows that are looked at in one statement, which so stays short in a table of any size. */
const WINDOW = 1_000;

type Row = Record<string, string> & { sealed: Buffer; mark?: Buffer };

interface Column {
  table: string;
  column: string;
  /** The primary key, in its order. */
  key: string[];
  placeOf(row: Row): Place;
}

/** Every column that something is sealed in; reseal.db.test.ts looks whether one is missing. */
export const sealedColumns: readonly Column[] = [
  {
    table: 'webhook_endpoints',
    column: 'secret_sealed',
    key: ['client_id', 'environment', 'id'],
    placeOf: ({ id }) => places.webhookSecret(id as string),
  },
  {
    table: 'webhook_endpoints',
    column: 'previous_secret_sealed',
    key: ['client_id', 'environment', 'id'],
    placeOf: ({ id }) => places.previousWebhookSecret(id as string),
  },
  {
    table: 'users',
    column: 'totp_secret_sealed',
    key: ['id'],
    placeOf: ({ id }) => places.totpSecret(id as string),
  },
  {
    table: 'rail_connections',
    column: 'fields_sealed',
    key: ['provider'],
    placeOf: ({ provider }) => places.railConnection(provider as string),
  },
  {
    table: 'rail_connection_requests',
    column: 'fields_sealed',
    key: ['id'],
    placeOf: ({ id }) => places.railConnectionRequest(id as string),
  },
  {
    table: 'rail_connection_versions',
    column: 'fields_sealed',
    key: ['id'],
    placeOf: ({ provider, mark }) => places.railConnectionVersion(provider as string, mark as Buffer),
  },
  {
    table: 'rail_notices',
    column: 'body_sealed',
    key: ['provider', 'dedupe_id'],
    placeOf: (row) => places.railNotice(row.provider as string, row.dedupe_id as string),
  },
  {
    table: 'transactions',
    column: 'rail_state_sealed',
    key: ['client_id', 'environment', 'id'],
    placeOf: ({ id }) => places.railState(id as string),
  },
  {
    table: 'messages',
    column: 'link_sealed',
    key: ['event', 'address'],
    placeOf: ({ event }) => places.messageLink(event as string),
  },
  {
    table: 'idempotency_keys',
    column: 'response_sealed',
    key: ['client_id', 'environment', 'key'],
    placeOf: (row) => places.answer(row.client_id as string, row.environment as string, row.key as string),
  },
];

export interface Resealed {
  table: string;
  column: string;
  resealed: number;
  /** Still under another secret, or bound to no row. */
  left: number;
  /** The keys of those of them that neither secret reads; ten at most. */
  unreadable: string[];
}

/**
 * Seals anew, under `KAIRA_SECRET` and for its row, all that is sealed otherwise. Guarantee: a value that somebody
 * changes meanwhile stays as changed, and one that cannot be read stays as it is; it may be stopped and begun again at
 * any time, and beside servers at work. Where nothing is left it notes that all is bound: what is found afterwards that is
 * not was put there, and is read by nobody, this command included. `tell` hears how far it is.
 */
export async function resealAll(
  tell: (progress: Resealed) => void = () => {},
  window = WINDOW,
): Promise<Resealed[]> {
  await learnWhetherBound();
  const done: Resealed[] = [];
  for (const column of sealedColumns) done.push(await resealColumn(column, tell, window));
  if (done.every(({ left }) => left === 0)) await noteAllBound();
  return done;
}

async function resealColumn(
  column: Column,
  tell: (progress: Resealed) => void,
  window: number,
): Promise<Resealed> {
  const { table, key } = column;
  const left = await countLeft(column, window);
  const progress: Resealed = { table, column: column.column, resealed: 0, left, unreadable: [] };
  for await (const rows of oldRows(column, window)) {
    for (const row of rows) {
      const text = readable(column, row);
      if (text !== undefined) progress.resealed += await resealRow(column, row, text);
      else if (progress.unreadable.length < 10) {
        progress.unreadable.push(key.map((name) => row[name]).join(' '));
      }
    }
    tell({ ...progress, left: Math.max(0, left - progress.resealed) });
  }
  return { ...progress, left: await countLeft(column, window) };
}

function readable(column: Column, row: Row): string | undefined {
  try {
    return unseal(column.placeOf(row), row.sealed);
  } catch {
    return undefined;
  }
}

async function countLeft(column: Column, window: number): Promise<number> {
  let left = 0;
  for await (const rows of oldRows(column, window)) left += rows.length;
  return left;
}

/** What is sealed otherwise than it would be now, by windows of the primary key; those without any are left out. */
async function* oldRows(column: Column, window: number): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  for (;;) {
    const rows = await readWindow(column, after, window);
    const old = rows.filter(({ sealed }) => sealed !== null);
    if (old.length > 0) yield old;
    if (rows.length < window) return;
    after = rows.at(-1);
  }
}

function readWindow(column: Column, after: Row | undefined, window: number): Promise<Row[]> {
  const sql = sqlClient();
  const { table, key } = column;
  const mark = presentMark();
  const sealed = sql(column.column);
  const last =
    after && key.map((name) => sql`${after[name] as string}`).reduce((all, each) => sql`${all}, ${each}`);
  return sql<Row[]>`
    select ${sql(key)} ${table === 'rail_connection_versions' ? sql`, provider, mark` : sql``},
           case when substring(${sealed} from 1 for ${mark.length}) <> ${mark} then ${sealed} end as sealed
    from ${sql(table)} ${last ? sql`where (${sql(key)}) > (${last})` : sql``}
    order by ${sql(key)} limit ${window}`;
}

/** How many rows it sealed anew: none where somebody else was first. */
async function resealRow(column: Column, row: Row, text: string): Promise<number> {
  const sql = sqlClient();
  if (row.mark) return resealVersion(row, row.mark, JSON.parse(text) as Fields, text);
  const { table, key } = column;
  const own = key.map((name) => sql`${sql(name)} = ${row[name] as string}`);
  const isRow = own.reduce((all, each) => sql`${all} and ${each}`);
  const { count } = await sql`
    update ${sql(table)} set ${sql(column.column)} = ${seal(column.placeOf(row), text)}
    where ${isRow} and ${sql(column.column)} = ${row.sealed}`;
  return count;
}

/** A connection is known again by its mark, which goes over to the present secret with its fields. */
async function resealVersion(row: Row, was: Buffer, fields: Fields, text: string): Promise<number> {
  const sql = sqlClient();
  const [own, draining] = [marksOf(fields), marksOf(fields, row.id)];
  const isOf = (marks: Buffer[]) => marks.some((mark) => mark.equals(was));
  const mark = isOf(own) ? own[0] : isOf(draining) ? draining[0] : was;
  const place = places.railConnectionVersion(row.provider as string, mark);
  const { count } = await sql`
    update rail_connection_versions set fields_sealed = ${seal(place, text)}, mark = ${mark}
    where id = ${row.id as string} and mark = ${was} and fields_sealed = ${row.sealed}`;
  return count;
}
