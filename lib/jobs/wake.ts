import { sqlClient } from '#db/client';

/** What a worker can be woken for. */
export type WorkKind =
  | 'deliveries'
  | 'operations'
  | 'held_payouts'
  | 'payout_batches'
  | 'notices'
  | 'messages';
type Listener = (kind: WorkKind, dueAt: Date | undefined) => void;

const shared = globalThis as {
  kairaWorkListener?: Listener | undefined;
  kairaNotifyTimer?: NodeJS.Timeout | undefined;
};
/** Every NOTIFY takes one lock for the whole database cluster at commit, so it is sent apart and not too often. */
const NOTIFY_EVERY_MS = 50;

/** The worker inside this process, where there is one, hears of new work without the database's help. */
export function listenForWork(listener: Listener | undefined): void {
  shared.kairaWorkListener = listener;
}

/**
 * Says that there is work; costs nothing and never fails, because the worker's poll (1 s) is the guarantee.
 * Work that is due later needs no call to another process: the worker there looks often enough.
 */
export function wakeWorker(kind: WorkKind, dueAt?: Date): void {
  if (shared.kairaWorkListener) {
    shared.kairaWorkListener(kind, dueAt);
    return;
  }
  if (dueAt !== undefined && dueAt.getTime() > Date.now()) return;
  if (shared.kairaNotifyTimer) return;
  shared.kairaNotifyTimer = setTimeout(() => {
    shared.kairaNotifyTimer = undefined;
    sqlClient()`select pg_notify('kaira_work', '')`.catch(() => {});
  }, NOTIFY_EVERY_MS);
}
