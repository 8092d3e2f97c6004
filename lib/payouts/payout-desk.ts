import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { type Books, readBooks } from '#lib/ledger/balances';
import { type Bututs, formatAmount } from '#lib/money';
import { ownQueue } from '#lib/payouts/get-payout';
import {
  listPayoutLimits,
  listRailLimits,
  type PayoutLimit,
  presentPayoutLimits,
  presentRailLimits,
} from '#lib/payouts/payout-limits';
import { isTaken, listRailStandings } from '#lib/rails/rail-status';
import { railDefinitions } from '#lib/rails/registry';
import { fromRow } from '#lib/transactions/row';
import type { Transaction } from '#lib/transactions/transaction';

/** More held payouts than this are counted, but not listed. */
const LISTED_HELD = 100;

export interface RailDesk {
  provider: string;
  isOpen: boolean;
  /** Null in LIVE: the float is the operators', and theirs to know. */
  floatBututs: Bututs | null;
  heldCount: number;
  /** How many of them are refunds that go as payouts. */
  heldRefunds: number;
  heldBututs: Bututs;
  /** What the float lacks to release all that is held. */
  missingBututs: Bututs | null;
  /** Of what is paid out over it; in LIVE of all clients. */
  limits: PayoutLimit[];
}

export interface HeldPayout {
  transaction: Transaction;
  queuePosition: number;
  /** What the float lacks to release this one and all before it. */
  missingBututs: Bututs | null;
}

export interface PayoutDesk {
  availableBututs: Bututs;
  limits: PayoutLimit[];
  rails: RailDesk[];
  held: HeldPayout[];
}

/** What a person has to know before paying out: the balance, each rail's float, and what waits for it, in order. */
export async function getPayoutDesk(ctx: Context): Promise<PayoutDesk> {
  const [books, queues, held, rails, limits, limitsOfRails] = await Promise.all([
    readBooks(ctx.client.id, ctx.environment),
    sumQueues(ctx),
    listHeld(ctx),
    listRailStandings(ctx),
    listPayoutLimits(ctx),
    listRailLimits(
      ctx,
      railDefinitions.map(({ traits }) => traits.provider),
    ),
  ]);
  const floatOf = (provider: string) => floatIn(ctx, books, provider);
  return {
    availableBututs: books.balances.get('available') ?? 0n,
    limits,
    rails: rails.flatMap(({ provider, operations }) => {
      const payouts = operations.find((each) => each.operation === 'payout');
      if (payouts === undefined) return [];
      const queue = queues.get(provider) ?? { count: 0, refunds: 0, bututs: 0n };
      const floatBututs = floatOf(provider);
      return [
        {
          provider,
          isOpen: isTaken(payouts.standing),
          floatBututs,
          heldCount: queue.count,
          heldRefunds: queue.refunds,
          heldBututs: queue.bututs,
          missingBututs: lacking(floatBututs, queue.bututs),
          limits: limitsOfRails.get(provider) ?? [],
        },
      ];
    }),
    held: held.map(({ transaction, queuePosition, upToHereBututs }) => ({
      transaction,
      queuePosition,
      missingBututs: lacking(floatOf(transaction.provider), upToHereBututs),
    })),
  };
}

/** A rail's float as far as this client may know it. */
export function floatIn(ctx: Context, books: Books, provider: string): Bututs | null {
  return ctx.environment === 'LIVE' ? null : (books.balances.get(`rail_float:${provider}`) ?? 0n);
}

/** How much more a float needs; null where the float is not known. */
export function lacking(floatBututs: Bututs | null, neededBututs: Bututs): Bututs | null {
  if (floatBututs === null) return null;
  return neededBututs > floatBututs ? neededBututs - floatBututs : 0n;
}

export function presentPayoutDesk(desk: PayoutDesk) {
  return {
    available: formatAmount(desk.availableBututs),
    limits: presentPayoutLimits(desk.limits),
    rails: desk.rails.map((rail) => ({
      provider: rail.provider,
      open: rail.isOpen,
      float: orNull(rail.floatBututs),
      held_count: rail.heldCount,
      held_refunds: rail.heldRefunds,
      held: formatAmount(rail.heldBututs),
      missing: orNull(rail.missingBututs),
      limits: presentRailLimits(rail.limits),
    })),
    held: desk.held.map(({ transaction, queuePosition, missingBututs }) => ({
      transaction_id: transaction.id,
      type: transaction.type,
      client_reference: transaction.clientReference,
      recipient_mobile: transaction.mobile,
      amount: formatAmount(transaction.amountBututs),
      provider: transaction.provider,
      queue_position: queuePosition,
      missing: orNull(missingBututs),
      since: (transaction.heldSince ?? transaction.createdAt).toISOString(),
    })),
  };
}

export type PresentedDesk = ReturnType<typeof presentPayoutDesk>;

function orNull(bututs: Bututs | null): string | null {
  return bututs === null ? null : formatAmount(bututs);
}

async function sumQueues(
  ctx: Context,
): Promise<Map<string, { count: number; refunds: number; bututs: Bututs }>> {
  const rows = await sqlClient()`
    select provider, count(*)::int as held, (count(*) filter (where type = 'refund'))::int as refunds,
           sum(amount_bututs)::text as bututs
    from transactions
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and status = 'AWAITING_LIQUIDITY'
    group by provider`;
  return new Map(
    rows.map((row) => [row.provider, { count: row.held, refunds: row.refunds, bututs: BigInt(row.bututs) }]),
  );
}

/** In live all clients wait in one queue, of which each sees its own and how many are before them. */
async function listHeld(ctx: Context) {
  const rows = await sqlClient()`
    select * from (
      select t.*, row_number() over queue as queue_position, (sum(t.amount_bututs) over queue)::text as up_to_here
      from transactions t
      where t.environment = ${ctx.environment} and t.status = 'AWAITING_LIQUIDITY'
        ${ownQueue(ctx.environment, ctx.client.id)}
      window queue as (partition by t.provider order by t.id)
    ) queued
    where client_id = ${ctx.client.id}
    order by provider, id limit ${LISTED_HELD}`;
  return rows.map((row) => ({
    transaction: fromRow(row as Parameters<typeof fromRow>[0]),
    queuePosition: Number(row.queue_position),
    upToHereBututs: BigInt(row.up_to_here),
  }));
}
