import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import { createRoom, shareOfConnections } from '#lib/http/room';
import { newId } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';
import { webhookAttemptSeconds, webhookAttemptsTotal, webhookFirstAttemptLagSeconds } from '#lib/metrics';
import { places, unseal } from '#lib/seal';
import { createLanes } from '#lib/together';
import { createPace, SLOTS_PER_ENDPOINT } from '#lib/webhooks/pace';
import { nextAttemptDelayMs } from '#lib/webhooks/schedule';
import type { SendResult, WebhookSender } from '#lib/webhooks/send';
import { webhookHeaders } from '#lib/webhooks/signature';

/** The same for all endpoints of one client, so that a client with many dead ones leaves slots for the others. */
const SLOTS_PER_CLIENT = 64;
/** Longer than the 10 s that an endpoint is given, so that a live worker never loses its lease. */
const LEASE_SECONDS = 30;
/** An endpoint with nothing but failures for this long is paused. */
const PAUSE_AFTER = '3 days';
/** Longer than any wait between two attempts: a failure after so much silence is not in a row with the one before. */
const SILENCE = '30 hours';
export const SKIP_AT_ONCE = 5_000;

const pace = createPace();

export interface ClaimedDelivery {
  clientId: string;
  environment: 'SANDBOX' | 'LIVE';
  id: string;
  leaseToken: string;
  /** From 1, over resends. */
  attempt: number;
  /** How many of the attempts came before the retry schedule last began. */
  attemptsAtResend: number;
  eventId: string;
  event: string;
  body: string;
  eventCreatedAt: Date;
  url: string;
  /** Whether the endpoint's last attempt failed. */
  isFailing: boolean;
  /** What time it is, by the database's clock: a process whose own is wrong would sign with it. */
  databaseTime(): Date;
  endpointId: string;
  secretSealed: Buffer;
  previousSecretSealed: Buffer | null;
}

/**
 * Takes deliveries that are due under a lease, within the limits above and of `pace.ts`, oldest first and every client in turn; at
 * most `slots` in all and `slotsForFailing` for endpoints whose last attempt failed.
 */
export async function claimDeliveries(
  slots: number,
  slotsForFailing: number = slots,
): Promise<ClaimedDelivery[]> {
  const leaseToken = newId();
  const rows = await sqlClient()`
    select *, now() as claimed_at from claim_deliveries(${slots}::int, ${slotsForFailing}::int, ${SLOTS_PER_ENDPOINT}::int,
                                   ${SLOTS_PER_CLIENT}::int, ${LEASE_SECONDS}::int, ${leaseToken}::uuid, ${JSON.stringify(pace.slots())}::jsonb)`;
  const answeredAt = performance.now();
  return rows.map((row) => ({
    clientId: row.client_id,
    environment: row.environment,
    id: row.id,
    leaseToken,
    attempt: row.attempts + 1,
    attemptsAtResend: row.attempts_at_resend,
    eventId: row.event_id,
    event: row.event,
    body: row.body,
    eventCreatedAt: new Date(row.event_created_at),
    url: row.url,
    isFailing: row.failing,
    databaseTime: () => new Date(Date.parse(row.claimed_at) + performance.now() - answeredAt),
    endpointId: row.endpoint_id,
    secretSealed: row.secret_sealed,
    previousSecretSealed: row.previous_secret_sealed,
  }));
}

/**
 * One attempt: sent outside any transaction, then written back if the lease is still ours. `unsent`: what is written
 * down instead of sending anything.
 */
export async function deliver(
  sender: WebhookSender,
  delivery: ClaimedDelivery,
  unsent?: SendResult,
): Promise<SendResult> {
  const sentAt = delivery.databaseTime();
  if (delivery.attempt === 1) {
    webhookFirstAttemptLagSeconds.observe((sentAt.getTime() - delivery.eventCreatedAt.getTime()) / 1000);
  }
  if (unsent) {
    await record(delivery, sentAt, undefined, unsent);
    return unsent;
  }
  const headers = signedHeaders(delivery, sentAt);
  const result =
    headers === undefined ? unsigned : await sender.send({ url: delivery.url, body: delivery.body, headers });
  pace.note(delivery.endpointId, result.latencyMs, result.outcome === 'delivered');
  webhookAttemptsTotal.inc({ outcome: result.outcome });
  webhookAttemptSeconds.observe(result.latencyMs / 1000);
  await record(delivery, sentAt, headers, result);
  return result;
}

