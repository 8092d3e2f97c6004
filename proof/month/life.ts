import { lastDayOf } from '#lib/ledger/periods';
import { watchRails } from '#lib/rails/watch-rails';
import { bookFees } from '#lib/reconciliation/book-fees';
import { runSettlementSchedules } from '#lib/settlements/run-schedules';
import { createChance } from '#proof/simulation/chance';
import { current } from '#proof/simulation/stage';
import {
  bankHasPaid,
  bankSentBack,
  meetLimits,
  payRecipients,
  payWages,
  sendToBank,
  settleToBank,
  settleToWallet,
  settleWeekly,
  setUp,
} from './desk.ts';
import {
  adjust,
  agreeOnFees,
  closeFloatCases,
  endDay,
  importDay,
  move,
  moveCollections,
  takes,
  tariff,
} from './house.ts';
import { ask, atScreen, caseAbout, count, payingRails, rails, refusal, type Town, until } from './town.ts';
import { balanceOf, endOf, giveBack, payOut, sell } from './trade.ts';

// The month, day by day. The clock is that of the simulation (proof/simulation/timeline.ts): the gateway, its workers, its
// database and the rails all believe that it is that month, so whatever is booked is dated into it. `/sandbox/advance` could
// not do that: it makes happen now what is due later, and dates it now, so that no journal lies in the future. Here it is
// used for what it is for: a sale in the sandbox that nobody pays is over an hour earlier, without waiting for it.

const dayMs = 24 * 3_600_000;
const salesADay = 8;

