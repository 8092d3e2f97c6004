import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqlClient } from '#db/client';
import type { Context, IdempotencyLease } from '#lib/context';
import { AppError } from '#lib/errors';
import { tooManyAtOnce, validationError } from '#lib/http/respond';
import { room } from '#lib/http/room';
import { newId } from '#lib/ids';
import { deriveKeys, places, seal, unseal } from '#lib/seal';
import { textFault } from '#lib/text';
import { within } from '#lib/within';

const MAX_KEY_LENGTH = 255;
/** A request that has not answered by then has died, and gives way to a repeat. */
const LEASE_SECONDS = 60;
const WAIT_MS = 15_000;
const LOOK_AGAIN_MS = 50;
const LOOK_AGAIN_AT_MOST_MS = 500;

export interface StoredAnswer {
  responseStatus: number;
  body: string;
}

/** The key of a request, or undefined without one. Throws `VALIDATION_ERROR` for an empty or overlong one. */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === null) return undefined;
  if (textFault(key, { max: MAX_KEY_LENGTH }) !== undefined) {
    throw validationError([
      {
        path: 'Idempotency-Key',
        message: `The Idempotency-Key header must have 1 to ${MAX_KEY_LENGTH} characters, none of them a control character, and not be blank.`,
        code: 'invalid_header',
      },
    ]);
  }
  return key;
}

/**
 * Equal for a request and its repeats. Never stored as it is: a body may hold nothing unknown but a one-time password,
 * and who reads the database would find it by trying a million.
 */
export function fingerprintOf(method: string, path: string, body: Uint8Array): Buffer {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest();
}

/**
 * Guarantee: of all requests with this key one does the work, and its answer is everybody's. Of two at the same time the
 * second waits, and holds no place meanwhile. Throws `IDEMPOTENCY_KEY_REUSED` for another method, path or body,
 * `RATE_LIMITED` when the first one takes longer than a caller can be kept waiting, and what `work` throws.
 */
export async function once<Result>(
  ctx: Context,
  key: string,
  fingerprint: Buffer,
  render: (result: Result) => StoredAnswer,
  work: () => Promise<Result>,
): Promise<StoredAnswer> {
  const name = `${ctx.client.id} ${ctx.environment} ${key}`;
  const giveUpAt = Date.now() + WAIT_MS;
  for (let waitMs = LOOK_AGAIN_MS; ; waitMs = Math.min(waitMs * 2, LOOK_AGAIN_AT_MOST_MS)) {
    const other = atWork.get(name);
    if (other !== undefined) {
      const ended = await room.aside(() =>
        within(giveUpAt - Date.now(), other).catch(() => Promise.reject(takesLong())),
      );
      if (ended === undefined) continue;
      requireSame(ended.fingerprint.equals(fingerprint));
      return ended.answer;
    }
    const end = Promise.withResolvers<Ended | undefined>();
    atWork.set(name, end.promise);
    let answer: StoredAnswer | undefined;
    try {
      const turn = await takeTurn(ctx, key, fingerprint, render as IdempotencyLease['render']);
      if (turn !== undefined) {
        answer = 'stored' in turn ? turn.stored : await withLease(ctx, turn.lease, render, work);
        return answer;
      }
      if (Date.now() > giveUpAt) throw takesLong();
      await room.aside(() => sleep(waitMs));
    } finally {
      atWork.delete(name);
      end.resolve(answer && { fingerprint, answer });
    }
  }
}

interface Ended {
  fingerprint: Buffer;
  answer: StoredAnswer;
}

/** The keys that somebody in this process has in hand: all others wait for how it ends, and only that one asks. */
const atWork = new Map<string, Promise<Ended | undefined>>();

async function withLease<Result>(
  ctx: Context,
  lease: IdempotencyLease,
  render: (result: Result) => StoredAnswer,
  work: () => Promise<Result>,
): Promise<StoredAnswer> {
  ctx.idempotency = lease;
  try {
    const answer = render(await work());
    if (!lease.stored) await storeAnswer(ctx, lease, answer);
    return answer;
  } catch (error) {
    // A failure to let go is healed by the end of the lease.
    if (!lease.stored) await giveUpTurn(ctx, lease).catch(() => {});
    throw error;
  }
}

function takesLong(): AppError {
  return tooManyAtOnce(
    'The first request with this Idempotency-Key is still under way. Repeat this one in a few seconds for its answer.',
    1,
    5,
  );
}

/**
 * Gives this request its turn, or the stored answer of the first one; undefined while another has it. Throws
 * `IDEMPOTENCY_KEY_REUSED` for another method, path or body.
 */
export async function takeTurn(
  ctx: Context,
  key: string,
  fingerprint: Buffer,
  render: IdempotencyLease['render'],
): Promise<{ lease: IdempotencyLease } | { stored: StoredAnswer } | undefined> {
  const sql = sqlClient();
  const [keyed, ...older] = keyedFingerprints(fingerprint);
  // Rows without a key under the fingerprint, from before it had one, last as long as all do: 30 days.
  const known = [keyed, ...older, fingerprint];
  const place = places.answer(ctx.client.id, ctx.environment, key);
  const leaseToken = newId();
  const [ours] = await sql`
    insert into idempotency_keys as k (client_id, environment, key, fingerprint, lease_token, lease_until, created_at)
    values (${ctx.client.id}, ${ctx.environment}, ${key}, ${keyed}, ${leaseToken},
            now() + make_interval(secs => ${LEASE_SECONDS}), now())
    on conflict (client_id, environment, key) do update
    set fingerprint = excluded.fingerprint, lease_token = excluded.lease_token, lease_until = excluded.lease_until
    where k.response_status is null and k.lease_until < now() and k.fingerprint in ${sql(known)}
    returning 1`;
  if (ours) return { lease: { key, leaseToken, place, render, stored: false } };

  const [row] = await sql`
    select fingerprint, response_status, response_sealed from idempotency_keys
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and key = ${key}`;
  if (row) requireSame(known.some((each) => each.equals(row.fingerprint)));
  if (!row || row.response_status === null) return undefined;
  return { stored: { responseStatus: row.response_status, body: unseal(place, row.response_sealed) } };
}

function requireSame(isSame: boolean): void {
  if (isSame) return;
  throw new AppError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another request. Use a new key for a new request, or repeat the first one unchanged.',
  );
}

let fingerprintKeys: ReturnType<typeof deriveKeys> | undefined;

/** What is stored of a fingerprint: without `KAIRA_SECRET` nobody can tell whether a guessed body has it. */
function keyedFingerprints(fingerprint: Buffer): [Buffer, ...Buffer[]] {
  fingerprintKeys ??= deriveKeys('kaira idempotency v1');
  const [present, ...older] = fingerprintKeys;
  const under = (key: Buffer) => createHmac('sha256', key).update(fingerprint).digest();
  return [under(present), ...older.map(under)];
}

/** Stores an answer whose verb did not store it with its own change. A lost lease leaves the other's answer. */
export async function storeAnswer(
  ctx: Context,
  lease: IdempotencyLease,
  answer: StoredAnswer,
): Promise<void> {
  await sqlClient()`
    update idempotency_keys
    set response_status = ${answer.responseStatus}, response_sealed = ${seal(lease.place, answer.body)}, lease_token = null
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and key = ${lease.key}
      and lease_token = ${lease.leaseToken}`;
}

/** Leaves the key free: only 2xx answers are kept. */
export async function giveUpTurn(ctx: Context, lease: IdempotencyLease): Promise<void> {
  await sqlClient()`
    delete from idempotency_keys
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and key = ${lease.key}
      and lease_token = ${lease.leaseToken}`;
}
