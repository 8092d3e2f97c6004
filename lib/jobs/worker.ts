import { sqlClient } from '#db/client';
import { sealBooks } from '#lib/book-seals/seal-books';
import { endOverdue } from '#lib/collections/unchosen';
import { workErasures } from '#lib/customers/work-erasures';
import { isHistoryLost } from '#lib/history/history';
import { findDueWork, type SeenKind } from '#lib/jobs/find-due-work';
import { claimBatches, workBatch } from '#lib/jobs/payout-batches';
import { refreshStatistics } from '#lib/jobs/refresh-statistics';
import { forgetAnswers, forgetFaultyRows, forgetNotes, keepPartitions } from '#lib/jobs/retention';
import { TOLD_EVERY_MS, Turns } from '#lib/jobs/turns';
import { listenForWork, type WorkKind } from '#lib/jobs/wake';
import { foldBalances } from '#lib/ledger/fold-balances';
import { describeError, log } from '#lib/log';
import { claimMessages, sendMessage } from '#lib/messages/send-message';
import { watchForMessages } from '#lib/messages/watch';
import { jobLagSeconds, jobsTotal } from '#lib/metrics';
import { claimNotices, workNotice } from '#lib/notices/work-notice';
import { finishApprovedPayments } from '#lib/payment-approvals/carry-out';
import { listReleasableQueues, releaseHeldPayouts } from '#lib/payouts/release-held-payouts';
import { claimOperations, runOperation } from '#lib/rail-work/turn';
import { forgetDrainedConnections } from '#lib/rails/forget-connections';
import { RAILS_WATCHED_EVERY_MS, watchRails } from '#lib/rails/watch-rails';
import { settings } from '#lib/settings';
import { runSettlementSchedules } from '#lib/settlements/run-schedules';
import { claimDeliveries, deliver, SKIP_AT_ONCE, skipForIdleEndpoints } from '#lib/webhooks/deliver';
import { createWebhookSender, type WebhookSender } from '#lib/webhooks/send';
import { within } from '#lib/within';

/** Work is looked for this often, whatever wakes us. */
const POLL_MS = 1_000;
/** So long an end waits until nothing is announced to us any more. */
const UNHEARD_WITHIN_MS = 1_000;
const AFTER_ERROR_MS = 1_000;
/** A look is so long after the one before at least, so that under load one finds what several wake-ups are about. */
const GATHER_MS = 50;
/** Slots that come free within this time are filled by one claim. */
const SLOT_FREE_MS = 5;
/** Work that is known to come due soon is looked at then, to within this step; what is further off waits for the poll. */
const DUE_STEP_MS = 20;
const DUE_HORIZON_MS = 10_000;
/** Balances are right at any time; folding only keeps the unfolded set small. */
const FOLD_BUSY_MS = 250;
/** Unless something is seen that waits for it. */
const FOLD_IDLE_MS = 10_000;
const OPERATION_SLOTS = 32;
const NOTICE_SLOTS = 16;
/** A call to a live rail takes up to ten seconds: what waits for one gives its slot to another. */
const CALLS_OUT = { afterMs: 250, most: 256 };
const DELIVERY_SLOTS = 256;
/** Each pays row by row, one at a time. */
const BATCH_SLOTS = 4;
/** A server of mail takes few connections of one sender at a time. */
const MESSAGE_SLOTS = 4;
/** Endpoints that fail mostly fail by silence, for ten seconds each time: so many are tried at once. */
const SLOTS_FOR_FAILING = 128;
/** An attempt that takes longer gives its slot to another, so that many who die or slow down at once hold up nobody. */
const SLOW_AFTER_MS = 250;
/** But so many at most: a connection waits for each. Four for each of 256 endpoints, or 16 clients with all they may. */
const SLOW_DELIVERIES = 1_024;
const TIDY_MS = 10_000;
const TIDY_BUSY_MS = 100;
/** Only those that a dead process left. */
const APPROVED_PAYMENTS_MS = 15_000;
const SETTLEMENTS_MS = 15_000;
/** Whoever looks one up ends it as well. */
const CHOICES_MS = 5_000;
const ERASURES_MS = 5_000;
const ERASURES_BUSY_MS = 100;
const STATISTICS_MS = 5_000;
const MESSAGES_WATCHED_MS = 60_000;
const SEAL_MS = 60_000;
const SEAL_BUSY_MS = 100;
/** In steps that each hold their locks for a moment only. */
const ANSWERS_AT_ONCE = 10_000;
const FILES_AT_ONCE = 20;
const RETENTION_BUSY_MS = 100;
const RETENTION_MS = 60 * 60 * 1000;

interface Loop {
  wake(dueAt?: Date): void;
  stop(): Promise<void>;
}

export interface Worker {
  /** Takes no more work, waits for what is under way, and hands nothing over half done. */
  stop(): Promise<void>;
}

/**
 * Starts the jobs of design.md §7 in this process. Any number of workers gives the same result, and none of them takes
 * anything up while history is lost. In `dataFolder` it keeps the roots of the books' seals.
 */
