import { eq } from 'drizzle-orm';
import { database, sqlClient } from '#db/client';
import { type ConnectionChanges, railConnections } from '#db/schema/rails';
import { AppError } from '#lib/errors';
import { type Fields, fieldsFromSettings, openFields } from '#lib/rails/connections';
import type { LiveConnector, RailDefinition } from '#lib/rails/rail';
import { railDefinitions } from '#lib/rails/registry';
import { places } from '#lib/seal';

/** A change of a rail's connection that waits for another operator. */
export interface ConnectionRequest {
  id: string;
  kind: 'set' | 'remove';
  /** Null for a removal. */
  fieldsSealed: Buffer | null;
  sameWallet: boolean;
  changes: ConnectionChanges;
  requestedBy: { id: string; name: string };
  requestedAt: Date;
}

export type LiveDefinition = RailDefinition & { live: LiveConnector };

/** Throws `NOT_FOUND` for what is no rail, and for one without a live connector. */
export function liveDefinition(provider: string): LiveDefinition {
  const definition = railDefinitions.find((each) => each.traits.provider === provider);
  if (definition === undefined) throw new AppError('NOT_FOUND', 'There is no such rail.');
  const { live } = definition;
  if (live === undefined) throw new AppError('NOT_FOUND', 'This rail has no live connector.');
  return { ...definition, live };
}

/** The one that is open for a rail, or undefined. */
export async function findConnectionRequest(provider: string): Promise<ConnectionRequest | undefined> {
  const [row] = await sqlClient()`
    select * from rail_connection_requests where provider = ${provider} and status = 'PENDING'`;
  return (
    row && {
      id: row.id,
      kind: row.kind,
      fieldsSealed: row.fields_sealed,
      sameWallet: row.same_wallet,
      changes: row.changes,
      requestedBy: { id: row.requested_by, name: row.requested_by_name },
      requestedAt: new Date(row.requested_at),
    }
  );
}

/** What operators are shown of it, with the labels of the fields; no secret is among it. */
export function presentConnectionRequest(request: ConnectionRequest, { live }: RailDefinition) {
  const labelOf = (field: string) => live?.fields[field]?.label ?? field;
  return {
    id: request.id,
    kind: request.kind,
    same_wallet: request.sameWallet,
    changed_fields: request.changes.fields.map(labelOf),
    addresses: request.changes.addresses.map(({ field, before, after }) => ({
      label: labelOf(field),
      before,
      after,
    })),
    requested_by: request.requestedBy,
    requested_at: request.requestedAt.toISOString(),
  };
}

/** By what a rail is reached now: what an operator set, else the settings. Undefined: by nothing that can be used. */
export async function fieldsNow(definition: RailDefinition): Promise<Fields | undefined> {
  const { provider } = definition.traits;
  const [row] = await database().select().from(railConnections).where(eq(railConnections.provider, provider));
  return row
    ? openFields(definition, places.railConnection(provider), row.fieldsSealed)
    : fieldsFromSettings(definition);
}

/** Every address, and the names alone of what else differs. */
export function changesBetween(
  { live }: LiveDefinition,
  before: Fields | undefined,
  after: Fields | undefined,
): ConnectionChanges {
  const names = Object.keys(live.fields);
  return {
    fields: names.filter((name) => before?.[name] !== after?.[name]),
    addresses: names
      .filter((name) => live.fields[name]?.kind === 'url')
      .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null })),
  };
}

/** For the audit log: each address by its field's name. */
export function addressesOf({ addresses }: ConnectionChanges, side: 'before' | 'after') {
  return Object.fromEntries(addresses.map((each) => [each.field, each[side]]));
}
