import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import type { RawRow } from '#lib/payout-batches/batch-file';
import { addReason, addWarning, checkRows, type FileRow, type Terms } from '#lib/payout-batches/check-rows';
import { findRecentTwins } from '#lib/payouts/find-recent-twins';
import { listPayoutLimits } from '#lib/payouts/payout-limits';
import { railName } from '#lib/rails/rail-faces';
import { railSetting } from '#lib/rails/rail-settings';
import { isTaken, listRailStandings } from '#lib/rails/rail-status';
import { ownRecipients } from '#lib/recipients/recipient';

/** The rows with all that speaks against them now: by themselves, in the file, and by what was paid before. Moves nothing. */
export async function checkBatch(ctx: Context, provider: string, rows: RawRow[]): Promise<FileRow[]> {
  const checked = checkRows(rows, await readTerms(ctx, provider, rows));
  await Promise.all([markUsedReferences(ctx, checked), markRecentTwins(ctx, checked)]);
  return checked;
}

async function readTerms(ctx: Context, provider: string, rows: RawRow[]): Promise<Terms> {
  const [standings, limits, recipients] = await Promise.all([
    listRailStandings(ctx),
    listPayoutLimits(ctx),
    findNamed(ctx, rows),
  ]);
  const rails = standings.flatMap((rail) => {
    const payouts = rail.operations.find((each) => each.operation === 'payout');
    return payouts ? [{ provider: rail.provider, isOpen: isTaken(payouts.standing) }] : [];
  });
  return {
    provider,
    rails: await Promise.all(
      rails.map(async (rail) => ({
        ...rail,
        ...(await railSetting(ctx.environment, rail.provider, 'payout')),
        name: railName(rail.provider),
      })),
    ),
    perPayoutBututs: limits.find(({ name }) => name === 'per_payout')?.limitBututs ?? null,
    recipients,
  };
}

async function findNamed(ctx: Context, rows: RawRow[]): Promise<Terms['recipients']> {
  const names = [...new Set(rows.flatMap(({ name }) => (name === null ? [] : [name.toLowerCase()])))].filter(
    // What PostgreSQL does not take is nobody's name.
    (name) => name.isWellFormed() && !name.includes('\0'),
  );
  if (names.length === 0) return [];
  const found = await sqlClient()`
    select name, mobile, provider from recipients
    where ${ownRecipients(ctx)} and deleted_at is null and lower(name) = any(${names}::text[])`;
  return found.map(({ name, mobile, provider }) => ({ name, mobile, provider }));
}

async function markUsedReferences(ctx: Context, rows: FileRow[]): Promise<void> {
  const candidates = rows.filter((row) => row.reason === null);
  const found = await sqlClient()`
    select r.reference from unnest(${candidates.map((row) => row.reference)}::text[]) as r (reference)
    where exists (
      select from transactions t
      where t.client_id = ${ctx.client.id} and t.environment = ${ctx.environment} and t.type = 'payout'
        and t.client_reference = r.reference
    )`;
  const used = new Set(found.map((row) => row.reference));
  for (const row of candidates) {
    if (used.has(row.reference)) addReason(row, 'This reference was already used for a payout.');
  }
}

async function markRecentTwins(ctx: Context, rows: FileRow[]): Promise<void> {
  const payments = rows.flatMap(({ reason, mobile, amountBututs }) =>
    reason === null && amountBututs !== null ? [{ mobile, amountBututs }] : [],
  );
  const twins = await findRecentTwins(ctx, payments);
  const paid = new Map(twins.map((twin) => [`${twin.mobile} ${twin.amountBututs}`, twin.clientReference]));
  for (const row of rows) {
    const reference = row.reason === null ? paid.get(`${row.mobile} ${row.amountBututs}`) : undefined;
    if (reference !== undefined) {
      addWarning(row, `The same amount was paid out to this number in the last 10 minutes (${reference}).`);
    }
  }
}
