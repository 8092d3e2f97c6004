import { endOverdue } from '#lib/collections/unchosen';
import { foldBalances } from '#lib/ledger/fold-balances';
import { claimNotices, workNotice } from '#lib/notices/work-notice';
import { listReleasableQueues, releaseHeldPayouts } from '#lib/payouts/release-held-payouts';
import { claimOperations, runOperation } from '#lib/rail-work/turn';
import { watchRails } from '#lib/rails/watch-rails';
import { claimDeliveries, deliver } from '#lib/webhooks/deliver';
import { current } from './stage.ts';
import { isSimulated, type SimulatedProcess } from './timeline.ts';

const SLOTS = 32;
/** Nothing that has no time of its own, such as a payout that is held, waits longer. */
const HELD_LOOK_MS = 600_000;
/** Each worker, while the merchants trade; on the quiet days after it, seldom. */
const WATCH_MS = 120_000;
const QUIET_WATCH_MS = 3 * 3_600_000;
const LONGEST_MS = 6 * 3_600_000;
/** What is due and was not taken waits for a lease to end, for a slot, or for a database that answers: at first, at most. */
const BLOCKED_LOOK_MS = 5_000;
const LONGEST_BLOCKED_MS = 600_000;
const FOLD_SHARE = 0.1;

/**
 * What lib/jobs/worker.ts does, with one difference: instead of once a second it looks when something is due, and only
 * for that, so that a quiet day costs nothing. The jobs themselves are the product's.
 */
export async function work(process: SimulatedProcess): Promise<void> {
  const { timeline, faults, receivers, workerChance: chance } = current();
  await timeline.wait(chance.between(0, 1_000));
  let watchedAt = 0;
  let blockedMs = 0;
  const begin = (jobs: Promise<unknown>[]) => {
    for (const each of jobs) each.catch(judge);
  };
  while (process.isAlive) {
    const due = await peek();
    if (due.operations) {
      await attempt(async () => begin((await claimOperations(SLOTS)).map((each) => runOperation(each))));
    }
    if (due.notices) {
      await attempt(async () => begin((await claimNotices(SLOTS)).map((each) => workNotice(each))));
    }
    if (due.held) {
      await attempt(async () => {
        for (const queue of await listReleasableQueues()) await attempt(() => releaseHeldPayouts(queue));
      });
    }
    if (due.deliveries) {
      await attempt(async () =>
        begin((await claimDeliveries(SLOTS)).map((each) => deliver(receivers.sender, each))),
      );
    }
    if (due.choices) await attempt(endOverdue);
    // It changes no balance, so now and then is as good as always.
    if (chance.is(FOLD_SHARE)) await attempt(foldBalances);
    if (timeline.now - watchedAt > (faults.isOver() ? QUIET_WATCH_MS : WATCH_MS)) {
      watchedAt = timeline.now;
      await attempt(() => watchRails());
    }
    const bounds = [LONGEST_MS];
    if (due.next !== null) bounds.push(due.next - timeline.now);
    const isDue = due.operations || due.notices || due.deliveries || due.choices;
    blockedMs = isDue ? Math.min(LONGEST_BLOCKED_MS, Math.max(BLOCKED_LOOK_MS, 1.5 * blockedMs)) : 0;
    if (isDue) bounds.push(blockedMs);
    if (due.held) bounds.push(HELD_LOOK_MS);
    if (process.isAlive) await sleep(Math.max(0, Math.min(...bounds)) + chance.between(20, 1_500));
  }
}

const sleepers = new Set<() => void>();

/** Somebody has written what may be work: one who sleeps looks within a second, as the worker's poll would. */
export function wakeWorkers(): void {
  if (sleepers.size === 0) return;
  const { timeline, workerChance: chance } = current();
  const wake = chance.of([...sleepers]);
  sleepers.delete(wake);
  timeline.after(chance.between(5, 1_000), wake);
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

interface Due {
  operations: boolean;
  notices: boolean;
  deliveries: boolean;
  held: boolean;
  /** Collections that nobody chose a wallet for in time. */
  choices: boolean;
  /** When the next thing comes due, milliseconds of the epoch; null: nothing is going to. */
  next: number | null;
}

async function peek(): Promise<Due> {
  const { look, timeline } = current();
  const now = new Date(timeline.now).toISOString();
  const [row] = await look(
    (sql) => sql<Due[]>`
      select exists (select from rail_operations where run_at <= ${now}) as operations,
             exists (select from rail_notices where run_at <= ${now}) as notices,
             exists (select from deliveries where status = 'PENDING' and run_at <= ${now}) as deliveries,
             exists (select from transactions where status = 'AWAITING_LIQUIDITY') as held,
             exists (select from payment_links where reserved_id is not null and expires_at <= ${now}) as choices,
             extract(epoch from least(
               (select min(run_at) from rail_operations where run_at > ${now}),
               (select min(run_at) from rail_notices where run_at > ${now}),
               (select min(expires_at) from payment_links where reserved_id is not null and expires_at > ${now}),
               (select min(run_at) from deliveries where status = 'PENDING' and run_at > ${now})
             ))::float8 * 1000 as next`,
  );
  return row as Due;
}
