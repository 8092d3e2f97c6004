import { asc } from 'drizzle-orm';
import { database } from '#db/client';
import { railTariffs } from '#db/schema/rail-tariffs';
import { banjulDay } from '#lib/clock';
import type { Context } from '#lib/context';
import { type Bututs, railFeeOf } from '#lib/money';
import { traitsOf } from '#lib/rails/registry';
import { isSent, type Transaction } from '#lib/transactions/transaction';

export type Tariff = typeof railTariffs.$inferSelect;
export type Movement = Tariff['movement'];
export const movements = ['collection', 'payout', 'refund'] as const satisfies readonly Movement[];

/** A tariff that an operator sets is known to every process within this time. */
const REMEMBER_MS = 2_000;
let remembered: { at: number; tariffs: Promise<Tariff[]> } | undefined;

/**
 * What a live rail is going to take for a payment that begins now, by the tariff of today; 0 without one. Less than zero
 * where a fee comes back: the rail that takes back the whole of `collection` gives back what it took for it. In the
 * sandbox no money moves, so nobody takes any of it.
 */
export async function expectedFee(
  { environment }: Pick<Context, 'environment'>,
  payment: Pick<Transaction, 'type' | 'refundMethod' | 'provider' | 'amountBututs'>,
  now: Date,
  collection?: Pick<Transaction, 'amountBututs' | 'railFeeBututs'>,
): Promise<Bututs> {
  if (environment === 'SANDBOX') return 0n;
  const { provider, amountBututs } = payment;
  const tariff = inForce(await knownTariffs(), provider, movementOf(payment), banjulDay(now));
  const fee = tariff === undefined ? 0n : railFeeOf(amountBututs, tariff);
  const isWhole = payment.refundMethod === 'reversal' && collection?.amountBututs === amountBututs;
  return isWhole && traitsOf(provider).returnsFee ? fee - collection.railFeeBututs : fee;
}

/** Pure: as which movement the rail charges it. A refund that is paid to a number is a payout to the rail. */
export function movementOf(payment: Pick<Transaction, 'type' | 'refundMethod'>): Movement {
  return isSent(payment) ? 'payout' : payment.type;
}

/** Pure: of `tariffs` in the order of their making, the one with the latest start until the day, and of one start the last. */
export function inForce<T extends Pick<Tariff, 'provider' | 'movement' | 'startsOn'>>(
  tariffs: readonly T[],
  provider: string,
  movement: Movement,
  day: string,
): T | undefined {
  return tariffs
    .filter((each) => each.provider === provider && each.movement === movement && each.startsOn <= day)
    .reduce<T | undefined>(
      (latest, each) => (latest === undefined || each.startsOn >= latest.startsOn ? each : latest),
      undefined,
    );
}

export function readTariffs(): Promise<Tariff[]> {
  return database().select().from(railTariffs).orderBy(asc(railTariffs.id));
}

/** So that this process sees a new tariff at once. */
export function forgetTariffs(): void {
  remembered = undefined;
}

async function knownTariffs(): Promise<Tariff[]> {
  if (remembered === undefined || Date.now() - remembered.at > REMEMBER_MS) {
    const tariffs = readTariffs();
    remembered = { at: Date.now(), tariffs };
    tariffs.catch(() => {
      remembered = undefined;
    });
  }
  return remembered.tariffs;
}