/** A secret that cannot be read fails its own delivery and nobody else's. */
const unsigned: SendResult = {
  outcome: 'failed',
  status: null,
  address: null,
  latencyMs: 0,
  responseExcerpt: null,
  retryAfterSeconds: null,
  error: 'The endpoint’s secret cannot be decrypted on this server, so nothing was sent.',
};

function signedHeaders(delivery: ClaimedDelivery, sentAt: Date): Record<string, string> | undefined {
  try {
    const { endpointId, previousSecretSealed } = delivery;
    return webhookHeaders({
      environment: delivery.environment,
      event: delivery.event,
      eventId: delivery.eventId,
      deliveryId: delivery.id,
      attempt: delivery.attempt,
      body: delivery.body,
      sentAt,
      secret: unseal(places.webhookSecret(endpointId), delivery.secretSealed),
      ...(previousSecretSealed !== null && {
        previousSecret: unseal(places.previousWebhookSecret(endpointId), previousSecretSealed),
      }),
    });
  } catch (error) {
    log.error({ deliveryId: delivery.id, ...describeError(error) }, 'a webhook secret cannot be decrypted');
    return undefined;
  }
}

async function record(
  delivery: ClaimedDelivery,
  sentAt: Date,
  headers: Record<string, string> | undefined,
  result: SendResult,
): Promise<void> {
  if (result.outcome === 'delivered')
    return recordDelivered('deliveries', { delivery, sentAt, headers, result });
  const guest = { id: delivery.clientId, most: shareOfConnections(), queue: Number.POSITIVE_INFINITY };
  return writers.within(guest, undefined, () => recordAlone({ delivery, sentAt, headers, result }));
}

/** What was sent is written down however long that has to wait. */
const NEVER_MS = 2 ** 31 - 1;
/** A client whose endpoints fail as fast as they are called takes no more than a share of the database's connections. */
const writers = createRoom(Number.POSITIVE_INFINITY, { waitsMs: { own: NEVER_MS, everybodys: NEVER_MS } });

interface Attempted {
  delivery: ClaimedDelivery;
  sentAt: Date;
  headers: Record<string, string> | undefined;
  result: SendResult;
}

/** What arrived is written down together with what else arrived meanwhile. A failure is written by itself. */
const recordDelivered = createLanes<Attempted, void>({
  underWay: 1,
  carries: 32,
  // Nobody waits for it but a lease that is far longer.
  waitsMs: 20,
  alone: (_sql, attempted) => recordAlone(attempted),
  async together(sql, all) {
    const told = all.map(({ delivery, sentAt, headers, result }) => ({
      client_id: delivery.clientId,
      environment: delivery.environment,
      id: delivery.id,
      lease_token: delivery.leaseToken,
      url: delivery.url,
      at: sentAt.toISOString(),
      request_headers: headers ?? null,
      address: result.address,
      response_status: result.status,
      latency_ms: Math.round(result.latencyMs),
      response_excerpt: result.responseExcerpt,
      error: result.error,
    }));
    await sql`
      with told as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t (
          client_id uuid, environment text, id uuid, lease_token uuid, url text, at timestamptz, request_headers jsonb,
          address text, response_status int, latency_ms int, response_excerpt text, error text)
      ), written as (
        update deliveries d set attempts = d.attempts + 1, status = 'SUCCEEDED', lease_token = null, run_at = null
        from told t
        where d.client_id = t.client_id and d.environment = t.environment and d.id = t.id and d.lease_token = t.lease_token
        returning d.client_id, d.environment, d.id, d.endpoint_id, d.attempts, t.url, t.at, t.request_headers, t.address,
                  t.response_status, t.latency_ms, t.response_excerpt, t.error
      ), attempted as (
        insert into delivery_attempts (client_id, delivery_id, attempt, at, request_headers, address, response_status, latency_ms, response_excerpt, error)
        select client_id, id, attempts, at, request_headers, address, response_status, latency_ms, response_excerpt, error
        from written
      )
      update webhook_endpoints w set failing_since = null, last_failed_at = null
      from written
      where w.client_id = written.client_id and w.environment = written.environment and w.id = written.endpoint_id
        -- What the endpoint's former address answered says nothing about the present one.
        and w.status = 'ACTIVE' and w.url = written.url and w.failing_since is not null`;
    return all.map(() => undefined);
  },
});

