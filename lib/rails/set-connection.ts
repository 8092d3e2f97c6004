import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { type Fields, fieldFault, marksOf, sealFields } from '#lib/rails/connections';
import { presentConnection } from '#lib/rails/present-connection';
import { proveSameWallet, type Rekeyed } from '#lib/rails/prove-wallet';
import type { LiveConnector } from '#lib/rails/rail';
import { connectedNow, forgetConnections, railDefinitions } from '#lib/rails/registry';
import { places } from '#lib/seal';

const MAX_LENGTH = 4_096;

export const connectionFields = z.object({
  fields: z.record(z.string(), textField(MAX_LENGTH), 'The fields must be an object of texts.'),
  /** They are another key of the wallet that is connected. */
  same_wallet: z.boolean('This must be true or false.').default(false),
});

/**
 * Guarantee: a live rail is reached by these fields from now on, all of them and instead of those before and of the
 * settings; every server does so within two seconds. What was begun goes on where it was begun, and its fields are kept
 * until that has ended; with `same_wallet`, which the rail has to prove, it goes on by the new ones. They are kept sealed
 * and never shown again; the audit log names them and no value. Throws `NOT_FOUND` for a rail without a live connector,
 * `VALIDATION_ERROR`, and `INVALID_STATE` for a wallet that is not proven to be the same.
 */
export async function setConnection(
  ctx: UserContext,
  provider: string,
  body: z.input<typeof connectionFields>,
) {
  const definition = definitionOf(provider);
  const fields = checkedFields(connectorOf(provider), body.fields);
  // By what is connected by now, not two seconds ago.
  forgetConnections();
  const before = await presentConnection(definition);
  const rekeyed = body.same_wallet ? await proveSameWallet(definition, fields, ctx.now()) : [];
  const wallet = await whichWallet(provider, fields, rekeyed);
  const sql = sqlClient();
  const entry = {
    action: 'rail.connected',
    environment: 'LIVE' as const,
    subjectId: provider,
    before: { connection: before.state },
    after: { connection: 'operator', fields: Object.keys(fields), wallet },
  };
  await sql`
    with changed as (
      insert into rail_connections (provider, fields_sealed, updated_at, updated_by_name)
      values (${provider}, ${sealFields(places.railConnection(provider), fields)}::bytea, ${ctx.now().toISOString()}, ${ctx.user.name})
      on conflict (provider) do update
      set fields_sealed = excluded.fields_sealed, updated_at = excluded.updated_at,
          updated_by_name = excluded.updated_by_name
      returning 1
    ), probed_soon as (
      update rail_health set probed_at = null where provider = ${provider}
    ), rekeyed as (${rekey(provider, rekeyed, fields)})
    ${auditLine(ctx, entry, sql`from changed`)}`;
  forgetConnections();
  return presentConnection(definition);
}

/** The words of the audit log: `earlier` is one that was connected before, and is so again. */
async function whichWallet(
  provider: string,
  fields: Fields,
  rekeyed: readonly Rekeyed[],
): Promise<'new' | 'same' | 'earlier'> {
  const now = await connectedNow(provider);
  if (rekeyed.some(({ id }) => id === now?.connectionId)) return 'same';
  const [bearer] = await sqlClient()`
    select id from rail_connection_versions where provider = ${provider} and mark in ${sqlClient()(marksOf(fields))}`;
  if (bearer === undefined) return rekeyed.length > 0 ? 'earlier' : 'new';
  return bearer.id === now?.connectionId ? 'same' : 'earlier';
}

/** Whoever was first with another change has the last word: then nothing is given other fields, and it is a new wallet. */
function rekey(provider: string, rekeyed: readonly Rekeyed[], fields: Fields) {
  const rows = rekeyed.map(({ id, was, mark }) => ({
    id,
    was: was.toString('hex'),
    mark: mark.toString('hex'),
    sealed: sealFields(places.railConnectionVersion(provider, mark), fields).toString('hex'),
  }));
  return sqlClient()`
    update rail_connection_versions v set fields_sealed = decode(r.sealed, 'hex'), mark = decode(r.mark, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, was text, mark text, sealed text)
    where v.id = r.id and v.mark = decode(r.was, 'hex')`;
}

/**
 * What an operator set connects the rail no longer; the settings count again, where they do. What was begun goes on where
 * it was begun, and what was set is forgotten when all of that has ended. Throws `NOT_FOUND`, and `INVALID_STATE` where no operator set anything.
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
