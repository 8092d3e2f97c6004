import { sqlClient } from '#db/client';
import { newId } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { webhookAttemptSeconds, webhookAttemptsTotal, webhookFirstAttemptLagSeconds } from '#lib/metrics';
import { unseal } from '#lib/seal';
import { SECRET_PURPOSE } from '#lib/webhooks/endpoints';
import { nextAttemptDelayMs } from '#lib/webhooks/schedule';
import type { SendResult, WebhookSender } from '#lib/webhooks/send';
import { type SignatureHeaders, signWebhook } from '#lib/webhooks/signature';

/** At most this many requests are under way to one endpoint; two workers that claim at one instant may add theirs. */
const SLOTS_PER_ENDPOINT = 4;
/** Of one claim, so that a client with many dead endpoints leaves slots for the others. */
const SHARE_OF_CLIENT = 0.25;
/** Longer than the 10 s that an endpoint is given, so that a live worker never loses its lease. */
const LEASE_SECONDS = 60;
/** An endpoint with nothing but failures for this long is paused. */
const PAUSE_AFTER = '3 days';
const SKIP_AT_ONCE = 5_000;

export interface ClaimedDelivery {
  clientId: string;
  environment: 'SANDBOX' | 'LIVE';
  id: string;
  leaseToken: string;
  attempt: number;
  eventId: string;
  event: string;
  body: string;
  eventCreatedAt: Date;
  url: string;
  secretSealed: Buffer;
  previousSecretSealed: Buffer | null;
}

/**
 * Takes deliveries that are due under a lease, at most four at a time for each endpoint, so that a slow endpoint
 * takes no more than its own slots.
 */
export async function claimDeliveries(limit: number): Promise<ClaimedDelivery[]> {
  const rows = await sqlClient()`
    with due as (
      select d.client_id, d.environment, d.id, d.run_at
      from webhook_endpoints w cross join lateral (
        select d.client_id, d.environment, d.id, d.run_at from deliveries d
        where d.client_id = w.client_id and d.endpoint_id = w.id and d.status = 'PENDING' and d.run_at <= now()
        order by d.run_at
        limit greatest(0, ${SLOTS_PER_ENDPOINT} - (
          select count(*) from deliveries l
          where l.client_id = w.client_id and l.endpoint_id = w.id and l.lease_token is not null and l.run_at > now()))
        for update skip locked
      ) d
      where w.status = 'ACTIVE' and w.deleted_at is null
      order by d.run_at
    ), fair as (
      select * from (
        select *, row_number() over (partition by client_id order by run_at) as of_client from due
      ) ranked
      where of_client <= ${Math.max(SLOTS_PER_ENDPOINT, Math.floor(limit * SHARE_OF_CLIENT))}
      order by of_client, run_at limit ${limit}
    ), claimed as (
      update deliveries d
      set lease_token = ${newId()}, run_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from fair where d.client_id = fair.client_id and d.environment = fair.environment and d.id = fair.id
      returning d.*
    )
    select c.client_id, c.environment, c.id, c.lease_token, c.attempts, c.event_id, c.event, w.url, w.secret_sealed,
           case when w.previous_secret_expires_at > now() then w.previous_secret_sealed end as previous_secret_sealed,
           case c.payload_form when 'legacy' then e.legacy_body else e.body end as body, e.created_at as event_created_at
    from claimed c
    join events e on e.client_id = c.client_id and e.environment = c.environment and e.id = c.event_id
    join webhook_endpoints w on w.client_id = c.client_id and w.environment = c.environment and w.id = c.endpoint_id`;
  return rows.map((row) => ({
    clientId: row.client_id,
    environment: row.environment,
    id: row.id,
    leaseToken: row.lease_token,
    attempt: row.attempts + 1,
    eventId: row.event_id,
    event: row.event,
    body: row.body,
    eventCreatedAt: new Date(row.event_created_at),
    url: row.url,
    secretSealed: row.secret_sealed,
    previousSecretSealed: row.previous_secret_sealed,
  }));
}

