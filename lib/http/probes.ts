import { createHash, timingSafeEqual } from 'node:crypto';
import { sqlClient } from '#db/client';
import { findMachineDifferences } from '#db/machine';
import { isMigrated } from '#db/migrate';
import { AppError } from '#lib/errors';
import { checkHistory, isHistoryLost } from '#lib/history/history';
import { findPeer } from '#lib/http/peer';
import { type AnswerFacts, answer, errorAnswer } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { MAX_LAG_SECONDS, readWorkerLag } from '#lib/jobs/worker-lag';
import { log } from '#lib/log';
import { registry } from '#lib/metrics';
import { isPooled } from '#lib/monitoring/pooler-watch';
import { scrape } from '#lib/monitoring/scrape';
import { settings } from '#lib/settings';
import { within } from '#lib/within';

const ANSWER_WITHIN_MS = 3_000;
const LOOKS_EVERY_MS = 1_000;
const shared = globalThis as { kairaDraining?: AbortController };
shared.kairaDraining ??= new AbortController();
const drain = shared.kairaDraining;
let migrated = false;
let asShipped = false;

/** Aborted when this process begins to drain: for answers that would stay open longer than it waits. */
export const draining = drain.signal;

/** From now on `/readyz` is red, so that a load balancer sends its requests elsewhere while this process drains. */
export function startDraining(): void {
  drain.abort();
}

export function healthz(request: Request): Response {
  return answer('{"status":"ok"}', 200, factsOf(request));
}

/**
 * 200 when this process can do its work: database within reach, migrated and with all that it ever acknowledged, jobs
 * worked on, not shutting down. Anybody may ask, as often as they like: but for the last, it is looked at once a second.
 */
export async function readyz(request: Request): Promise<Response> {
  const checks = { draining: false, ...(await lookAgain()) };
  // What this process knows by itself is said at once, whatever was found a moment ago.
  checks.draining = draining.aborted;
  checks.history &&= !isHistoryLost();
  const ready =
    !checks.draining &&
    checks.database &&
    checks.migrations &&
    checks.machine &&
    checks.history &&
    (checks.worker_lag_seconds ?? 0) <= MAX_LAG_SECONDS;
  return answer(
    JSON.stringify({ status: ready ? 'ready' : 'not_ready', checks }),
    ready ? 200 : 503,
    factsOf(request),
    ready ? {} : { 'retry-after': '5' },
  );
}

let looked: { at: number; checks: ReturnType<typeof look> } | undefined;

/** Of many who ask within a second, all hear of one look. */
function lookAgain(): ReturnType<typeof look> {
  const now = performance.now();
  if (looked === undefined || now - looked.at >= LOOKS_EVERY_MS) looked = { at: now, checks: look() };
  return looked.checks;
}

async function look() {
  const checks = {
    database: false,
    migrations: false,
    machine: false,
    history: false,
    worker_lag_seconds: null as number | null,
  };
  try {
    const sql = sqlClient();
    const lag = await within(ANSWER_WITHIN_MS, readWorkerLag(sql));
    checks.database = !isPooled(settings().DATABASE_URL);
    checks.worker_lag_seconds = lag;
    migrated ||= await isMigrated(sql);
    checks.migrations = migrated;
    asShipped ||= migrated && (await isAsShipped());
    checks.machine = asShipped;
    await within(ANSWER_WITHIN_MS, checkHistory());
    checks.history = !isHistoryLost();
  } catch {
    // What stands in `checks` is the answer.
  }
  return checks;
}

/** Looked at until it is as shipped, once in a process: what changes afterwards the audit names. */
async function isAsShipped(): Promise<boolean> {
  const differences = await within(ANSWER_WITHIN_MS, findMachineDifferences(sqlClient()));
  if (differences.length > 0)
    log.error({ differences }, 'what enforces the rules is not as this release ships it');
  return differences.length === 0;
}

/** Prometheus figures, for callers on this machine or with `METRICS_TOKEN`; anybody else gets a 404. */
export async function metrics(request: Request): Promise<Response> {
  const { METRICS_TOKEN, TRUST_PROXY } = settings();
  const { loopback } = findPeer(request.headers, TRUST_PROXY);
  const isScraper =
    METRICS_TOKEN !== undefined &&
    isEqualText(request.headers.get('authorization') ?? '', `Bearer ${METRICS_TOKEN}`);
  if (!isScraper && !(loopback && TRUST_PROXY === 0 && METRICS_TOKEN === undefined)) {
    return errorAnswer(new AppError('NOT_FOUND', 'There is nothing at this path.'), factsOf(request));
  }
  return answer(await scrape(), 200, factsOf(request), { 'content-type': registry.contentType });
}

export function factsOf(request: Request): AnswerFacts {
  return { requestId: newId(), secure: findPeer(request.headers, settings().TRUST_PROXY).secure };
}

/** In constant time: the digests have one length, whatever was sent. */
function isEqualText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
