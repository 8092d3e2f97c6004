import { createHmac } from 'node:crypto';
import { database, sqlClient } from '#db/client';
import { railConnections, railConnectionVersions } from '#db/schema/rails';
import { invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import { log } from '#lib/log';
import type { LiveConnector, Rail, RailDefinition } from '#lib/rails/rail';
import type { Connected } from '#lib/rails/registry';
import { deriveKeys, type Place, places, seal, unseal } from '#lib/seal';
import { SettingsError, settings } from '#lib/settings';

export type Fields = Readonly<Record<string, string>>;

/** `RAIL_W_API_KEY`: the setting that a field of a rail is read from. */
export function settingName(provider: string, field: string): string {
  return `RAIL_${provider.replace(/^PROVIDER_/, '')}_${field.toUpperCase()}`;
}

/** The fields of a rail as the settings give them, or undefined where they give none. Throws `SettingsError` for a part of them. */
export function fieldsFromSettings(
  definition: RailDefinition,
  given: Fields = settings().rails,
): Fields | undefined {
  const { live, traits } = definition;
  if (live === undefined) return undefined;
  const named = Object.keys(live.fields).map(
    (field) => [field, settingName(traits.provider, field)] as const,
  );
  if (named.every(([, name]) => given[name] === undefined)) return undefined;
  const missing = named.filter(([, name]) => given[name] === undefined).map(([, name]) => name);
  if (missing.length > 0) {
    throw new SettingsError(
      `${missing.join(', ')} missing: give all settings of ${traits.provider}, or none`,
    );
  }
  const fields = Object.fromEntries(named.map(([field, name]) => [field, given[name] as string]));
  const fault = fieldFault(live, fields);
  if (fault) throw new SettingsError(`${settingName(traits.provider, fault.field)} ${fault.message}`);
  return fields;
}

/** Throws `SettingsError` for a setting `RAIL_…` that no rail has, for a part of a rail's, and for a wrong address. */
export function requireRailSettings(definitions: readonly RailDefinition[], given: Fields): void {
  const known = new Set(
    definitions.flatMap(({ traits, live }) =>
      Object.keys(live?.fields ?? {}).map((field) => settingName(traits.provider, field)),
    ),
  );
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new SettingsError(`${unknown.join(', ')}: no rail has such a setting`);
  for (const definition of definitions) fieldsFromSettings(definition, given);
}

/** What is wrong with a value, or undefined. An address is https, or http on this machine (a simulator). */
export function fieldFault(
  live: LiveConnector,
  fields: Fields,
): { field: string; message: string } | undefined {
  for (const [field, { kind }] of Object.entries(live.fields)) {
    const value = fields[field]?.trim();
    if (!value) return { field, message: 'is missing' };
    if (kind !== 'url') continue;
    const url = URL.parse(value);
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
    if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) {
      return { field, message: 'must be an https address' };
    }
    if (url.username || url.password || url.search || url.hash) {
      return { field, message: 'must be an address without user, query and fragment' };
    }
  }
  return undefined;
}

/** The live rails as this process can reach them. */
export interface LiveRails {
  /** By provider: what is begun now is begun there. */
  connected: Map<string, Connected>;
  /** By provider: the id of the first one that there ever was. */
  first: Map<string, string>;
  /** Every one whose fields are known, for what was begun with it. */
  byId: Map<string, Connected>;
}

const made = new Map<string, { mark: string; rail: Rail }>();

/**
 * The live rails that are connected, by what an operator set, else by the settings; and those before them, as long as
 * they are in use. A connection whose fields stayed the same stays the same object, with its log-in.
 */