/** One attempt: sent outside any transaction, then written back if the lease is still ours. */
export async function deliver(sender: WebhookSender, delivery: ClaimedDelivery): Promise<SendResult> {
  const sentAt = new Date();
  if (delivery.attempt === 1) {
    webhookFirstAttemptLagSeconds.observe((sentAt.getTime() - delivery.eventCreatedAt.getTime()) / 1000);
  }
  const signatures = sign(delivery, sentAt);
  const result =
    signatures === undefined
      ? unsigned
      : await sender.send({
          url: delivery.url,
          body: delivery.body,
          headers: headersOf(delivery, signatures),
        });
  webhookAttemptsTotal.inc({ outcome: result.outcome });
  webhookAttemptSeconds.observe(result.latencyMs / 1000);
  await record(delivery, sentAt, result);
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

function sign(delivery: ClaimedDelivery, sentAt: Date): SignatureHeaders | undefined {
  try {
    const { previousSecretSealed } = delivery;
    return signWebhook({
      body: delivery.body,
      eventId: delivery.eventId,
      timestampSeconds: Math.floor(sentAt.getTime() / 1000),
      secret: unseal(SECRET_PURPOSE, delivery.secretSealed),
      ...(previousSecretSealed !== null && { previousSecret: unseal(SECRET_PURPOSE, previousSecretSealed) }),
    });
  } catch (error) {
    log.error({ deliveryId: delivery.id, ...describeError(error) }, 'a webhook secret cannot be decrypted');
    return undefined;
  }
}

function headersOf(delivery: ClaimedDelivery, signatures: SignatureHeaders): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Kaira-Webhooks/1',
    ...signatures,
    'X-Gw-Event': delivery.event,
    ...(delivery.environment === 'SANDBOX' && { 'X-Gw-Sandbox': 'true' }),
    'X-Gw-Event-Id': delivery.eventId,
    'X-Gw-Delivery': delivery.id,
    'X-Gw-Attempt': String(delivery.attempt),
    'X-Gw-Timestamp': signatures['webhook-timestamp'] ?? '',
  };
}

async function record(delivery: ClaimedDelivery, sentAt: Date, result: SendResult): Promise<void> {
  const delayMs =
    result.outcome === 'failed'
      ? nextAttemptDelayMs(delivery.attempt, Math.random(), result.retryAfterSeconds)
      : undefined;
  const status = result.outcome === 'delivered' ? 'SUCCEEDED' : delayMs === undefined ? 'FAILED' : 'PENDING';
  const runAt = delayMs === undefined ? null : new Date(Date.now() + delayMs).toISOString();
  const isFailure = result.outcome !== 'delivered';
  await sqlClient()`
    with written as (
      update deliveries set attempts = attempts + 1, status = ${status}, run_at = ${runAt}, lease_token = null
      where client_id = ${delivery.clientId} and environment = ${delivery.environment} and id = ${delivery.id}
        and lease_token = ${delivery.leaseToken}
      returning client_id, environment, id, endpoint_id, attempts
    ), attempted as (
      insert into delivery_attempts (client_id, delivery_id, attempt, at, address, response_status, latency_ms, response_excerpt, error)
      select client_id, id, attempts, ${sentAt.toISOString()}::timestamptz, ${result.address}, ${result.status}::int,
             ${result.latencyMs}::int, ${result.responseExcerpt}, ${result.error} from written
    )
    update webhook_endpoints w
    set failing_since = case when ${isFailure} then coalesce(w.failing_since, now()) end,
        status = case when ${result.outcome === 'gone'} then 'DISABLED'
                      when ${isFailure} and w.failing_since < now() - ${PAUSE_AFTER}::interval then 'PAUSED'
                      else w.status end
    from written
    where w.client_id = written.client_id and w.environment = written.environment and w.id = written.endpoint_id
      and w.status = 'ACTIVE' and (${isFailure} or w.failing_since is not null)`;
}

/** What waits for an endpoint that was paused or disabled is skipped; resuming it replays nothing by itself. */
export async function skipForIdleEndpoints(): Promise<number> {
  const rows = await sqlClient()`
    update deliveries d set status = 'SKIPPED', run_at = null, lease_token = null
    from webhook_endpoints w
    where w.client_id = d.client_id and w.environment = d.environment and w.id = d.endpoint_id and d.status = 'PENDING'
      and (w.status <> 'ACTIVE' or w.deleted_at is not null) and (d.lease_token is null or d.run_at < now())
      and (d.client_id, d.environment, d.id) in (
        select p.client_id, p.environment, p.id from deliveries p
        join webhook_endpoints o on o.client_id = p.client_id and o.environment = p.environment and o.id = p.endpoint_id
        where p.status = 'PENDING' and (o.status <> 'ACTIVE' or o.deleted_at is not null) limit ${SKIP_AT_ONCE}
      )
    returning d.id`;
  return rows.length;
}