async function recordAlone({ delivery, sentAt, headers, result }: Attempted): Promise<void> {
  const attemptOfSchedule = delivery.attempt - delivery.attemptsAtResend;
  const delayMs =
    result.outcome === 'failed'
      ? nextAttemptDelayMs(attemptOfSchedule, Math.random(), result.retryAfterSeconds)
      : undefined;
  const status = result.outcome === 'delivered' ? 'SUCCEEDED' : delayMs === undefined ? 'FAILED' : 'PENDING';
  const isFailure = result.outcome !== 'delivered';
  await sqlClient()`
    with written as (
      update deliveries set attempts = attempts + 1, status = ${status}, lease_token = null,
        run_at = now() + make_interval(secs => ${delayMs === undefined ? null : delayMs / 1000})
      where client_id = ${delivery.clientId} and environment = ${delivery.environment} and id = ${delivery.id}
        and lease_token = ${delivery.leaseToken}
      returning client_id, environment, id, endpoint_id, attempts
    ), attempted as (
      insert into delivery_attempts (client_id, delivery_id, attempt, at, request_headers, address, response_status, latency_ms, response_excerpt, error)
      select client_id, id, attempts, ${sentAt.toISOString()}::timestamptz, ${headers ? JSON.stringify(headers) : null}::jsonb,
             ${result.address}, ${result.status}::int, ${result.latencyMs}::int, ${result.responseExcerpt}, ${result.error}
      from written
    ), changed as (
    update webhook_endpoints w
    set failing_since = case when ${isFailure} then case when w.last_failed_at > now() - ${SILENCE}::interval then coalesce(w.failing_since, now()) else now() end end,
        last_failed_at = case when ${isFailure} then now() end,
        status = case when ${result.outcome === 'gone'} then 'DISABLED'
                      when ${isFailure} and w.failing_since < now() - ${PAUSE_AFTER}::interval
                        and w.last_failed_at > now() - ${SILENCE}::interval then 'PAUSED'
                      else w.status end
    from written
    where w.client_id = written.client_id and w.environment = written.environment and w.id = written.endpoint_id
      -- What the endpoint's former address answered says nothing about the present one, and nothing what we cannot sign.
      and w.status = 'ACTIVE' and w.url = ${delivery.url} and ${result !== unsigned}
      -- Not written again for every failure of a dead endpoint.
      and case when ${isFailure}
               then w.failing_since is null or ${result.outcome === 'gone'} or w.last_failed_at is null
                 or w.last_failed_at < now() - interval '1 hour'
               else w.failing_since is not null end
    returning w.status
    ), told as (${isFailure ? tellOfPause(delivery) : sqlClient()`select`})
    select`;
}

/** Those who can put an endpoint right, where a row `changed` says that it gets nothing any more. */
function tellOfPause({ clientId, environment, url }: ClaimedDelivery): Fragment {
  const sql = sqlClient();
  const now = new Date();
  const message = {
    kind: 'endpoint_paused' as const,
    event: `endpoint_paused:${newId(now)}`,
    // Of the address the host alone: the rest may hold a secret of theirs.
    facts: { host: new URL(url).host, environment: environment === 'LIVE' ? 'live' : 'sandbox' },
  };
  const isIdle = sql`exists (select from changed where status <> 'ACTIVE')`;
  return queueMessage(now, message, peopleOf(message.kind, clientId, isIdle));
}

/**
 * What waits for an endpoint that was paused or disabled is skipped; resuming it replays nothing by itself. The
 * endpoint's lock makes a resumption wait for the end of this, so that the replay after it finds all that was skipped.
 */
export async function skipForIdleEndpoints(): Promise<number> {
  const rows = await sqlClient()`
    with idle as materialized (
      select p.client_id, p.environment, p.id from webhook_endpoints w
      join deliveries p on p.client_id = w.client_id and p.environment = w.environment and p.endpoint_id = w.id
      where (w.status <> 'ACTIVE' or w.deleted_at is not null)
        and p.status = 'PENDING' and (p.lease_token is null or p.run_at < now())
      limit ${SKIP_AT_ONCE} for share of w for update of p skip locked
    )
    update deliveries d set status = 'SKIPPED', run_at = null, lease_token = null
    from idle where d.client_id = idle.client_id and d.environment = idle.environment and d.id = idle.id
    returning d.id`;
  return rows.length;
}
