import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { lowestIdAt } from '#lib/ids';
import { getEndpoint, listEndpoints, presentEndpoint, type WebhookEndpoint } from '#lib/webhooks/endpoints';

/** Longer than the whole retry schedule, so that what fails for good is within. */
const PERIOD_DAYS = 7;
/** More than these are not counted, so that a page costs the same at any size. */
const COUNTED_AT_MOST = 1_000;

export type EndpointHealth = Awaited<ReturnType<typeof getEndpointHealth>>;

/** Every endpoint with how it fares. */
export async function listEndpointHealth(ctx: Context): Promise<EndpointHealth[]> {
  return withHealth(ctx, await listEndpoints(ctx));
}

/** Throws `NOT_FOUND`, also for somebody else's. */
export async function getEndpointHealth(ctx: Context, id: string) {
  const [endpoint] = await withHealth(ctx, [await getEndpoint(ctx, id)]);
  return endpoint as NonNullable<typeof endpoint>;
}

async function withHealth(ctx: Context, endpoints: WebhookEndpoint[]) {
  const sql = sqlClient();
  const period = lowestIdAt(new Date(ctx.now().getTime() - PERIOD_DAYS * 86_400_000));
  const ever = lowestIdAt(new Date(0));
  // The order makes it a walk along one index, whatever the planner thinks of the limit.
  const counted = (status: string, from: string) => sql`(
    select count(*)::int from (
      select from deliveries d
      where d.client_id = ${ctx.client.id} and d.environment = ${ctx.environment}
        and d.endpoint_id = e.id and d.status = ${status} and d.id >= ${from}
      order by d.endpoint_id, d.status, d.id limit ${COUNTED_AT_MOST + 1}
    ) counted)`;
  const rows = await sql`
    select e.id, ${counted('SUCCEEDED', period)} as succeeded, ${counted('PENDING', ever)} as waiting,
           ${counted('FAILED', period)} as failed, ${counted('SKIPPED', ever)} as skipped
    from unnest(${endpoints.map((each) => each.id)}::uuid[]) as e (id)`;
  const counts = new Map(rows.map((row) => [row.id as string, row]));
  const tell = (row: Record<string, unknown> | undefined, name: string) => (row?.[name] as number) ?? 0;
  return endpoints.map((endpoint) => {
    const row = counts.get(endpoint.id);
    const { failingSince, previousSecretExpiresAt: overlapEnd } = endpoint;
    return {
      ...presentEndpoint(endpoint),
      failing_since: failingSince?.toISOString() ?? null,
      /** While the secret before the present one signs as well. */
      previous_secret_expires_at:
        overlapEnd !== null && overlapEnd > ctx.now() ? overlapEnd.toISOString() : null,
      /** Delivered and failed: those made within the last days. Waiting and skipped: all. */
      deliveries: {
        period_days: PERIOD_DAYS,
        counted_at_most: COUNTED_AT_MOST,
        succeeded: tell(row, 'succeeded'),
        waiting: tell(row, 'waiting'),
        failed: tell(row, 'failed'),
        skipped: tell(row, 'skipped'),
      },
    };
  });
}