export function startWorker(dataFolder?: string): Worker {
  const { WEBHOOK_ALLOW_PRIVATE, baseUrl } = settings();
  const sender = createWebhookSender({
    allowPrivate: WEBHOOK_ALLOW_PRIVATE,
    ownHosts: [new URL(baseUrl).hostname],
  });
  const sql = sqlClient();

  const loops: Record<WorkKind, Loop> = {
    operations: slotLoop('operations', { slots: OPERATION_SLOTS, slow: CALLS_OUT }, async (slots) => {
      const claimed = await claimOperations(slots);
      jobLagSeconds.set({ work: 'operations' }, Math.max(0, ...claimed.map((each) => each.lagSeconds)));
      return claimed.map((operation) => () => runOperation(operation));
    }),
    deliveries: deliveryLoop(sender),
    notices: slotLoop('notices', { slots: NOTICE_SLOTS, slow: CALLS_OUT }, async (slots) => {
      const claimed = await claimNotices(slots);
      jobLagSeconds.set({ work: 'notices' }, Math.max(0, ...claimed.map((each) => each.lagSeconds)));
      return claimed.map((notice) => () => workNotice(notice));
    }),
    held_payouts: slotLoop('held_payouts', { slots: 4 }, async () => {
      const queues = await listReleasableQueues();
      // Done within the look itself: two looks at once would only get in each other's way.
      for (const queue of queues) {
        await releaseHeldPayouts(queue).catch((error) =>
          log.error(
            { job: 'held_payouts', provider: queue.provider, ...describeError(error) },
            'a queue was left',
          ),
        );
      }
      return [];
    }),
    payout_batches: slotLoop('payout_batches', { slots: BATCH_SLOTS }, async (slots) => {
      const claimed = await claimBatches(slots);
      jobLagSeconds.set({ work: 'payout_batches' }, Math.max(0, ...claimed.map((each) => each.lagSeconds)));
      return claimed.map((batch) => () => workBatch(batch));
    }),
    messages: slotLoop('messages', { slots: MESSAGE_SLOTS }, async (slots) => {
      const claimed = await claimMessages(slots);
      jobLagSeconds.set({ work: 'messages' }, Math.max(0, ...claimed.map((each) => each.lagSeconds)));
      return claimed.map((message) => () => sendMessage(message));
    }),
  };
  const watchMessages = watchForMessages();
  const turns = new Turns();
  const timedLoop = (name: string, work: () => Promise<number>) => repeat(turns, name, work);
  const fold = timedLoop('fold', async () => ((await foldBalances()) > 0 ? FOLD_BUSY_MS : FOLD_IDLE_MS));
  const seen: Record<SeenKind, Loop> = { ...loops, fold };
  const timers = [
    fold,
    timedLoop('look', async () => {
      loops.deliveries.wake();
      for (const kind of await findDueWork()) seen[kind].wake();
      return POLL_MS;
    }),
    timedLoop('tidy', async () => {
      const skipped = await skipForIdleEndpoints();
      return skipped === SKIP_AT_ONCE ? TIDY_BUSY_MS : TIDY_MS;
    }),
    timedLoop('rails', () => watchRails().then(() => RAILS_WATCHED_EVERY_MS)),
    timedLoop('statistics', () => refreshStatistics().then(() => STATISTICS_MS)),
    timedLoop('retention', async () => {
      const hasMore =
        (await forgetFaultyRows(FILES_AT_ONCE)) === FILES_AT_ONCE ||
        (await forgetAnswers(ANSWERS_AT_ONCE)) === ANSWERS_AT_ONCE;
      return hasMore ? RETENTION_BUSY_MS : RETENTION_MS;
    }),
    timedLoop('partitions', () =>
      keepPartitions()
        .then(forgetNotes)
        .then(() => RETENTION_MS),
    ),
    timedLoop('approved_payments', () => finishApprovedPayments().then(() => APPROVED_PAYMENTS_MS)),
    timedLoop('choices', () => endOverdue().then(() => CHOICES_MS)),
    timedLoop('erasures', async () => ((await workErasures(new Date())) ? ERASURES_BUSY_MS : ERASURES_MS)),
    timedLoop('settlements', () => runSettlementSchedules().then(() => SETTLEMENTS_MS)),
    timedLoop('told', () => watchMessages(new Date()).then(() => MESSAGES_WATCHED_MS)),
    timedLoop('seals', async () => ((await sealBooks(dataFolder)) ? SEAL_BUSY_MS : SEAL_MS)),
    timedLoop('connections', () => forgetDrainedConnections().then(() => RETENTION_MS)),
    timedLoop('heartbeat', () => turns.tell().then(() => TOLD_EVERY_MS)),
  ];
  listenForWork((kind, dueAt) => loops[kind].wake(dueAt));
  const wakeAll = () => {
    for (const loop of Object.values(loops)) loop.wake();
  };
  const heard = sql.listen('kaira_work', wakeAll, wakeAll).catch(() => undefined);

  return {
    async stop() {
      listenForWork(undefined);
      await Promise.all([...Object.values(loops), ...timers].map((loop) => loop.stop()));
      // A database that does not answer lets us wait for both.
      await within(
        UNHEARD_WITHIN_MS,
        heard.then((own) => own?.unlisten()),
      ).catch(() => {});
      await sender.close();
    },
  };
}

