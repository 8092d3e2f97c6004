/** Every write on the books that a commit of the ledger has not made, by the connection of the application. */
import type postgres from 'postgres';
import { each, verdict } from './attempt.ts';
import { attack } from './score.ts';

/** What is only added to, or is changed by the ledger's functions alone. */
export const BOOKS =
  /^(transactions|transaction_changes|journals|entries|unfolded_entries|accounts|events|audit_log|adjustments|tallies|tally_totals|rail_tallies|unfolded_tallies|rail_calls|cases|rail_notices)$/;
/** Of these the application may change some columns, but never the money. */
const WORKED_ON = /^(cases|rail_notices|rail_calls)$/;
/** Of these a row is never removed, whatever else may change in it. */
export const KEPT =
  /^(approvals|clients|users|api_keys|deliveries|payout_batches|payout_batch_rows|rail_statements|rail_statement_lines|rail_connection_versions)$/;

/** One row of many: what all of them together may not, one by itself may. */
const one = (table: string, which = 'true') =>
  `where ctid = (select ctid from public.${table} where ${which} order by random() limit 1)`;
const over = (tables: string[], statement: (table: string) => string | string[]) =>
  Object.fromEntries(tables.map((table) => [table, statement(table)]));

/** Every verb on every table of the books, and on each partition by itself. */
export async function rows(sql: postgres.Sql, books: string[], kept: string[]) {
  await rights(sql, books, kept);
  const remove = (table: string) => [
    `delete from public.${table}`,
    `delete from public.${table} ${one(table)}`,
  ];
  await each(sql, 'rows of the books are not deleted', over(books, remove));
  await each(sql, 'rows that are kept are not deleted', over(kept, remove));
  await each(
    sql,
    'nothing is truncated',
    over([...books, ...kept], (table) => `truncate public.${table} cascade`),
  );
  await changes(sql, books);
  await additions(sql, books);
}

async function rights(sql: postgres.Sql, books: string[], kept: string[]) {
  await attack('the role has no right to remove what is kept, nor to change the books', async () => {
    const found = await sql<{ name: string; right: string }[]>`
      select t.name, r.right from unnest(${[...books, ...kept]}::text[]) t(name), (values ('DELETE'), ('TRUNCATE'), ('UPDATE'), ('TRIGGER')) r("right")
      where has_table_privilege(('public.' || t.name)::regclass, r.right)`;
    const worse = found.filter(
      ({ name, right }) => right !== 'UPDATE' || (!WORKED_ON.test(name) && !kept.includes(name)),
    );
    const by = new Map<string, string[]>();
    for (const { name, right } of worse) {
      by.set(right, [...(by.get(right) ?? []), name]);
    }
    return [
      verdict(
        [...by].map(([right, names]) => `${right} on ${names.length}, such as ${names[0]}`),
        'asked of the catalogue',
      ),
    ];
  });
}

