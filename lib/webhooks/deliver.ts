import { sqlClient } from '#db/client';
import { newId } from '#lib/ids';
import { webhookAttemptSeconds, webhookAttemptsTotal, webhookFirstAttemptLagSeconds } from '#lib/metrics';
import { unseal } from '#lib/seal';
import { SECRET_PURPOSE } from '#lib/webhooks/endpoints';
import { nextAttemptDelayMs } from '#lib/webhooks/schedule';
import type { SendResult, WebhookSender } from '#lib/webhooks/send';
import { signWebhook } from '#lib/webhooks/signature';

/** At most this many requests are under way to one endpoint, over all workers. */
const SLOTS_PER_ENDPOINT = 4;
/** Longer than the 10 s that an endpoint is given, so that a live worker never loses its lease. */
const LEASE_SECONDS = 60;
/** An endpoint with nothing but failures for this long is paused. */
const PAUSE_AFTER = '3 days';

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
  secret: string;
  previousSecret: string | undefined;
}

/**
 * Takes deliveries that are due under a lease, at most four at a time for each endpoint, so that a slow endpoint
 * takes no more than its own slots.
 */
export async function claimDeliveries(limit: number): Promise<ClaimedDelivery[]> {
  const rows = await sqlClient()`
    with due as (
      select d.client_id, d.environment, d.id
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
      order by d.run_at limit ${limit}
    ), claimed as (
      update deliveries d
      set lease_token = ${newId()}, run_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where d.client_id = due.client_id and d.environment = due.environment and d.id = due.id
      returning d.*
    )
    select c.client_id, c.environment, c.id, c.lease_token, c.attempts, c.event_id, c.event, w.url, w.secret_sealed,
           case when w.previous_secret_expires_at > now() then w.previous_secret_sealed end as previous_secret_sealed,
           case w.payload_form when 'legacy' then e.legacy_body else e.body end as body, e.created_at as event_created_at
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
    secret: unseal(SECRET_PURPOSE, row.secret_sealed),
    previousSecret:
      row.previous_secret_sealed === null ? undefined : unseal(SECRET_PURPOSE, row.previous_secret_sealed),
  }));
}

/** One attempt: sent outside any transaction, then written back if the lease is still ours. */
export async function deliver(sender: WebhookSender, delivery: ClaimedDelivery): Promise<SendResult> {
  const sentAt = new Date();
  const { body, secret, previousSecret, eventId } = delivery;
  if (delivery.attempt === 1) {
    webhookFirstAttemptLagSeconds.observe((sentAt.getTime() - delivery.eventCreatedAt.getTime()) / 1000);
  }
  const timestampSeconds = Math.floor(sentAt.getTime() / 1000);
  const signatures = signWebhook({
    body,
    secret,
    eventId,
    timestampSeconds,
    ...(previousSecret !== undefined && { previousSecret }),
  });
  const result = await sender.send({
    url: delivery.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Kaira-Webhooks/1',
      ...signatures,
      'X-Gw-Event': delivery.event,
      ...(delivery.environment === 'SANDBOX' && { 'X-Gw-Sandbox': 'true' }),
      'X-Gw-Event-Id': eventId,
      'X-Gw-Delivery': delivery.id,
      'X-Gw-Attempt': String(delivery.attempt),
      'X-Gw-Timestamp': String(timestampSeconds),
    },
  });
  webhookAttemptsTotal.inc({ outcome: result.outcome });
  webhookAttemptSeconds.observe(result.latencyMs / 1000);
  await record(delivery, sentAt, result);
  return result;
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
    returning d.id`;
  return rows.length;
}
