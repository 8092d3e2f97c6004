import { sqlClient } from '#db/client';
import { auditLine, type Fragment } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import {
  addressesOf,
  type ConnectionRequest,
  changesBetween,
  fieldsNow,
  type LiveDefinition,
} from '#lib/rails/connection-request';
import { type Fields, fieldsFromSettings, marksOf, sealFields } from '#lib/rails/connections';
import { type ConnectionView, presentConnection } from '#lib/rails/present-connection';
import { proveSameWallet, type Rekeyed } from '#lib/rails/prove-wallet';
import { connectedNow, forgetConnections } from '#lib/rails/registry';
import { requireAccess } from '#lib/rails/require-access';
import { places } from '#lib/seal';

/** By which right a connection is set. */
interface Grant {
  /** SQL of one row where it may be done: the request that is taken with it, once. */
  from: Fragment;
  /** Whose fields they are. */
  byName: string;
  /** Of another wallet; or of the same, which the rail has to prove. */
  sameWallet: boolean;
  /** Whether there may be none before it, not even one that is being written at this moment. */
  isFirst: boolean;
}

/**
 * Guarantee: a live rail is reached by the fields of a request that somebody else approves, all of them and instead of
 * those before and of the settings; every server does so within two seconds. What was begun goes on where it was begun,
 * and its fields are kept until that has ended; for the same wallet, which the rail has to prove, it goes on by the new
 * ones. The audit log has the addresses, the names of what changed, and no secret. Throws `INVALID_STATE` for fields with
 * which the rail does not let us in, for a wallet that is not proven to be the same, and for a request that was decided
 * meanwhile.
 */
export function setConnection(
  ctx: UserContext,
  definition: LiveDefinition,
  fields: Fields,
  request: ConnectionRequest,
): Promise<ConnectionView> {
  return set(ctx, definition, fields, {
    from: takeRequest(ctx, request),
    byName: request.requestedBy.name,
    sameWallet: request.sameWallet,
    isFirst: false,
  });
}

/** The same for a rail that was never connected to anything. Throws `INVALID_STATE` where it was, by now. */
export function connectFirst(
  ctx: UserContext,
  definition: LiveDefinition,
  fields: Fields,
): Promise<ConnectionView> {
  const { provider } = definition.traits;
  const from = sqlClient()`
    select 1 where not exists (select from rail_connection_versions where provider = ${provider})
      and not exists (select from rail_connections where provider = ${provider})`;
  return set(ctx, definition, fields, { from, byName: ctx.user.name, sameWallet: false, isFirst: true });
}

async function set(
  ctx: UserContext,
  definition: LiveDefinition,
  fields: Fields,
  { from, byName, sameWallet, isFirst }: Grant,
): Promise<ConnectionView> {
  const { provider } = definition.traits;
  // By what is connected by now, not two seconds ago.
  forgetConnections();
  const before = await presentConnection(definition);
  const changes = changesBetween(definition, await fieldsNow(definition), fields);
  await requireAccess(definition, fields, ctx.now());
  const rekeyed = sameWallet ? await proveSameWallet(definition, fields, ctx.now()) : [];
  const wallet = await whichWallet(provider, fields, rekeyed);
  const sql = sqlClient();
  const entry = {
    action: 'rail.connected',
    environment: 'LIVE' as const,
    subjectId: provider,
    before: { connection: before.state, addresses: addressesOf(changes, 'before') },
    after: {
      connection: 'operator',
      fields: changes.fields,
      addresses: addressesOf(changes, 'after'),
      wallet,
      requested_by: byName,
    },
  };
  const [row] = await sql`
    with granted as (${from}), changed as (
      insert into rail_connections (provider, fields_sealed, updated_at, updated_by_name)
      select ${provider}::text, ${sealFields(places.railConnection(provider), fields)}::bytea, ${ctx.now().toISOString()}::timestamptz, ${byName}::text
      from granted
      on conflict (provider) do update
      set fields_sealed = excluded.fields_sealed, updated_at = excluded.updated_at,
          updated_by_name = excluded.updated_by_name
      where ${!isFirst}
      returning 1
    ), probed_soon as (
      update rail_health set probed_at = null where provider = ${provider}
    ), rekeyed as (${rekey(provider, rekeyed, fields)}),
    noted as (${auditLine(ctx, entry, sql`from changed`)})
    select 1 from changed`;
  if (row === undefined) throw decidedMeanwhile();
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
    where v.id = r.id and v.mark = decode(r.was, 'hex') and exists (select from changed)`;
}

/**
 * What an operator set connects the rail no longer, by a request that somebody else approves; the settings count again,
 * where they do. What was begun goes on where it was begun, and what was set is forgotten when all of that has ended.
 * Throws `INVALID_STATE` for a request that was decided meanwhile.
 */
export async function removeConnection(
  ctx: UserContext,
  definition: LiveDefinition,
  request: ConnectionRequest,
): Promise<ConnectionView> {
  const { provider } = definition.traits;
  const changes = changesBetween(definition, await fieldsNow(definition), fieldsFromSettings(definition));
  const sql = sqlClient();
  const entry = {
    action: 'rail.disconnected',
    environment: 'LIVE' as const,
    subjectId: provider,
    before: { connection: 'operator', addresses: addressesOf(changes, 'before') },
    after: { addresses: addressesOf(changes, 'after'), requested_by: request.requestedBy.name },
  };
  const removed = await sql`
    with granted as (${takeRequest(ctx, request)}), changed as (
      delete from rail_connections where provider = ${provider} and exists (select from granted) returning 1
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select from changed`;
  if (removed.length === 0) throw decidedMeanwhile();
  forgetConnections();
  return presentConnection(definition);
}

/** It is taken once, and its fields are forgotten. */
function takeRequest(ctx: UserContext, { id }: ConnectionRequest): Fragment {
  return sqlClient()`
    update rail_connection_requests
    set status = 'DONE', fields_sealed = null, decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name},
        ended_at = ${ctx.now().toISOString()}
    where id = ${id} and status = 'PENDING' returning 1`;
}

export function decidedMeanwhile(): AppError {
  return new AppError(
    'INVALID_STATE',
    'Somebody else was first: this connection, or the request for it, was changed just now. Look at it again.',
  );
}