/** Plays it; the same seed plays the same month. It begins the evening before, so that there is something to carry over. */
export async function playMonth(town: Town, month: string, seed: number): Promise<void> {
  const last = Number(lastDayOf(month).slice(8));
  const eve = new Date(Date.parse(`${month}-01T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
  await at(`${eve}T10:00:00Z`);
  await begin(town);
  await sellAll(town, `${eve}T12:00:00Z`, seed);
  await sell(town, {
    ...{ environment: 'SANDBOX', provider: 'PROVIDER_W', amount: 640_00n },
    reference: 'SANDBOX-eve',
  });
  for (let day = 1; day <= last; day++) {
    const date = `${month}-${String(day).padStart(2, '0')}`;
    await at(`${date}T05:00:00Z`);
    await reconcile(town, new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10));
    await at(`${date}T06:05:00Z`);
    await atScreen(() => runSettlementSchedules());
    await at(`${date}T08:00:00Z`);
    await sellAll(town, `${date}T08:00:00Z`, seed);
    await calendar[day]?.(town, date);
    if (day % 2 === 0) await pay(town, date);
    await sandboxDay(town, date, seed);
  }
  await at(`${lastDayOf(month)}T22:00:00Z`);
  await moveCollections(town, 1_000_00n);
  await reconcileToday(town, lastDayOf(month));
  await atScreen(() => watchRails());
}

/** Waits for a moment; one that is over is no moment to wait for. */
async function at(moment: string): Promise<void> {
  const { timeline } = current();
  await timeline.wait(Date.parse(moment) - timeline.now);
}

async function begin(town: Town): Promise<void> {
  await agreeOnFees(town);
  await move(town, 'top_up', 'PROVIDER_W', 300_000_00n);
  await move(town, 'top_up', 'PROVIDER_A', 20_000_00n);
  await move(town, 'top_up', 'PROVIDER_C', 20_000_00n);
  await setUp(town);
  await settleWeekly(town);
  for (const provider of payingRails)
    await ask(town, 'SANDBOX', 'POST /sandbox/rail-floats', { body: { provider, amount: '50000.00' } });
}

/** What happens on which day, beside what happens every day. */
const calendar: Record<number, (town: Town, date: string) => Promise<unknown>> = {
  3: payRecipients,
  4: (town) => settleToWallet(town, 'LIVE', 1_500_00n),
  5: meetLimits,
  6: async (town, date) => {
    // PROVIDER_W reverses a whole one; else it is paid to the number; the card rail does neither.
    await giveBack(town, 'LIVE', { collection: `LIVE-${date}-0` });
    await giveBack(town, 'LIVE', { collection: `LIVE-${date}-1`, amount: 60_00n });
    await giveBack(town, 'LIVE', { collection: `LIVE-${date}-2`, amount: 45_50n });
    const card = await refusal(giveBack(town, 'LIVE', { collection: `LIVE-${date}-3`, amount: 33_33n }));
    if (card !== 'REFUND_NOT_POSSIBLE') throw new Error(`A refund of a card was refused with ${card}`);
    await giveBack(town, 'LIVE', { collection: `LIVE-${date}-4`, amount: 20_01n });
  },
  7: async (town) => {
    await settleToBank(town, 'LIVE', 1_234_56n);
    await sendToBank(town, 'LIVE');
  },
  8: (town) => bankHasPaid(town, 'LIVE'),
  9: (town) => moveCollections(town, 3_000_00n),
  10: payWages,
  11: (town) => move(town, 'withdraw', 'PROVIDER_C', 2_500_00n),
  12: (town) => move(town, 'transfer', 'PROVIDER_W', 4_000_00n, 'PROVIDER_A'),
  13: (town) => move(town, 'transfer', 'PROVIDER_W', 260_000_00n, 'PROVIDER_A'),
  14: (town) => move(town, 'withdraw', 'PROVIDER_A', 255_000_00n),
  15: async (town) => {
    await settleToBank(town, 'LIVE', 777_77n);
    await sendToBank(town, 'LIVE');
  },
  16: (town) => bankHasPaid(town, 'LIVE'),
  // What was paid by cards lies in no wallet that pays out.
  17: (town) => move(town, 'withdraw_collected', 'PROVIDER_C_CARD', 5_000_00n),
  18: (town) => bankSentBack(town, 'LIVE'),
  19: partPayment,
  21: paidAfterItsNo,
  22: closeFloatCases,
  23: otherFees,
  24: (town) => settleToWallet(town, 'SANDBOX', 700_00n),
  25: async (town) => {
    await settleToBank(town, 'SANDBOX', 900_00n);
    await sendToBank(town, 'SANDBOX');
  },
  26: (town) => bankHasPaid(town, 'SANDBOX'),
  27: (town) => sendToBank(town, 'LIVE'),
  28: (town) => bankHasPaid(town, 'LIVE'),
};

async function sellAll(town: Town, from: string, seed: number): Promise<void> {
  const date = from.slice(0, 10);
  const chance = createChance(seed, date);
  for (let each = 0; each < salesADay; each++) {
    await at(new Date(Date.parse(from) + each * 20 * 60_000).toISOString());
    const amount = BigInt(100_00 + chance.below(900_00));
    const provider = rails[each % rails.length] ?? 'PROVIDER_W';
    const { status } = await sell(town, {
      environment: 'LIVE',
      provider,
      amount,
      reference: `LIVE-${date}-${each}`,
    });
    if (status !== 'SUCCEEDED') throw new Error(`LIVE-${date}-${each} at ${provider} is ${status}`);
  }
}

/** A supplier, by each rail in turn. */
async function pay(town: Town, date: string): Promise<void> {
  const chance = createChance(7, `suppliers ${date}`);
  for (const provider of payingRails) {
    const amount = BigInt(50_00 + chance.below(400_00));
    const { status } = await payOut(town, {
      ...{ environment: 'LIVE', provider, amount, reference: `bill-${date}-${provider}` },
    });
    if (status !== 'SUCCEEDED') throw new Error(`bill-${date}-${provider} is ${status}`);
  }
}

/** Sales at each rail, one that nobody pays, what comes back, and a wage. */
async function sandboxDay(town: Town, date: string, seed: number): Promise<void> {
  const chance = createChance(seed, `sandbox ${date}`);
  for (const [each, provider] of rails.entries()) {
    const sale = { environment: 'SANDBOX', provider, amount: BigInt(100_00 + chance.below(500_00)) } as const;
    await sell(town, { ...sale, reference: `SANDBOX-${date}-${each}` });
  }
  await unpaidSale(town, `SANDBOX-${date}-unpaid`);
  const back = Number(date.slice(8)) % rails.length;
  await giveBack(town, 'SANDBOX', {
    collection: `SANDBOX-${date}-${back}`,
    ...(!date.endsWith('5') && { amount: 50_00n }),
  });
  await payOut(town, {
    ...{
      environment: 'SANDBOX',
      provider: payingRails[back % 3] ?? 'PROVIDER_W',
      amount: 75_25n,
      reference: `s-wage-${date}`,
    },
  });
}

async function unpaidSale(town: Town, reference: string): Promise<void> {
  await ask(town, 'SANDBOX', 'POST /collections/initiate', {
    body: {
      ...{ amount: '123.45', currency: 'GMD', client_reference: reference, provider: 'PROVIDER_W' },
      ...{ customer_name: 'Nobody', customer_mobile: '+2207000001' },
      ...{ success_url: 'https://shop.example/paid', error_url: 'https://shop.example/not-paid' },
    },
  });
  const before = current().timeline.now;
  const { done } = await ask(town, 'SANDBOX', 'POST /sandbox/advance', { body: { seconds: 3_600 } });
  const { status } = await ask(town, 'SANDBOX', `GET /collections/status/${reference}`);
  const isNow = current().timeline.now - before < 600_000;
  if (status !== 'EXPIRED' || done < 1 || !isNow)
    throw new Error(`The sandbox's clock did ${done} things, and ${reference} is ${status}`);
  count(town, 'sales that an hour of the sandbox’s clock ended');
}

/** A customer pays 300.00 of 500.00: two people credit what came, and nothing else. */
async function partPayment(town: Town, date: string): Promise<void> {
  const sale = { environment: 'LIVE', provider: 'PROVIDER_C', amount: 500_00n, paid: 300_00n } as const;
  const { transaction_id: id } = await sell(town, { ...sale, reference: `part-${date}` });
  const before = await balanceOf(town, 'LIVE');
  const caseId = await until('a case of the part payment', () => caseAbout(id));
  await adjust(town, caseId, {
    ...{ direction: 'in', amount: 300_00n, borne_by: 'client', reason: 'You were paid 300.00 of 500.00.' },
  });
  const { status } = await endOf(town, 'LIVE', 'collection', `part-${date}`);
  const more = (await balanceOf(town, 'LIVE')) - before;
  if (status !== 'FAILED' || more !== 300_00n)
    throw new Error(`The part payment is ${status}, and ${more} came`);
}

/** A rail refuses a payout and pays it all the same: the client has been told that it failed, so the house bears it. */
async function paidAfterItsNo(town: Town, date: string): Promise<void> {
  const { rails: railsOf } = current();
  await railsOf.control('/misbehave', {
    ...{ rail: 'PROVIDER_W', operation: 'payout', kind: 'refusal', code: 'recipient-account-inactive' },
  });
  const reference = `twice-${date}`;
  const told = await payOut(town, {
    environment: 'LIVE',
    provider: 'PROVIDER_W',
    amount: 210_00n,
    reference,
  });
  if (told.status !== 'FAILED') throw new Error(`${reference} is ${told.status}`);
  await railsOf.control('/payout-end', { rail: 'PROVIDER_W', reference: told.transaction_id, state: 'paid' });
  const caseId = await until('a case of what was paid after its no', async () => {
    const found = await caseAbout(told.transaction_id);
    if (found === undefined) await importDay(town, 'PROVIDER_W', date);
    return found;
  });
  await adjust(town, caseId, {
    ...{ direction: 'out', amount: 210_00n, borne_by: 'house', reason: 'The rail paid it after its no.' },
  });
}

/** From today on PROVIDER_A takes 1.00 for a payout, and nobody has told us. */
async function otherFees(): Promise<void> {
  await takes('PROVIDER_A', 'payout', 1_00n, 0);
}

/**
 * The day before, at each rail; where a rail took another fee than is booked, it is booked as it was taken: other than its
 * tariff says at PROVIDER_A, and at the others for what was paid otherwise and adjusted.
 */
async function reconcile(town: Town, day: string): Promise<void> {
  for (const provider of rails) {
    const { fees } = await importDay(town, provider, day);
    if (fees.count > 0) {
      await atScreen(() => bookFees(town.first, provider, day, { note: 'As the rail’s statement has it.' }));
      count(town, 'days of which the fees were booked as the statement has them');
      if (provider === 'PROVIDER_A') await tariff(town, provider, 'payout', 1_00n, 0);
    }
    await endDay(town, provider, day);
  }
}

/** The last day is looked at before it is over, so that the month has no fee of its own to come. */
async function reconcileToday(town: Town, day: string): Promise<void> {
  for (const provider of rails) {
    const { fees } = await importDay(town, provider, day);
    if (fees.count > 0) throw new Error(`${provider} took another fee on ${day}: ${JSON.stringify(fees)}`);
  }
}
