import { z } from 'zod';
import { sqlClient } from '#db/client';
import { CSV_BOM, csvRecord } from '#lib/csv';
import { AppError, invariant } from '#lib/errors';
import { validationError } from '#lib/http/respond';
import { createRoom, room } from '#lib/http/room';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { dayField, endOf, isSettled, startOf } from '#lib/ledger/periods';
import { readWhole } from '#lib/ledger/read-whole';
import { formatAmount } from '#lib/money';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 366;
/** How many entries are in memory at a time. */
const PAGE_SIZE = 1_000;

/**
 * The form of the file. The first one, of releases before, had neither reference nor memo nor period in the lines of
 * settlements. A closed period keeps the bytes of which it has the digest, so each close keeps the form of its file, and
 * a line is written in the form of the close that covers its day; of a day that none covers yet, in the present one, in
 * which it will be closed.
 */
export const JOURNALS_FORM = 2;

export const journalsQuery = z
  .object({
    environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
    /** Both days are of it. */
    from: dayField.optional(),
    to: dayField.optional(),
    /** Instead of both: the last day of a closed period. */
    period: dayField.optional(),
  })
  .superRefine(({ from, to, period }, check) => {
    const fault = (path: string, message: string) =>
      check.addIssue({ code: 'custom', path: [path], message });
    if (period !== undefined) {
      if (from || to) fault('period', 'Ask for a period or for days, not for both.');
    } else if (!from || !to) {
      fault(from ? 'to' : 'from', 'Say the first and the last day.');
    } else if (from > to || endOf(to).getTime() - startOf(from).getTime() > MAX_DAYS * DAY_MS) {
      fault('to', `The last day must not be before the first, nor ${MAX_DAYS} days or more after it.`);
    }
  });

/** Both days are of it; without a first one it begins with the books. */
export interface ExportedDays {
  environment: 'SANDBOX' | 'LIVE';
  from: string | null;
  to: string;
}

interface Row {
  journal_id: string;
  place: string;
  at: string;
  kind: string | null;
  owner: string;
  transaction_id: string | null;
  reference: string | null;
  account: string;
  bututs: string;
  memo: string | null;
  about_period: string | null;
}

const columns: [name: string, cellOf: (row: Row, environment: string) => string | null][] = [
  ['entry_id', (row) => `${row.journal_id}/${row.place}`],
  ['journal_id', (row) => row.journal_id],
  ['at', (row) => row.at],
  ['kind', (row) => row.kind],
  ['environment', (_row, environment) => environment],
  ['client', (row) => (row.owner === HOUSE_CLIENT_ID ? 'house' : row.owner)],
  ['transaction', (row) => row.transaction_id],
  ['reference', (row) => row.reference],
  ['account', (row) => row.account],
  ['debit', (row) => (row.bututs.startsWith('-') ? null : formatAmount(BigInt(row.bututs)))],
  ['credit', (row) => (row.bututs.startsWith('-') ? formatAmount(-BigInt(row.bututs)) : null)],
  ['currency', () => 'GMD'],
  ['memo', (row) => row.memo],
  ['about_period', (row) => row.about_period],
];

/**
 * Writes one line for each entry of the days as CSV (lib/csv.ts), oldest first, and returns how many there were; `write`
 * is waited for. Guarantee: of days that are over and settled the same bytes every time, because nothing in it can
 * change: of a client there is the id and of a payment its reference, and what comes of it later stands with later journals.
 */