async function changes(sql: postgres.Sql, books: string[]) {
  const columns = await sql<{ t: string; c: string }[]>`select table_name as t, column_name as c
    from information_schema.columns where table_schema = 'public' and table_name = any(${books})`;
  const change = async (title: string, column: RegExp, value: (column: string) => string) => {
    const wanted = columns.filter(({ t, c }) => column.test(c) && !WORKED_ON.test(t));
    const ways = ({ t, c }: { t: string; c: string }) => {
      const all = `update public.${t} set ${c} = ${value(c)}`;
      return [all, `${all} ${one(t)}`, `${all} ${one(t)}`];
    };
    await each(sql, title, Object.fromEntries(wanted.map((each) => [`${each.t}.${each.c}`, ways(each)])));
  };
  await change('no amount and no balance is changed', /bututs|^balance|^count$/, (c) => `${c} + 1`);
  await change(
    'nothing goes to another client',
    /^client_id$/,
    () => '(select max(id::text)::uuid from public.clients)',
  );
  await change('no day is moved', /^(at|created_at|completed_at)$/, (c) => `${c} - interval '1 day'`);
  const edges: [string, string][] = [
    ['PENDING', 'SUCCEEDED'],
    ['PENDING', 'FAILED'],
    ['PENDING', 'CANCELLED'],
    ['PENDING', 'EXPIRED'],
    ['SUCCEEDED', 'REVERSED'],
    ['SUCCEEDED', 'FAILED'],
    ['FAILED', 'SUCCEEDED'],
    ['EXPIRED', 'SUCCEEDED'],
    ['CANCELLED', 'PENDING'],
  ];
  const statuses = edges.flatMap(([from, to]) =>
    ['collection', 'payout'].map((type): [string, string[]] => {
      const set = `update public.transactions set status = '${to}', version = version + 1`;
      const which = one('transactions', `status = '${from}' and type = '${type}'`);
      const ended = `, completed_at = ${to === 'PENDING' ? 'null' : 'now()'}`;
      return [
        `${type} ${from} to ${to}`,
        [`${set} ${which}`, `${set}${ended} ${which}`, `${set}${ended}, failure_code = 'DECLINED' ${which}`],
      ];
    }),
  );
  await each(sql, 'no status is changed', Object.fromEntries(statuses));
}

async function additions(sql: postgres.Sql, books: string[]) {
  const has = (...names: string[]) => names.filter((t) => books.includes(t));
  const copy = (t: string, changed: string) =>
    `insert into public.${t} select (jsonb_populate_record(x, jsonb_build_object(${changed}))).* from public.${t} x limit 1`;
  const ids =
    "'id', gen_random_uuid(), 'sequence', 991, 'version', 991, 'client_reference', 'doors', 'name', 'doors'";
  const other = (x: string) => `(select a.name from public.accounts a where a.client_id = (${x}).client_id
    and a.environment = (${x}).environment and a.name <> (${x}).account limit 1)`;
  const even = (
    journal: string,
  ) => `insert into public.entries select (jsonb_populate_record(s.x, jsonb_build_object(
      'journal_id', ${journal}, 'amount_bututs', v.a, 'account', case v.a when 1 then (s.x).account else ${other('s.x')} end))).*
    from (select e as x from public.entries e limit 1) s, (values (1), (-1)) v(a)`;
  const shadow = "'01900000-0000-7000-8000-000000000001'";
  const forged = over(has('events', 'transaction_changes'), (t) => copy(t, ids));
  await each(
    sql,
    'no event and no line of a history is forged, beside the statement that makes it true',
    forged,
  );
  await each(sql, 'no line is added to the books by itself', {
    ...over(has('journals', 'transactions', 'accounts', 'adjustments'), (t) => copy(t, ids)),
    'an entry without a journal': copy('entries', "'journal_id', gen_random_uuid()"),
    'two even entries without a journal': even(shadow),
    'an entry to a journal that is there': copy('entries', `'amount_bututs', 1, 'account', ${other('x')}`),
    'a journal of its own, with two even entries': `${copy('journals', `'id', ${shadow}`)}; ${even(shadow)}`,
    'a credit that is not folded yet': `insert into public.unfolded_entries (client_id, environment, account, amount_bututs)
      select client_id, environment, name, 100 from public.accounts limit 1`,
    'an approval by who asked': `update public.approvals set status = 'APPROVED', decided_by = requested_by,
      decided_by_name = requested_by_name, decided_at = now()`,
    'another line over one of the audit log': `insert into public.audit_log select * from public.audit_log limit 1
      on conflict (id) do update set action = 'nothing'`,
    'an entry with a journal of a temporary table': `create temp table journals (like public.journals);
      insert into pg_temp.journals select (jsonb_populate_record(x, jsonb_build_object('id', ${shadow}))).* from public.journals x limit 1;
      ${even(shadow)}`,
    'a balance over one that is there': `insert into public.accounts select * from public.accounts where balance_bututs > 0 limit 1
      on conflict (client_id, environment, name) do update set balance_bututs = accounts.balance_bututs + 1`,
  });
}
