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
  const { isCut, ...found } = await lookAgain();
  const checks = { draining: false, ...found };
  // What this process knows by itself is said at once, whatever was found a moment ago.
  checks.draining = draining.aborted;
  checks.history &&= !isHistoryLost();
  const missing = missingIn(checks, isCut);
  const ready = missing.length === 0;
  return answer(
    JSON.stringify({ status: ready ? 'ready' : 'not_ready', missing, checks }),
    ready ? 200 : 503,
    factsOf(request),
    ready ? {} : { 'retry-after': '5' },
  );
}

type Checks = { draining: boolean } & Omit<Awaited<ReturnType<typeof look>>, 'isCut'>;

/**
 * What a person has to see to, by name, and only what was looked at: while the database is away its other checks are
 * false as well, which says nothing.
 */
function missingIn(checks: Checks, isCut: boolean): string[] {
  const isThere = checks.database && !isCut;
  const isMissing = {
    draining: checks.draining,
    database: !isThere,
    migrations: isThere && !checks.migrations,
    machine: isThere && checks.migrations && !checks.machine,
    history: isHistoryLost(),
    worker: (checks.worker_lag_seconds ?? 0) > MAX_LAG_SECONDS,
  };
  return Object.entries(isMissing).flatMap(([name, is]) => (is ? [name] : []));
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
    /** The database stopped to answer before all was looked at. */
    isCut: false,
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
    checks.isCut = true;
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
