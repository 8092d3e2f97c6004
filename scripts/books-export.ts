import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '#db/client';
import { OneSentenceError } from '#db/one-sentence-error';
import { findDatabase } from '#scripts/find-database';
import { reportFailure } from '#scripts/terminal';

// npm run books:export -- --to DIR: every sealed row in its canonical form, every seal and its leaves, for an auditor with
// another machine (npm run books:verify). Of one moment; changes nothing.

const ROWS_AT_ONCE = 2_000;

try {
  const at = process.argv.indexOf('--to');
  const folder = process.argv[at + 1];
  if (at === -1 || !folder) throw new OneSentenceError('Say where to: npm run books:export -- --to DIR');
  await mkdir(folder, { recursive: true });
  const { owner, postgres } = await findDatabase();
  const sql = connect(owner, 1, 'kaira export');
  try {
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`
        select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true), set_config('statement_timeout', '0', true)`;
      const write = async (name: string, query: string) => {
        const file = createWriteStream(path.join(folder, name));
        for await (const rows of tx.unsafe(query).cursor(ROWS_AT_ONCE)) {
          const lines = rows.map(({ line }) => `${line}\n`).join('');
          if (!file.write(lines)) await once(file, 'drain');
        }
        file.end();
        await once(file, 'close');
      };
      // A string within the object, so that whoever reads it has the exact bytes that were hashed.
      await write(
        'rows.jsonl',
        `select jsonb_build_object('kind', r.kind, 'key', r.key, 'content', r.content)::text as line from sealed_rows r`,
      );
      await write(
        'seals.jsonl',
        `select jsonb_build_object('id', s.id, 'sealed_at', to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'leaves', s.leaves, 'root', encode(s.root, 'hex'), 'chain', encode(s.chain, 'hex'))::text as line from book_seals s order by s.id`,
      );
      await write(
        'leaves.jsonl',
        `select jsonb_build_object('seal', l.seal_id, 'kind', l.kind, 'key', l.key, 'hash', encode(l.hash, 'hex'),
           'state', l.kind in (select kind from sealed_states))::text as line
         from sealed_leaves l order by l.seal_id, l.kind collate "C", l.place`,
      );
      await write(
        'waiting.jsonl',
        `select jsonb_build_object('kind', kind, 'id', id, 'key', key)::text as line from unsealed
         union all select jsonb_build_object('id', id)::text from unsealed_payments`,
      );
      await write(
        'balances.jsonl',
        `select jsonb_build_object('client_id', a.client_id, 'environment', a.environment, 'account', a.name,
           'bututs', (a.balance_bututs + coalesce((select sum(amount_bututs) from unfolded_entries u
              where u.client_id = a.client_id and u.environment = a.environment and u.account = a.name), 0))::text)::text as line
         from accounts a`,
      );
    });
    process.stdout.write(`The books are in ${folder}.\n`);
  } finally {
    await sql.end({ timeout: 5 });
    if (postgres && !postgres.reused) await postgres.stop();
  }
} catch (error) {
  reportFailure(error);
}