export function writeJournals(
  { environment, from, to }: ExportedDays,
  write: (text: string) => Promise<unknown>,
  within = readWhole<bigint>,
): Promise<bigint> {
  const first = from === null ? '-infinity' : startOf(from).toISOString();
  const until = endOf(to).toISOString();
  return within(async (tx) => {
    // Unseen by the planner: of days that its statistics do not know yet it expects an entry and a journal, and would go
    // through all journals for each entry.
    const isAsked = (row: 'e' | 'j') => tx`
      ${tx(row)}.environment = (select ${environment}::text) and ${tx(row)}.created_at >= (select ${first}::text::timestamptz)
        and ${tx(row)}.created_at < (select ${until}::text::timestamptz)`;
    const rows = tx<Row[]>`
      with shown as (
        select j.client_id, j.id, j.kind, j.transaction_id, j.created_at from journals j
        where ${isAsked('j')}
      ), noted as materialized (
        -- What operators said of a booking of the house's money; of two lines of one journal there is none.
        select a.after->>'journal' as journal_id, min(a.after->>'note') as note from audit_log a
        where a.action in ('rail.float_funded', 'rail.float_withdrawn', 'rail.float_transferred', 'rail.collections_moved', 'rail.collections_withdrawn')
        group by 1
      ), adjusted as materialized (
        select journal_id, min(reason) as reason from adjustments where environment = ${environment} group by 1
      ), closed as materialized (
        select (coalesce(first_day, '-infinity'))::timestamp at time zone 'UTC' as first, last_day,
               (last_day + 1)::timestamp at time zone 'UTC' as until, closed_at, coalesce(journals_form, 1) as form
        from period_closes where environment = ${environment}
      ), settled as materialized (
        -- The journals of settlements, but those of the first form: nothing of it can change but by later journals.
        select c.journal_id, s.reference, c.note, c.before_at
        from (
          select client_id, settlement_id, journal_id, note, at,
                 lag(at) over (partition by client_id, settlement_id order by sequence) as before_at
          from settlement_changes where environment = ${environment} and journal_id is not null
        ) c
        join settlements s on s.client_id = c.client_id and s.id = c.settlement_id
        where not exists (
          select from closed p where c.at >= p.first and c.at < p.until and p.form < ${JOURNALS_FORM})
      )
      select e.journal_id, row_number() over (partition by e.journal_id order by e.client_id, e.account collate "C")::text as place,
             to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
             j.kind, e.client_id as owner, j.transaction_id, coalesce(t.client_reference, s.reference) as reference,
             e.account, e.amount_bututs::text as bututs, coalesce(d.reason, n.note, s.note) as memo,
             ${aboutPeriod(tx)} as about_period
      from (select * from entries e where ${isAsked('e')}) e
      full join shown j on j.id = e.journal_id
      left join transactions t on t.client_id = j.client_id and t.id = j.transaction_id
      left join adjusted d on d.journal_id = e.journal_id
      left join noted n on n.journal_id = e.journal_id::text
      left join settled s on s.journal_id = e.journal_id
      where (e.journal_id is null) is false
      order by e.created_at, e.journal_id, e.client_id, e.account collate "C"`;
    let count = 0n;
    // With the first lines, so that what fails at once is told before anything is written.
    let head = CSV_BOM + csvRecord(columns.map(([name]) => name));
    for await (const page of rows.cursor(PAGE_SIZE)) {
      count += BigInt(page.length);
      const records = page.map((row) => csvRecord(columns.map(([, cellOf]) => cellOf(row, environment))));
      await write(head + records.join(''));
      head = '';
    }
    if (head !== '') await write(head);
    return count;
  });
}

/**
 * The period that a journal `j` belongs to, where it had been closed before it could be booked: that of the journal before
 * of the same payment `t` or settlement `s`, or of the payment's beginning.
 */
function aboutPeriod(tx: Parameters<Parameters<typeof readWhole>[0]>[0]) {
  return tx`(
    select to_char(c.last_day, 'YYYY-MM') from closed c
    where coalesce(t.created_at, s.before_at) < c.until and c.closed_at <= j.created_at and exists (
      select from (
        select coalesce((
          select max(p.created_at) from journals p
          where p.client_id = j.client_id and p.transaction_id = j.transaction_id and p.created_at < j.created_at
        ), t.created_at, s.before_at) as at
      ) before where before.at >= c.first and before.at < c.until
    ))`;
}

/** Each download has a connection of its own for as long as its receiver takes, and the database has so many. */
const AT_ONCE = { most: 3, queue: 20 };
const WAITS_MS = 10_000;
const downloads = createRoom(Number.POSITIVE_INFINITY, { waitsMs: { own: WAITS_MS, everybodys: WAITS_MS } });

/**
 * The same as a stream; a few at a time in each process. What fails before the first bytes is thrown; what fails later
 * breaks the stream off. Throws `RATE_LIMITED` where others are read for long.
 */
export async function exportJournals(days: ExportedDays): Promise<ReadableStream<Uint8Array>> {
  const leave = await room.aside(() => downloads.hold({ id: 'journals', ...AT_ONCE }));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    { highWaterMark: 1 },
    // Nothing is taken before it is asked for: a file that fits into one piece is held like any other.
    { highWaterMark: 0 },
  );
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  await new Promise<void>((begun, failed) => {
    writeJournals(days, async (text) => {
      begun();
      await writer.write(encoder.encode(text));
    })
      .then(() => writer.close())
      .catch((error) => {
        failed(error);
        // Whoever hung up has aborted it already.
        return writer.abort(error).catch(() => {});
      })
      .finally(leave);
  });
  return readable;
}

/** A file of days to which something may still be added says so in its name. */
export function journalsName({ environment, from, to }: ExportedDays, now: Date): string {
  const state = isSettled(to, now) ? '' : '-provisional';
  return `kaira-journals-${environment.toLowerCase()}-${from ?? 'beginning'}-${to}${state}.csv`;
}

/**
 * The days that are asked for, or those of a closed period. Throws `VALIDATION_ERROR` for a day to come, whose file could
 * not be whole, and `NOT_FOUND` where no closed period ends with that day.
 */
export async function requireDays(
  { environment, from, to, period }: z.output<typeof journalsQuery>,
  now: Date,
): Promise<ExportedDays> {
  if (period !== undefined) {
    const [row] = await sqlClient()`
      select first_day::text from period_closes where environment = ${environment} and last_day = ${period}::text::date`;
    if (row === undefined) throw new AppError('NOT_FOUND', 'No closed period ends with this day.');
    return { environment, from: row.first_day, to: period };
  }
  invariant(from && to, 'days are asked for where no period is');
  if (startOf(to) <= now) return { environment, from, to };
  throw validationError([{ path: 'to', message: 'This day has not come yet.', code: 'invalid_date' }]);
}
