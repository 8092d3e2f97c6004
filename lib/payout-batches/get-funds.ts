import type { Context } from '#lib/context';
import { type Bututs, formatAmount } from '#lib/money';
import type { PayoutBatch } from '#lib/payout-batches/batch';
import { getPayoutDesk, lacking, type RailDesk } from '#lib/payouts/payout-desk';

/** The total of a batch against what there is to pay it from. Amounts that lack nothing are zero. */
export interface Funds {
  availableBututs: Bututs;
  balanceLacksBututs: Bututs;
  rails: (Pick<RailDesk, 'provider' | 'isOpen' | 'floatBututs'> & {
    /** Null in LIVE. What is held already comes before this batch. */
    floatLacksBututs: Bututs | null;
  })[];
}

/** As it stands now; nothing is set aside for the batch. */
export async function getFunds(ctx: Context, { goodBututs }: PayoutBatch): Promise<Funds> {
  const desk = await getPayoutDesk(ctx);
  return {
    availableBututs: desk.availableBututs,
    balanceLacksBututs: lacking(desk.availableBututs, goodBututs) ?? 0n,
    rails: desk.rails.map(({ provider, isOpen, floatBututs, heldBututs }) => ({
      provider,
      isOpen,
      floatBututs,
      floatLacksBututs: lacking(floatBututs, goodBututs + heldBututs),
    })),
  };
}

export function presentFunds(funds: Funds) {
  return {
    available: formatAmount(funds.availableBututs),
    balance_lacks: amountOrNull(funds.balanceLacksBututs),
    rails: funds.rails.map((rail) => ({
      provider: rail.provider,
      open: rail.isOpen,
      /** Null where it cannot be known. */
      float: rail.floatBututs === null ? null : formatAmount(rail.floatBututs),
      /** Null where it lacks nothing, or that cannot be known. */
      float_lacks: amountOrNull(rail.floatLacksBututs ?? 0n),
    })),
  };
}

function amountOrNull(bututs: Bututs): string | null {
  return bututs === 0n ? null : formatAmount(bututs);
}
