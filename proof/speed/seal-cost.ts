import type { Sql } from 'postgres';
import { connect } from '#db/client';
import { sealBooks } from '#lib/book-seals/seal-books';
import type { Context } from '#lib/context';
import { refreshStatistics } from '#lib/jobs/refresh-statistics';
import { foldBalances } from '#lib/ledger/fold-balances';
import { cpuMsOfFamily } from './cost.ts';
import { captureLife } from './initiation.ts';
import { median } from './stage.ts';

// What sealed books cost: the statements of the same lives with the queue of what is to be sealed and without, in turns on
// one database, and the sealing of what they queued; as processor time of PostgreSQL.

const LANES = 8;
const LIVES = 1_000;

/** Prints each figure for one life: of all PostgreSQL does for it, what is for the seals. */
export async function measureSeals(url: string, clients: Context['client'][], rounds: number): Promise<void> {
  const owner = connect(url, 1, 'kaira bench');
  const lives: (() => Promise<unknown>)[] = [];
  for (const client of clients) lives.push(await captureLife(client));
  const round = async (isQueued: boolean) => {
    await queue(owner, isQueued);
    const life = await costOf(owner, () => live(lives));
    const sealing = await costOf(owner, async () => {
      while (await sealBooks());
    });
    return { life, sealing };
  };
  for (const isQueued of [false, true]) await round(isQueued);
  await refreshStatistics();
  const pairs: { bare: number; queue: number; sealing: number }[] = [];
  for (let number = 0; number < rounds; number++) {
    const isQueuedFirst = number % 2 === 1;
    const [first, second] = [await round(isQueuedFirst), await round(!isQueuedFirst)];
    const [queued, bare] = isQueuedFirst ? [first, second] : [second, first];
    pairs.push({ bare: bare.life, queue: queued.life - bare.life, sealing: queued.sealing });
  }
  const [row] = await owner`
    select sum(leaves)::int as leaves, (pg_total_relation_size('book_leaves') + pg_total_relation_size('book_seals'))::int as bytes from book_seals`;
  await owner.end();
  const of = (figure: keyof (typeof pairs)[0]) => median(pairs.map((pair) => pair[figure]));
  const share = (ms: number) => `${ms.toFixed(3)} ms (${((100 * ms) / of('bare')).toFixed(1)} %)`;
  console.log(
    `\ns a life without seals: PostgreSQL ${of('bare').toFixed(3)} ms; with them the queue ${share(of('queue'))} and the sealing ` +
      `${share(of('sealing'))} more; ${Math.round(row?.bytes / row?.leaves)} bytes for a leaf; medians of ${rounds} pairs of ${LIVES} lives`,
  );
}

/** Whether what is written is queued: as if a program of another name wrote it. */
async function queue(owner: Sql, isQueued: boolean): Promise<void> {
  await owner.unsafe(
    `create or replace function is_kaira() returns boolean language sql stable as $$ select ${isQueued} $$`,
  );
}

async function live(lives: (() => Promise<unknown>)[]): Promise<void> {
  let begun = 0;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (begun < LIVES) await lives[begun++ % lives.length]?.();
    }),
  );
  while ((await foldBalances()) > 0);
}

/** In milliseconds a life. */
async function costOf(owner: Sql, work: () => Promise<unknown>): Promise<number> {
  const [row] = await owner`select pg_backend_pid() as pid`;
  const before = await cpuMsOfFamily(row?.pid);
  await work();
  return ((await cpuMsOfFamily(row?.pid)) - before) / LIVES;
}
