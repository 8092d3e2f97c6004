import { claimOperations, runOperation } from '#lib/jobs/rail-operations';
import { foldBalances } from '#lib/ledger/fold-balances';
import { claimNotices, workNotice } from '#lib/notices/work-notice';
import { listReleasableQueues, releaseHeldPayouts } from '#lib/payouts/release-held-payouts';
import { watchRails } from '#lib/rails/watch-rails';
import { claimDeliveries, deliver } from '#lib/webhooks/deliver';
import { current } from './stage.ts';
import { isSimulated, type SimulatedProcess } from './timeline.ts';

const SLOTS = 32;
/** Nothing that has no time of its own, such as a payout that is held, waits longer. */
const HELD_LOOK_MS = 60_000;
const WATCH_MS = 60_000;
const LONGEST_MS = 6 * 3_600_000;

/**
 * What lib/jobs/worker.ts does, with one difference: instead of once a second it looks when something is due, so that
 * a quiet day costs nothing. The jobs themselves are the product's.
 */
export async function work(process: SimulatedProcess): Promise<void> {
  const { timeline, railChance: chance } = current();
  await timeline.wait(chance.between(0, 1_000));
  let watchedAt = 0;
  while (process.isAlive) {
    const begin = (jobs: Promise<unknown>[]) => {
      for (const each of jobs) each.catch(judge);
    };
    await attempt(async () => {
      const operations = await claimOperations(SLOTS);
      begin(operations.map((each) => runOperation(each)));
    });
    await attempt(async () => begin((await claimNotices(SLOTS)).map((each) => workNotice(each))));
    await attempt(async () => {
      for (const queue of await listReleasableQueues()) await attempt(() => releaseHeldPayouts(queue));
    });
    await attempt(async () => {
      const { receivers } = current();
      begin((await claimDeliveries(SLOTS)).map((each) => deliver(receivers.sender, each)));
    });
    await attempt(async () => {
      while ((await foldBalances()) > 0);
    });
    if (timeline.now - watchedAt > WATCH_MS) {
      watchedAt = timeline.now;
      await attempt(() => watchRails());
    }
    if (process.isAlive) await sleep((await nextDueMs()) + chance.between(20, 1_500));
  }
}

const sleepers = new Set<() => void>();

/** Somebody has written what may be work: whoever sleeps looks within a second, as the worker's poll would. */
export function wakeWorkers(): void {
  const { timeline, railChance: chance } = current();
  for (const wake of sleepers) timeline.after(chance.between(5, 1_000), wake);
  sleepers.clear();
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    sleepers.add(resolve);
    current().timeline.after(ms, () => {
      sleepers.delete(resolve);
      resolve();
    });
  });
}

/** A job that fails is taken up again when its lease ends, as in the worker. */
async function attempt(job: () => Promise<unknown>): Promise<void> {
  await job().catch(judge);
}

/** Only what was made to fail may fail; anything else is a fault of the product or of this simulation. */
function judge(error: unknown): void {
  const { violations } = current();
  if (!isSimulated(error)) violations.push(`a job failed: ${(error as Error)?.stack}`);
}

/** What is due and was not taken waits for a lease to end, for a slot, or for a database that answers. */
const BLOCKED_LOOK_MS = 5_000;

async function nextDueMs(): Promise<number> {
  const { look, timeline } = current();
  const now = new Date(timeline.now).toISOString();
  const [row] = await look(
    (sql) => sql`
      with due as (
        select run_at from rail_operations union all select run_at from rail_notices where run_at is not null
        union all select run_at from deliveries where status = 'PENDING'
      )
      select extract(epoch from min(run_at) filter (where run_at > ${now}))::float8 * 1000 as next,
             count(*) filter (where run_at <= ${now})::int as blocked,
             exists (select from transactions where status = 'AWAITING_LIQUIDITY') as held
      from due`,
  );
  const bounds = [LONGEST_MS];
  if (row?.next) bounds.push(row.next - timeline.now);
  if (row?.blocked) bounds.push(BLOCKED_LOOK_MS);
  if (row?.held) bounds.push(HELD_LOOK_MS);
  return Math.min(...bounds);
}
