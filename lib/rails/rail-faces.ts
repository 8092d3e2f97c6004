import { sqlClient } from '#db/client';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { describeError, log } from '#lib/log';
import { railDefinitions } from '#lib/rails/registry';

/** What people know a rail by; contract-more.md §19. The same in both environments. */
export interface RailFace {
  provider: string;
  name: string;
  /** `#rrggbb`. */
  colour: string;
  /** A path of this site; null: it has none. */
  logo: string | null;
}

/** An admin's change is seen by every process within this time. */
const REMEMBER_MS = 2_000;

/** On `globalThis`, because Next bundles its own copy of this module beside the one that server.ts loads. */
const shared = globalThis as {
  kairaRailFaces?: { at: number; faces: Map<string, RailFace>; reading: Promise<void> | null };
};

/** The rail as people know it, as far as this process has read it by now: `refreshRailFaces` reads. */
export function railFace(provider: string): RailFace {
  return shared.kairaRailFaces?.faces.get(provider) ?? defaultFace(provider);
}

export function railName(provider: string): string {
  return railFace(provider).name;
}

/** As every answer of the API names a rail: by its value, which never changes, and for people. */
export function presentRail(provider: string) {
  return { provider, provider_name: railName(provider) };
}

/** The same of a collection, whose customer may not have chosen a rail. */
export function presentChosenRail(provider: string) {
  return provider === CUSTOMER_CHOICE ? { provider: null, provider_name: null } : presentRail(provider);
}

/** All of them, in the order of the registry. */
export async function listRailFaces(): Promise<RailFace[]> {
  await refreshRailFaces();
  return railDefinitions.map(({ traits }) => railFace(traits.provider));
}

/**
 * Guarantee: what an admin set two seconds ago is known afterwards. Every request, page and event passes here before it
 * names a rail; it costs one small query in two seconds. Never throws: a name is not worth a payment, and what was known
 * before is still true enough.
 */
export async function refreshRailFaces(): Promise<void> {
  const known = shared.kairaRailFaces;
  if (known && (known.reading || Date.now() - known.at < REMEMBER_MS)) return known.reading ?? undefined;
  const next = { at: Date.now(), faces: known?.faces ?? new Map<string, RailFace>(), reading: null };
  const reading = readFaces()
    .then((faces) => {
      Object.assign(next, { faces });
    })
    .catch((error) => log.debug(describeError(error), 'the names of the rails could not be read'))
    .finally(() => Object.assign(next, { reading: null, at: Date.now() }));
  shared.kairaRailFaces = Object.assign(next, { reading });
  return reading;
}

/** So that this process sees a change at once. */
export function forgetRailFaces(): void {
  if (shared.kairaRailFaces) shared.kairaRailFaces = { ...shared.kairaRailFaces, at: 0, reading: null };
}

export function defaultFace(provider: string): RailFace {
  const traits = railDefinitions.find((each) => each.traits.provider === provider)?.traits;
  return {
    provider,
    name: provider === CUSTOMER_CHOICE ? 'Not chosen' : (traits?.name ?? provider),
    colour: traits?.colour ?? '#6b7280',
    logo: null,
  };
}

/** Without the drawings, of which only a mark is needed: it changes with them, so that a browser may keep them for ever. */
async function readFaces(): Promise<Map<string, RailFace>> {
  const rows = await sqlClient()`
    select provider, name, colour, substr(encode(sha256(convert_to(logo, 'UTF8')), 'hex'), 1, 16) as mark
    from rail_faces`;
  return new Map(
    rows.map(({ provider, name, colour, mark }) => [
      provider,
      { provider, name, colour, logo: mark && `/rail-faces/${provider}/logo.svg?v=${mark}` },
    ]),
  );
}
