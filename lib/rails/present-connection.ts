import { eq } from 'drizzle-orm';
import { database, sqlClient } from '#db/client';
import { railConnections } from '#db/schema/rails';
import { formatAmount } from '#lib/money';
import { findConnectionRequest, presentConnectionRequest } from '#lib/rails/connection-request';
import { fieldsFromSettings, notifyUrl, openFields } from '#lib/rails/connections';
import { openPayments } from '#lib/rails/open-payments';
import type { LiveField, RailDefinition } from '#lib/rails/rail';
import { connectedNow } from '#lib/rails/registry';
import { places } from '#lib/seal';

export interface ConnectionView {
  /** Who says how the rail is reached. `unusable`: an operator, but what was set cannot be used any more. */
  state: 'operator' | 'settings' | 'none' | 'unusable';
  updated_at: string | null;
  updated_by: string | null;
  /** The wallet that is connected now, since when, and who connected it; `by` null: the settings. */
  wallet: { since: string; by: string | null } | null;
  /** Those that were connected before and on which payments go on. */
  draining: DrainingView[];
  /** Where the rail has to send its notices; null for one that sends none. */
  notify_url: string | null;
  /** `value`: of an address only. What is secret is never shown again. */
  fields: { name: string; label: string; kind: LiveField['kind']; is_set: boolean; value: string | null }[];
  /** Another connection, or none, that an operator asked for and another one has to decide. */
  request: ReturnType<typeof presentConnectionRequest> | null;
}

export interface DrainingView {
  id: string;
  since: string;
  by: string | null;
  /** False: its fields cannot be unsealed any more, and what is open on it waits. */
  reachable: boolean;
  /** What is open on it. With none it is kept for reversals of what ended last, and then forgotten. */
  open: { count: number; amount: string };
}

/** How a live rail is connected, for operators; without any secret. */
export async function presentConnection(definition: RailDefinition): Promise<ConnectionView> {
  const { provider } = definition.traits;
  const { state, row, set } = await connectionState(definition);
  const request = await findConnectionRequest(provider);
  return {
    state,
    updated_at: row?.updatedAt.toISOString() ?? null,
    updated_by: row?.updatedByName ?? null,
    ...(await presentWallets(definition)),
    notify_url: isNotified(definition) ? notifyUrl(provider) : null,
    fields: Object.entries(definition.live?.fields ?? {}).map(([name, { label, kind }]) => ({
      name,
      label,
      kind,
      is_set: set?.[name] !== undefined,
      value: kind === 'url' ? (set?.[name] ?? null) : null,
    })),
    request: request ? presentConnectionRequest(request, definition) : null,
  };
}

/** Who says how the rail is reached, with what was set, which is secret. */
export async function connectionState(definition: RailDefinition) {
  const { provider } = definition.traits;
  const [row] = await database().select().from(railConnections).where(eq(railConnections.provider, provider));
  const set = row
    ? openFields(definition, places.railConnection(provider), row.fieldsSealed)
    : fieldsFromSettings(definition);
  const known: ConnectionView['state'] = set ? 'settings' : 'none';
  const state: ConnectionView['state'] = row ? (set ? 'operator' : 'unusable') : known;
  return { state, row, set };
}

async function presentWallets(
  definition: RailDefinition,
): Promise<Pick<ConnectionView, 'wallet' | 'draining'>> {
  const { provider } = definition.traits;
  const now = await connectedNow(provider);
  const rows = await sqlClient()`
    select id, made_at, made_by_name, mark, fields_sealed from rail_connection_versions
    where provider = ${provider} and fields_sealed is not null order by id desc`;
  const connected = rows.find((each) => each.id === now?.connectionId);
  const older = rows.filter((each) => each !== connected);
  const open = older.length === 0 ? new Map() : await countOpen(older.map((each) => each.id));
  const when = (each: (typeof rows)[number]) => ({
    since: new Date(each.made_at).toISOString(),
    by: each.made_by_name as string | null,
  });
  return {
    wallet: connected ? when(connected) : null,
    draining: older.map((each) => ({
      id: each.id,
      ...when(each),
      reachable:
        openFields(definition, places.railConnectionVersion(provider, each.mark), each.fields_sealed) !==
        undefined,
      open: open.get(each.id) ?? { count: 0, amount: formatAmount(0n) },
    })),
  };
}

async function countOpen(ids: string[]): Promise<Map<string, DrainingView['open']>> {
  const rows = await sqlClient()`
    select connection_id, count(*)::int as count, sum(amount_bututs)::text as amount from (${openPayments()}) open
    where connection_id = any (${ids}::uuid[]) group by 1`;
  return new Map(
    rows.map((row) => [row.connection_id, { count: row.count, amount: formatAmount(BigInt(row.amount)) }]),
  );
}

/** Whose notices are told from others by secrets. */
function isNotified({ live }: RailDefinition): boolean {
  return Object.values(live?.fields ?? {}).some((field) => field.kind === 'secrets');
}