export async function connectRails(definitions: readonly RailDefinition[]): Promise<LiveRails> {
  // In this order: a version that has just been given another key is then known by that key as well, and is not made anew.
  const versions = await database().select().from(railConnectionVersions).orderBy(railConnectionVersions.id);
  const set = await database().select().from(railConnections);
  const known: LiveRails = { connected: new Map(), first: new Map(), byId: new Map() };
  for (const definition of definitions) {
    const { provider } = definition.traits;
    const row = set.find((each) => each.provider === provider);
    const fields = row
      ? openFields(definition, places.railConnection(provider), row.fieldsSealed)
      : fieldsFromSettings(definition);
    const own = versions.filter((each) => each.provider === provider);
    for (const { id, fieldsSealed, mark } of own) {
      const place = places.railConnectionVersion(provider, mark);
      const opened = fieldsSealed && openFields(definition, place, fieldsSealed);
      if (opened) known.byId.set(id, connect(definition, id, mark, opened));
    }
    if (fields && definition.live) {
      const [mark, ...older] = marksOf(fields);
      const isMarked = (by: Buffer) => own.find((each) => each.mark.equals(by) && each.fieldsSealed !== null);
      const version = isMarked(mark) ?? older.map(isMarked).find((each) => each !== undefined);
      const id = version?.id ?? (await keepVersion(provider, mark, fields, row?.updatedByName ?? null));
      known.byId.set(id, connect(definition, id, version?.mark ?? mark, fields));
      known.connected.set(provider, known.byId.get(id) as Connected);
      if (own.length === 0) known.first.set(provider, id);
    }
    if (own[0]) known.first.set(provider, own[0].id);
  }
  return known;
}

function connect(definition: RailDefinition, connectionId: string, mark: Buffer, fields: Fields): Connected {
  const known = made.get(connectionId);
  const text = mark.toString('base64');
  const rail = known?.mark === text ? known.rail : railWith(definition, fields);
  made.set(connectionId, { mark: text, rail });
  return { rail, connectionId };
}

/** A live rail as these fields reach it. */
export function railWith({ live, traits }: RailDefinition, fields: Fields): Rail {
  invariant(live, `${traits.provider} has a live connector`);
  return live.connect(fields, { baseUrl: settings().baseUrl, notifyUrl: notifyUrl(traits.provider) });
}

/** Keeps a connection for what is going to be begun with it. One that is set again is the one that it was. */
async function keepVersion(
  provider: string,
  mark: Buffer,
  fields: Fields,
  byName: string | null,
): Promise<string> {
  const [row] = await sqlClient()`
    insert into rail_connection_versions (id, provider, mark, fields_sealed, made_at, made_by_name)
    values (${newId()}, ${provider}, ${mark}, ${sealFields(places.railConnectionVersion(provider, mark), fields)}::bytea, now(), ${byName})
    on conflict (provider, mark) do update set fields_sealed = excluded.fields_sealed
    returning id`;
  return row?.id;
}

/**
 * The same for the same fields, and for no others; nobody can guess the fields by it. `draining`: of a connection that
 * was given the fields of another one, because both are one wallet.
 */
export function markOf(fields: Fields, draining?: string): Buffer {
  return marksOf(fields, draining)[0];
}

/** The mark, and while `KAIRA_SECRET` is being replaced the one that it was. */
export function marksOf(fields: Fields, draining?: string): [Buffer, ...Buffer[]] {
  const named = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(draining === undefined ? named : [named, draining]);
  const [key, ...older] = deriveKeys('kaira rail connection v1');
  const under = (each: Buffer) => createHmac('sha256', each).update(text).digest();
  return [under(key), ...older.map(under)];
}

/**
 * The fields of a connection, or undefined where they cannot be used: sealed under another `KAIRA_SECRET`, or for
 * a connector that has other fields by now. The other rails go on; this one is not connected until it is set anew.
 */
export function openFields(
  { live, traits: { provider } }: RailDefinition,
  place: Place,
  sealed: Buffer,
): Fields | undefined {
  if (live === undefined) return undefined;
  try {
    const fields = JSON.parse(unseal(place, sealed)) as Fields;
    const fault = fieldFault(live, fields);
    if (fault === undefined) return fields;
    tellOnce(provider, `the field ${fault.field} ${fault.message}`);
  } catch {
    tellOnce(provider, 'it cannot be unsealed: was KAIRA_SECRET changed?');
  }
  return undefined;
}

const told = new Map<string, string>();

function tellOnce(provider: string, why: string): void {
  if (told.get(provider) === why) return;
  told.set(provider, why);
  log.error({ provider, why }, 'a rail’s connection cannot be used');
}

/** Where a live rail sends its notices. */
export function notifyUrl(provider: string): string {
  return `${settings().baseUrl}/rails/${provider}/notify`;
}

export function sealFields(place: Place, fields: Fields): Buffer {
  return seal(place, JSON.stringify(fields));
}
