import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { type Fields, fieldFault, presentConnection, sealFields } from '#lib/rails/connections';
import type { LiveConnector } from '#lib/rails/rail';
import { forgetConnections, railDefinitions } from '#lib/rails/registry';

const MAX_LENGTH = 4_096;

export const connectionFields = z.object({
  fields: z.record(z.string(), textField(MAX_LENGTH), 'The fields must be an object of texts.'),
});

/**
 * Guarantee: a live rail is reached by these fields from now on, all of them and instead of those before and of the
 * settings; every server does so within two seconds. They are kept sealed and never shown again; the audit log names
 * them and no value. Throws `NOT_FOUND` for a rail without a live connector and `VALIDATION_ERROR`.
 */
export async function setConnection(
  ctx: UserContext,
  provider: string,
  body: z.output<typeof connectionFields>,
) {
  const live = connectorOf(provider);
  const fields = checkedFields(live, body.fields);
  const before = await presentConnection(definitionOf(provider));
  const sql = sqlClient();
  const entry = {
    action: 'rail.connected',
    environment: 'LIVE' as const,
    subjectId: provider,
    before: { connection: before.state },
    after: { connection: 'operator', fields: Object.keys(fields) },
  };
  await sql`
    with changed as (
      insert into rail_connections (provider, fields_sealed, updated_at, updated_by_name)
      values (${provider}, ${sealFields(fields)}::bytea, ${ctx.now().toISOString()}, ${ctx.user.name})
      on conflict (provider) do update
      set fields_sealed = excluded.fields_sealed, updated_at = excluded.updated_at,
          updated_by_name = excluded.updated_by_name
      returning 1
    ), probed_soon as (
      update rail_health set probed_at = null where provider = ${provider}
    )
    ${auditLine(ctx, entry, sql`from changed`)}`;
  forgetConnections();
  return presentConnection(definitionOf(provider));
}

/**
 * What an operator set is forgotten for good; the settings count again, where they connect the rail. Payments that were
 * begun wait until it is connected. Throws `NOT_FOUND`, and `INVALID_STATE` where no operator set anything.
 */
export async function removeConnection(ctx: UserContext, provider: string) {
  connectorOf(provider);
  const sql = sqlClient();
  const entry = {
    action: 'rail.disconnected',
    environment: 'LIVE' as const,
    subjectId: provider,
    before: { connection: 'operator' },
  };
  const removed = await sql`
    with changed as (
      delete from rail_connections where provider = ${provider} returning 1
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select from changed`;
  if (removed.length === 0) {
    throw new AppError(
      'INVALID_STATE',
      'No operator has connected this rail, so there is nothing to remove.',
    );
  }
  forgetConnections();
  return presentConnection(definitionOf(provider));
}

function definitionOf(provider: string) {
  const definition = railDefinitions.find((each) => each.traits.provider === provider);
  if (definition === undefined) throw new AppError('NOT_FOUND', 'There is no such rail.');
  return definition;
}

function connectorOf(provider: string): LiveConnector {
  const { live } = definitionOf(provider);
  if (live === undefined) throw new AppError('NOT_FOUND', 'This rail has no live connector.');
  return live;
}

/** All of them and no other, without blanks around them. */
function checkedFields(live: LiveConnector, given: Fields): Fields {
  const names = Object.keys(live.fields);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw validationError(
      unknown.map((name) => ({
        path: `fields.${name}`,
        message: `This rail has no such field; it has ${names.join(', ')}.`,
        code: 'unknown_field',
      })),
    );
  }
  const fields = Object.fromEntries(names.map((name) => [name, given[name]?.trim() ?? '']));
  const fault = fieldFault(live, fields);
  if (fault) {
    throw validationError([
      { path: `fields.${fault.field}`, message: `This field ${fault.message}.`, code: 'invalid_field' },
    ]);
  }
  return fields;
}
