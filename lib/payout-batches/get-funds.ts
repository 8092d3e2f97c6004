import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { type Bututs, formatAmount } from '#lib/money';
import type { PayoutBatch } from '#lib/payout-batches/batch';
import { getPayoutDesk, lacking, type RailDesk } from '#lib/payouts/payout-desk';
import type { PayoutLimit } from '#lib/payouts/payout-limits';

/** The total of a batch against what there is to pay it from. Amounts that lack nothing are zero. */
export interface Funds {
  availableBututs: Bututs;
  balanceLacksBututs: Bututs;
  /** What the client's limits leave, the day's and the month's against the whole batch. */
  limits: (PayoutLimit & { lacksBututs: Bututs })[];
  rails: (Pick<RailDesk, 'provider' | 'isOpen' | 'floatBututs'> & {
    /** What the batch's own rows on this rail come to. */
    rowsBututs: Bututs;
    /** What the limits of the rail leave, against those rows. */
    limits: Funds['limits'];
    /** Null in LIVE. What is held already comes before this batch. Of a rail without rows: for the whole of it. */
    floatLacksBututs: Bututs | null;
  })[];
}

/** As it stands now; nothing is set aside for the batch. */
export async function getFunds(ctx: Context, batch: PayoutBatch): Promise<Funds> {
  const { goodBututs } = batch;
  const [desk, byRail] = await Promise.all([getPayoutDesk(ctx), sumByRail(batch)]);
  return {
    availableBututs: desk.availableBututs,
    balanceLacksBututs: lacking(desk.availableBututs, goodBututs) ?? 0n,
    limits: limitsFor(batch, desk.limits),
    rails: desk.rails.map(({ provider, isOpen, floatBututs, heldBututs, limits }) => {
      const rowsBututs = byRail.get(provider) ?? 0n;
      const needed = rowsBututs > 0n ? rowsBututs : goodBututs;
      return {
        provider,
        isOpen,
        floatBututs,
        rowsBututs,
        limits: against(rowsBututs, limits),
        floatLacksBututs: lacking(floatBututs, needed + heldBututs),
      };
    }),
  };
}

/** What the good rows of each rail come to. */
export async function sumByRail({ clientId, id, provider }: PayoutBatch): Promise<Map<string, Bututs>> {
  const rows = await sqlClient()`
    select coalesce(provider, ${provider}) as provider, sum(amount_bututs)::text as bututs from payout_batch_rows
    where client_id = ${clientId} and batch_id = ${id} and status = 'READY' group by 1`;
  return new Map(rows.map((row) => [row.provider, BigInt(row.bututs)]));
}

/** A single payout's limit is a row's own matter; those of the day and the month are the whole batch's. */
export function limitsFor({ goodBututs }: PayoutBatch, limits: PayoutLimit[]): Funds['limits'] {
  return against(
    goodBututs,
    limits.filter(({ name }) => name !== 'per_payout'),
  );
}

/** What they leave of so much; amounts that lack nothing are zero. */
export function against(bututs: Bututs, limits: PayoutLimit[]): Funds['limits'] {
  return limits.map((limit) => ({ ...limit, lacksBututs: lacking(limit.leftBututs, bututs) ?? 0n }));
}

export function presentFunds(funds: Funds) {
  return {
    available: formatAmount(funds.availableBututs),
    balance_lacks: amountOrNull(funds.balanceLacksBututs),
    limits: presentLimits(funds.limits),
    rails: funds.rails.map((rail) => ({
      provider: rail.provider,
      open: rail.isOpen,
      /** What the rows on it come to; null: none is. */
      rows: amountOrNull(rail.rowsBututs),
      limits: presentLimits(rail.limits),
      /** Null where it cannot be known. */
      float: rail.floatBututs === null ? null : formatAmount(rail.floatBututs),
      /** Null where it lacks nothing, or that cannot be known. */
      float_lacks: amountOrNull(rail.floatLacksBututs ?? 0n),
    })),
  };
}

function presentLimits(limits: Funds['limits']) {
  return limits.map(({ name, limitBututs, leftBututs, lacksBututs }) => ({
    name,
    limit: formatAmount(limitBututs),
    left: formatAmount(leftBututs),
    lacks: amountOrNull(lacksBututs),
  }));
}

function amountOrNull(bututs: Bututs): string | null {
  return bututs === 0n ? null : formatAmount(bututs);
}
