import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { clientNotFound } from '#lib/clients/client-row';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { forgetRailSettings } from '#lib/rails/rail-settings';
import { canDo, findRail, railDefinitions } from '#lib/rails/registry';

const environments = ['LIVE', 'SANDBOX'] as const;
const directions = ['collection', 'payout'] as const;

export const clientRailChange = z.object({
  environment: z.enum(environments, 'The environment must be SANDBOX or LIVE.'),
  direction: z.enum(directions, 'The direction must be "collection" or "payout".'),
  enabled: z.boolean('This must be true or false.'),
});

/** Each rail, environment and direction, whether it is switched on for a client, and whether its live wallet is connected. */
export async function listClientRails(clientId: string) {
  const rows = await sqlClient()`
    select environment, provider, direction from client_rails where client_id = ${clientId} and not enabled`;
  const off = new Set(rows.map((row) => `${row.environment}:${row.provider}:${row.direction}`));
  const live = await Promise.all(railDefinitions.map(({ traits }) => findRail('LIVE', traits.provider)));
  return railDefinitions.flatMap(({ traits: { provider } }, index) =>
    directions
      .filter((direction) => canDo(provider, direction))
      .map((direction) => ({
        provider,
        direction,
        connected: live[index] !== undefined,
        enabled: {
          LIVE: !off.has(`LIVE:${provider}:${direction}`),
          SANDBOX: !off.has(`SANDBOX:${provider}:${direction}`),
        },
      })),
  );
}

export type ClientRail = Awaited<ReturnType<typeof listClientRails>>[number];

/**
 * Switches a direction of a rail on or off for one client; every server does so within two seconds. What was begun
 * goes on. One that is so already leaves no line in the audit log. Throws `NOT_FOUND`.
 */
export async function changeClientRail(
  ctx: UserContext,
  clientId: string,
  provider: string,
  { environment, direction, enabled }: z.output<typeof clientRailChange>,
): Promise<ClientRail[]> {
  if (!isUuid(clientId) || clientId === HOUSE_CLIENT_ID) throw clientNotFound();
  if (!canDo(provider, direction)) throw new AppError('NOT_FOUND', 'There is no rail that does this.');
  const sql = sqlClient();
  const entry = {
    action: enabled ? 'client.rail_enabled' : 'client.rail_disabled',
    clientId,
    environment,
    subjectId: `${provider}:${direction}`,
    before: { enabled: !enabled },
    after: { enabled },
  };
  // A missing row means that it is on.
  const [found] = await sql`
    with subject as (
      select id from clients where id = ${clientId} for update
    ), changed as (
      insert into client_rails (client_id, environment, provider, direction, enabled)
      select id, ${environment}, ${provider}, ${direction}, ${enabled} from subject
      where ${!enabled} or exists (
        select from client_rails
        where client_id = ${clientId} and environment = ${environment} and provider = ${provider}
          and direction = ${direction} and not enabled
      )
      on conflict (client_id, environment, provider, direction) do update
      set enabled = excluded.enabled where client_rails.enabled <> excluded.enabled
      returning 1
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id from subject`;
  if (found === undefined) throw clientNotFound();
  forgetRailSettings();
  return listClientRails(clientId);
}
