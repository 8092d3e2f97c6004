import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { type ClaimedDelivery, deliver } from '#lib/webhooks/deliver';
import { ownSender } from '#lib/webhooks/own-sender';
import { SLOTS_PER_ENDPOINT } from '#lib/webhooks/pace';
import type { SendResult } from '#lib/webhooks/send';

/** An endpoint that has not answered after so long is not waited for again. */
const SILENT_AFTER_MS = 4_000;

interface Options {
  /** The lease of those that are to be attempted. */
  token: string;
  /** What is not begun by then is given back. */
  endsAt: number;
  /** The endpoints that let an attempt run out of time. */
  silent: Set<string>;
}

interface Attempted {
  id: string;
  transactionId: string;
  attempt: number;
}

type Taken = ClaimedDelivery & Pick<Attempted, 'transactionId'>;

/**
 * Makes an attempt at each delivery of the client's sandbox that the lease has, a few at a time to one endpoint. One that
 * never answers would cost ten seconds for each attempt of each schedule: after the first in a call, its attempts of that
 * call fail without being sent, and say so.
 */
export async function attemptDeliveries(
  ctx: Context,
  { token, endsAt, silent }: Options,
): Promise<Attempted[]> {
  const sender = ownSender();
  const attempted: Attempted[] = [];
  const attempt = async (delivery: Taken): Promise<void> => {
    const { id, transactionId, endpointId } = delivery;
    const result = await deliver(sender, delivery, silent.has(endpointId) ? notSent : undefined);
    if (result.status === null && result.latencyMs > SILENT_AFTER_MS) silent.add(endpointId);
    attempted.push({ id, transactionId, attempt: delivery.attempt });
  };
  const ofEndpoints = Map.groupBy(await listTaken(ctx, token), ({ endpointId }) => endpointId);
  await Promise.all(
    [...ofEndpoints.values()].map(async (deliveries) => {
      const left = deliveries.values();
      const lane = async () => {
        for (const delivery of left) {
          await attempt(delivery);
          if (performance.now() > endsAt) return;
        }
      };
      await Promise.all(Array.from({ length: SLOTS_PER_ENDPOINT }, lane));
    }),
  );
  await sqlClient()`
    update deliveries set lease_token = null, run_at = date_trunc('milliseconds', now())
    where client_id = ${ctx.client.id} and environment = 'SANDBOX' and status = 'PENDING' and lease_token = ${token}`;
  return attempted;
}

const notSent: SendResult = {
  outcome: 'failed',
  status: null,
  address: null,
  latencyMs: 0,
  responseExcerpt: null,
  retryAfterSeconds: null,
  error:
    'Not sent: the clock of the sandbox was moved, and the endpoint had let an attempt run out of time within the same call.',
};

async function listTaken({ client }: Context, token: string): Promise<Taken[]> {
  const rows = await sqlClient()`
    select d.id, d.attempts, d.attempts_at_resend, d.event_id, d.event, d.endpoint_id, d.transaction_id,
           case d.payload_form when 'legacy' then e.legacy_body else e.body end as body, e.created_at,
           w.url, w.failing_since is not null as failing, w.secret_sealed,
           case when w.previous_secret_expires_at > now() then w.previous_secret_sealed end as previous_secret_sealed, now() as taken_at
    from deliveries d
    join events e on e.client_id = d.client_id and e.environment = d.environment and e.id = d.event_id
    join webhook_endpoints w on w.client_id = d.client_id and w.environment = d.environment and w.id = d.endpoint_id
    where d.client_id = ${client.id} and d.environment = 'SANDBOX' and d.status = 'PENDING' and d.lease_token = ${token}
    order by d.id`;
  const readAt = performance.now();
  return rows.map((row) => ({
    clientId: client.id,
    environment: 'SANDBOX',
    id: row.id,
    leaseToken: token,
    attempt: row.attempts + 1,
    attemptsAtResend: row.attempts_at_resend,
    eventId: row.event_id,
    event: row.event,
    body: row.body,
    eventCreatedAt: new Date(row.created_at),
    url: row.url,
    isFailing: row.failing,
    databaseTime: () => new Date(Date.parse(row.taken_at) + performance.now() - readAt),
    endpointId: row.endpoint_id,
    secretSealed: row.secret_sealed,
    previousSecretSealed: row.previous_secret_sealed,
    transactionId: row.transaction_id,
  }));
}
