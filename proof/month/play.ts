import { createClient } from '#lib/clients/create-client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { fundFloat } from '#lib/ledger/fund-float';
import { lastDayOf } from '#lib/ledger/periods';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { listReleasableQueues, releaseHeldPayouts } from '#lib/payouts/release-held-payouts';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { claimOperations, runOperation } from '#lib/rail-work/turn';
import type { CollectionNews } from '#lib/rails/rail';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import type { Transaction } from '#lib/transactions/transaction';

// What happens in the month: people who pay and who do not, wages, a supplier's bill that waits for the float, goods
// that come back in whole and in part.

export interface Shop {
  client: Context['client'];
  at(time: Date): Context;
  begin(time: Date, reference: string, amountBututs: bigint, provider?: string): Promise<Transaction>;
  /** As its rail says. */
  end(time: Date, collection: Transaction, news: CollectionNews): Promise<unknown>;
}

const rails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'] as const;
const payingRails = rails.slice(0, 3);
const customers = ['Fatou Jallow', 'Ousman Bah', 'Isatou Njie', 'Modou Ceesay'];

export async function openShop(): Promise<Shop> {
  const id = await createClient({
    name: 'Serekunda Market Ltd',
    businessPhone: '+2207012345',
    businessEmail: 'shop@month.example',
  });
  const client = { id, name: 'Serekunda Market Ltd', commissionBps: 150 };
  const at = (time: Date): Context => ({
    client,
    environment: 'SANDBOX',
    actor: { type: 'system' },
    now: () => time,
  });
  return {
    client,
    at,
    async begin(time, reference, amountBututs, provider = 'PROVIDER_W') {
      const request = collectionOf(reference, amountBututs, provider);
      return (await initiateCollection(at(time), request)).transaction;
    },
    end: (time, collection, news) => bookCollectionNews(at(time), collection, news),
  };
}

function collectionOf(client_reference: string, amount: bigint, provider: string) {
  const customer_name = customers[Number(amount) % customers.length] as string;
  return {
    ...{ amount, currency: 'GMD' as const, client_reference, provider, customer_name },
    ...{ customer_mobile: '+2207012345', metadata: {} },
  };
}

/** Plays every day of it; the same seed plays the same month. Returns what was done, and how often. */
export async function playMonth(shop: Shop, month: string, seed: number): Promise<Record<string, number>> {
  const done: Record<string, number> = {};
  const count = (what: string) => {
    done[what] = (done[what] ?? 0) + 1;
  };
  const chance = chanceOf(seed);
  const days = Number(lastDayOf(month).slice(8));
  for (let day = 1; day <= days; day++) {
    const date = `${month}-${String(day).padStart(2, '0')}`;
    const at = (minute: number) => new Date(Date.parse(`${date}T08:00:00.000Z`) + minute * 60_000);
    if (day % 7 === 1) {
      for (const provider of payingRails) await fundFloat(shop.at(at(0)), provider, 3_000_00n);
      count('days on which floats were filled');
    }
    for (let each = 0; each < 30; each++) {
      const reference = `sale-${date}-${each}`;
      const [provider, amount] = [pick(rails, chance()), BigInt(1 + Math.floor(chance() * 500_00))];
      // Most pay, some do not, and a few come back with what they bought.
      const fate = chance();
      const time = at(each * 15);
      const collection = await shop.begin(time, reference, amount, provider);
      if (fate < 0.15) {
        await shop.end(time, collection, { state: fate < 0.08 ? 'CANCELLED' : 'EXPIRED' });
        count('sales that nobody paid');
        continue;
      }
      await shop.end(time, collection, { state: 'SUCCEEDED' });
      count('sales');
      if (fate > 0.95 && amount > 1n) {
        const isWhole = fate > 0.975;
        await initiateRefund(shop.at(at(each * 15 + 5)), {
          collection: reference,
          client_reference: `back-${reference}`,
          metadata: {},
          ...(!isWhole && { amount: amount / 2n }),
        });
        count('refunds');
      }
    }
    for (let each = 0; each < 4; each++) {
      const amount = BigInt(10_00 + Math.floor(chance() * 700_00));
      const isPaid = await pay(
        shop,
        at(480 + each),
        `wage-${date}-${each}`,
        amount,
        pick(payingRails, chance()),
      );
      count(isPaid ? 'payouts' : 'payouts that the balance did not cover');
    }
    await work(at(500));
  }
  return done;
}

async function pay(
  shop: Shop,
  time: Date,
  client_reference: string,
  amount: bigint,
  provider: string,
): Promise<boolean> {
  try {
    await initiatePayout(shop.at(time), {
      ...{ amount, currency: 'GMD', client_reference, provider },
      ...{ recipient_mobile: '+2203456789', metadata: {} },
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'INSUFFICIENT_BALANCE') return false;
    throw error;
  }
}

/** What a worker does, at this time: held payouts that the float covers by now, and what is due with the rails. */
async function work(time: Date): Promise<void> {
  for (const queue of await listReleasableQueues()) await releaseHeldPayouts(queue, () => time);
  for (;;) {
    const due = await claimOperations(100);
    if (due.length === 0) return;
    for (const operation of due) await runOperation(operation, () => time);
  }
}

function pick<T>(from: readonly T[], chance: number): T {
  return from[Math.floor(chance * from.length)] as T;
}

/** Numbers from 0 to 1 by a seed. https://en.wikipedia.org/wiki/Linear_congruential_generator */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
