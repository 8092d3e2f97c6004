import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { room } from '#lib/http/room';
import { requireBatch } from '#lib/payout-batches/batch';
import { type BatchView, getBatch } from '#lib/payout-batches/get-batch';
import { isNameWaitingSql } from '#lib/payout-batches/name-checks';
import { checkName } from '#lib/rails/check-name';
import type { Rail, RecipientCheck } from '#lib/rails/rail';
import { requireRail } from '#lib/rails/rail-settings';

/** Half of what a rail's connections leave one client (lib/rails/ask-rail.ts): its payments have theirs meanwhile. */
const AT_ONCE = 8;
/** Afterwards no further number is asked about: the caller comes again for the rest, and sees how far it is. */
const ASKS_FOR_MS = 5_000;
/** A rail that let so many in a row wait for so long, and said nothing, is not asked about the rest either. */
const SILENT_AFTER = { names: 8, ms: 2_000 };

interface NamedRow {
  mobile: string;
  name: string;
  provider: string;
  amountBututs: bigint;
}

/**
 * Asks the rails whether they know the numbers of a file that waits by the names beside them, and keeps what they said.
 * It is a verb of its own, which the file's page calls until nothing is left: so neither an upload nor a row that is
 * mended waits for a rail, however slow it is. Guarantee: it ends some seconds later, moves nothing and stands in no
 * one's way who confirms; a rail that fails has said `UNAVAILABLE`. `ask` is for tests. Throws `NOT_FOUND`.
 */
export async function checkNames(ctx: Context, id: string, ask = checkName): Promise<BatchView> {
  const { status, provider } = await requireBatch(ctx, id);
  if (status === 'CHECKED') {
    const rows = await readRows(ctx, id, provider);
    const said = await room.away(() => askAll(ctx, rows, ask));
    if (said.length > 0) await store(ctx, id, provider, said);
  }
  return getBatch(ctx, id);
}

async function readRows(ctx: Context, batchId: string, common: string): Promise<NamedRow[]> {
  const rows = await sqlClient()`
    select distinct on (mobile, name, provider) mobile, name, coalesce(provider, ${common}) as provider, amount_bututs
    from payout_batch_rows r
    where client_id = ${ctx.client.id} and batch_id = ${batchId} and ${isNameWaitingSql()}
    order by mobile, name, provider`;
  return rows.map((row) => ({
    mobile: row.mobile,
    name: row.name,
    provider: row.provider,
    amountBututs: BigInt(row.amount_bututs),
  }));
}

type Said = NamedRow & { check: RecipientCheck };

/** What was said within the time, and that nothing will be by rails that are silent; the rest is left out. */
async function askAll(ctx: Context, rows: NamedRow[], ask: typeof checkName): Promise<Said[]> {
  const rails = await findRails(ctx, rows);
  const endsAt = performance.now() + ASKS_FOR_MS;
  const silence = new Map<string, number>();
  const isSilent = ({ provider }: NamedRow) =>
    !rails.has(provider) || (silence.get(provider) ?? 0) >= SILENT_AFTER.names;
  const askOne = async (row: NamedRow): Promise<RecipientCheck> => {
    const rail = rails.get(row.provider);
    if (rail === undefined || isSilent(row)) return 'UNAVAILABLE';
    const askedAt = performance.now();
    const check = await ask(ctx, rail, row);
    const isLost = check === 'UNAVAILABLE' && performance.now() - askedAt > SILENT_AFTER.ms;
    silence.set(row.provider, isLost ? (silence.get(row.provider) ?? 0) + 1 : 0);
    return check;
  };
  const said: Said[] = [];
  const left = rows.toReversed();
  const askInTurn = async () => {
    while (performance.now() < endsAt) {
      const row = left.pop();
      if (row === undefined) return;
      said.push({ ...row, check: await askOne(row) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
  return [...said, ...left.filter(isSilent).map((row) => ({ ...row, check: 'UNAVAILABLE' as const }))];
}

/** Those over which something can be paid now; about the others nothing is asked. */
async function findRails(ctx: Context, rows: NamedRow[]): Promise<Map<string, Rail>> {
  const found = await Promise.all(
    [...new Set(rows.map(({ provider }) => provider))].map(async (provider) => {
      const rail = await findRail(ctx, provider);
      return rail ? [[provider, rail] as const] : [];
    }),
  );
  return new Map(found.flat());
}

function findRail(ctx: Context, provider: string): Promise<Rail | undefined> {
  return requireRail(ctx, provider, 'payout').catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
}

/** Of rows that are still as they were asked about. The batch's lock comes first, as where a row is mended. */
async function store(ctx: Context, batchId: string, common: string, said: Said[]): Promise<void> {
  const words = said.map(({ mobile, name, provider, check }) => ({ mobile, name, provider, check }));
  await sqlClient()`
    with held as (
      select client_id, id from payout_batches
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${batchId} and status = 'CHECKED'
      for update
    )
    update payout_batch_rows r set name_check = w.check
    from held h, jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as w (mobile text, name text, provider text, "check" text)
    where r.client_id = h.client_id and r.batch_id = h.id and ${isNameWaitingSql()}
      and r.mobile = w.mobile and r.name = w.name and coalesce(r.provider, ${common}) = w.provider`;
}
