import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';
import { validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { askRail, whyOf } from '#lib/rails/ask-rail';
import { type Fields, marksOf, openFields, railWith } from '#lib/rails/connections';
import { openPayments } from '#lib/rails/open-payments';
import type { CollectionView, Outcome, PayoutView, Rail, RailDefinition } from '#lib/rails/rail';
import { connectedNow } from '#lib/rails/registry';
import { TURNED_AWAY } from '#lib/rails/wire';
import { places } from '#lib/seal';
import { mismatchOf, toRailCollection, toRailPayout } from '#lib/transactions/rail-side';
import { fromRow } from '#lib/transactions/row';
import { isSent, type Transaction } from '#lib/transactions/transaction';

const DEADLINE_MS = 10_000;

/** A connection that is going to have other fields, because they reach the very same wallet. */
export interface Rekeyed {
  id: string;
  was: Buffer;
  mark: Buffer;
}

interface Version {
  id: string;
  provider: string;
  mark: Buffer;
  /** Undefined: they cannot be unsealed any more. */
  fields: Fields | undefined;
  isFirst: boolean;
}

/**
 * `same` also where all that is open there was turned away for its credentials: then nothing was done at any wallet.
 * `unpaid`: nothing was ever paid there, so there is nothing to know it by.
 */
type Verdict = { kind: 'same' | 'unpaid' } | { kind: 'other'; why: string };

/**
 * The connections of a rail that these fields reach as well: each whose newest payment the rail knows when it is asked
 * with them, and each that never let anything in. Empty where the connection of now never made a payment: then it counts as a new wallet. Throws
 * `INVALID_STATE` where the rail does not know it, and `VALIDATION_ERROR` where the fields themselves name another one.
 */
export async function proveSameWallet(
  definition: RailDefinition,
  fields: Fields,
  now: Date,
): Promise<Rekeyed[]> {
  const { provider } = definition.traits;
  const versions = await readVersions(definition);
  const connected = await connectedNow(provider);
  const main = versions.find(({ id }) => id === connected?.connectionId) ?? versions[0];
  if (main === undefined) return [];
  requireSameName(definition, main, fields);
  const rail = railWith(definition, fields);
  const alike = versions.filter((each) => each === main || otherName(definition, each, fields) === undefined);
  const verdicts = await Promise.all(alike.map((version) => judge(rail, version, now)));
  const verdict = verdicts[alike.indexOf(main)];
  if (verdict?.kind === 'other') throw notProven(verdict.why);
  const proven = alike.filter((_, index) => verdicts[index]?.kind === 'same');
  // One of them may bear the fields as its own; it was connected with them before.
  const [mark, ...older] = marksOf(fields);
  const [bearer] = await sqlClient()`
    select id from rail_connection_versions where provider = ${provider} and mark in ${sqlClient()([mark, ...older])}`;
  const heir = bearer?.id ?? (verdict?.kind === 'same' ? main.id : undefined);
  return proven.map(({ id, mark: was }) => ({ id, was, mark: id === heir ? mark : marksOf(fields, id)[0] }));
}

/** Those in use, the youngest first. */
async function readVersions(definition: RailDefinition): Promise<Version[]> {
  const { provider } = definition.traits;
  const rows = await sqlClient()`
    select id, mark, fields_sealed, row_number() over (order by id) = 1 as is_first
    from rail_connection_versions where provider = ${provider} order by id desc`;
  return rows
    .filter((row) => row.fields_sealed !== null)
    .map((row) => ({
      id: row.id,
      provider,
      mark: row.mark,
      fields: openFields(definition, places.railConnectionVersion(provider, row.mark), row.fields_sealed),
      isFirst: row.is_first,
    }));
}

/** The field that says in plain text that it is another wallet. */
function otherName({ live }: RailDefinition, version: Version, fields: Fields): string | undefined {
  if (version.fields === undefined) return undefined;
  return Object.entries(live?.fields ?? {}).find(
    ([name, { namesWallet }]) => namesWallet && version.fields?.[name] !== fields[name],
  )?.[0];
}

function requireSameName(definition: RailDefinition, main: Version, fields: Fields): void {
  const field = otherName(definition, main, fields);
  if (field === undefined) return;
  throw validationError([
    {
      path: `fields.${field}`,
      message:
        'This names another wallet than the one that is connected. Give the same, or say that it is another wallet.',
      code: 'other_wallet',
    },
  ]);
}

async function judge(rail: Rail, version: Version, now: Date): Promise<Verdict> {
  const payment = await newestPayment(rail, version);
  if (payment === undefined) return { kind: (await wasTurnedAway(version)) ? 'same' : 'unpaid' };
  const call = { key: newId(now), deadlineMs: DEADLINE_MS, now };
  const told = await askRail<CollectionView | PayoutView | 'absent'>(payment, 'look_up', async () => {
    if (isSent(payment)) return rail.fetchPayout?.(toRailPayout(payment), call) ?? cannotBeAsked;
    return rail.fetchCollection?.(toRailCollection(payment), call) ?? cannotBeAsked;
  });
  const name = `the ${payment.type} ${payment.id} (at the rail ${payment.railReference})`;
  if (told.kind !== 'done') return { kind: 'other', why: `could not be asked about ${name}: ${whyOf(told)}` };
  if (told.value === 'absent') return { kind: 'other', why: `does not know ${name}` };
  const mismatch = mismatchOf(payment, told.value);
  if (mismatch) return { kind: 'other', why: `has another ${mismatch.what} for ${name}` };
  const isNamed = told.value.reference !== null || told.value.railReference !== null;
  return isNamed ? { kind: 'same' } : { kind: 'other', why: `did not say that it means ${name}` };
}

/** Whether its fields have opened nothing: no call about what is open on it got any other answer. */
async function wasTurnedAway({ id }: Version): Promise<boolean> {
  const sql = sqlClient();
  const isTurnedAway = sql`coalesce(c.outcome = 'unknown' and starts_with(c.note, ${TURNED_AWAY}), false)`;
  const [row] = await sql`
    select coalesce(bool_or(${isTurnedAway}) and bool_and(${isTurnedAway} or c.outcome is not distinct from 'not_sent'), false) as is_so
    from (${openPayments()}) o join rail_calls c on c.client_id = o.client_id and c.transaction_id = o.id
    where o.connection_id = ${id}`;
  return row?.is_so;
}

const cannotBeAsked: Outcome<never> = { kind: 'unknown', why: 'this rail cannot be asked' };

/** The newest one that a rail has to know: that ended, else that is open. A card order is known once somebody paid it. */
async function newestPayment(
  { traits: { pollable } }: Rail,
  { id, provider, isFirst }: Version,
): Promise<Transaction | undefined> {
  const sql = sqlClient();
  const isKnown = sql`
    t.environment = 'LIVE' and t.provider = ${provider} and t.rail_reference is not null
    and (t.status = 'SUCCEEDED' or t.type <> 'collection' or ${pollable})`;
  const [ended] = await sql`
    select t.* from transactions t
    where ${isKnown} and t.completed_at is not null
      and (t.connection_id = ${id} or (t.connection_id is null and ${isFirst}))
    order by t.completed_at desc limit 1`;
  if (ended) return fromRow(ended);
  const [open] = await sql`
    select t.* from (${openPayments()}) o join transactions t on t.client_id = o.client_id and t.environment = 'LIVE' and t.id = o.id
    where ${isKnown} and o.connection_id = ${id}
    order by t.id desc limit 1`;
  return open && fromRow(open);
}

function notProven(why: string): AppError {
  return new AppError(
    'INVALID_STATE',
    `With these credentials the rail ${why}. So it is not known to be the same wallet, and nothing was changed. Try again, or say that it is another wallet: what was begun then goes on at the one before.`,
  );
}