function deliveryLoop(sender: WebhookSender): Loop {
  let failingUnderWay = 0;
  const slots = { slots: DELIVERY_SLOTS, slow: { afterMs: SLOW_AFTER_MS, most: SLOW_DELIVERIES } };
  return slotLoop('deliveries', slots, async (free) => {
    const claimed = await claimDeliveries(free, SLOTS_FOR_FAILING - failingUnderWay);
    return claimed.map((delivery) => async () => {
      const weight = delivery.isFailing ? 1 : 0;
      failingUnderWay += weight;
      try {
        await deliver(sender, delivery);
      } finally {
        failingUnderWay -= weight;
      }
    });
  });
}

interface SlotPlan {
  slots: number;
  /** What takes longer than `afterMs` has no slot any more, `most` at a time. */
  slow?: { afterMs: number; most: number };
}

/** Claims as much as there are free slots, starts it, and looks again when it is woken, or when a slot comes free. */
function slotLoop(
  name: WorkKind,
  { slots, slow }: SlotPlan,
  claim: (free: number) => Promise<(() => Promise<void>)[]>,
): Loop {
  const underWay = new Set<Promise<void>>();
  let slowUnderWay = 0;
  let stopped = false;
  let looking: Promise<void> | undefined;
  let again = false;
  let soon: NodeJS.Timeout | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Moments at which known work comes due; nearby ones share a timer. */
  const due = new Map<number, NodeJS.Timeout>();

  const lookWhenDue = (at: number) => {
    const moment = Math.ceil(at / DUE_STEP_MS) * DUE_STEP_MS;
    if (stopped || due.has(moment) || moment > Date.now() + DUE_HORIZON_MS) return;
    const timer = setTimeout(() => {
      due.delete(moment);
      wakeNow();
    }, moment - Date.now());
    due.set(moment, timer);
  };
  const wakeSoon = () => {
    soon = undefined;
    wakeNow();
  };
  const wakeNow = () => {
    if (stopped) return;
    if (looking) {
      again = true;
      return;
    }
    const restMs = lookedAt + GATHER_MS - performance.now();
    if (restMs > 0) {
      soon ??= setTimeout(wakeSoon, restMs);
      return;
    }
    clearTimeout(soon);
    soon = undefined;
    lookedAt = performance.now();
    looking = look().finally(() => {
      looking = undefined;
      if (again) {
        again = false;
        wakeNow();
      }
    });
  };
  const freeSlots = () => slots - underWay.size + Math.min(slowUnderWay, slow?.most ?? 0);
  const look = async () => {
    const free = freeSlots();
    if (free <= 0 || isHistoryLost()) return;
    try {
      for (const work of await claim(free)) start(work);
    } catch (error) {
      log.warn({ job: name, ...describeError(error) }, 'looking for work failed');
    }
  };
  // What was held back, such as by an endpoint's own slots, is claimed when one comes free.
  const lookSoon = () => {
    if (!stopped) soon ??= setTimeout(wakeSoon, SLOT_FREE_MS);
  };
  const start = (work: () => Promise<void>) => {
    let isSlow = false;
    const becomesSlow = () => {
      if (freeSlots() <= 0) lookSoon();
      isSlow = true;
      slowUnderWay++;
    };
    const patience = slow && setTimeout(becomesSlow, slow.afterMs);
    const running = work()
      .then(() => jobsTotal.inc({ work: name, outcome: 'done' }))
      .catch((error) => {
        jobsTotal.inc({ work: name, outcome: 'error' });
        log.error({ job: name, ...describeError(error) }, 'a job failed; it is repeated when its lease ends');
      })
      .then(() => {
        clearTimeout(patience);
        if (isSlow) slowUnderWay--;
        underWay.delete(running);
        lookSoon();
      });
    underWay.add(running);
  };
  wakeNow();

  return {
    wake(dueAt) {
      if (dueAt === undefined || dueAt.getTime() <= Date.now()) wakeNow();
      else lookWhenDue(dueAt.getTime());
    },
    async stop() {
      stopped = true;
      clearTimeout(soon);
      for (const timer of due.values()) clearTimeout(timer);
      await looking;
      await Promise.all(underWay);
    },
  };
}

/** Repeats `work` after as many milliseconds as it returns, or when it is woken. */
function repeat(turns: Turns, name: string, work: () => Promise<number>): Loop {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const turn = () => {
    clearTimeout(timer);
    isRunning = true;
    running = (isHistoryLost() ? Promise.resolve(POLL_MS) : work())
      .then((delayMs) => {
        turns.end(name, delayMs);
        return delayMs;
      })
      .catch((error) => {
        log.warn({ job: name, ...describeError(error) }, 'a periodic job failed');
        return AFTER_ERROR_MS;
      })
      .then((delayMs) => {
        isRunning = false;
        if (!stopped) timer = setTimeout(turn, delayMs);
      });
  };
  turns.begin(name);
  turn();
  return {
    wake() {
      if (!isRunning && !stopped) turn();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
