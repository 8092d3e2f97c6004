import { resumeClient, suspendClient, updateClient } from '#lib/clients/update-client';
import { formatAmount } from '#lib/money';
import type { RequestRow } from '#proof/soak/checker';
import type { Suspension } from './books-check.ts';
import { createChance } from './chance.ts';
import { type OtherFees, playDeskScenes } from './desk-scenes.ts';
import type { House } from './house.ts';
import { PAYOUT_FEE, type Room, roomOf } from './liquidity-check.ts';
import type { Shop } from './merchants.ts';
import { ask } from './office.ts';
import { type Operators, staff } from './operators.ts';
import { addressOf } from './receivers.ts';
import type { Sellers } from './sellers.ts';
import { current } from './stage.ts';
import { openTill } from './till.ts';
import { lateSuccesses, reversals } from './traps.ts';

// What chance alone would hardly bring together, and needs a float, a balance or a moment of its own: each seed plays each
// of these once, when its merchants have asked for everything and nothing goes wrong any more but what a scene wants.

const minute = 60_000;
const hour = 60 * minute;
const payoutRails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];
/** Of these a customer's payment needs no password. */
const openRails = ['PROVIDER_W', 'PROVIDER_C'];
/** Below the most that one payment may be, with what is added to it. */
const MOST = 90_000_00n;
const CARD = 'PROVIDER_C_CARD';

export interface Scenes {
  shops: readonly Shop[];
  requests: RequestRow[];
  operators: Operators;
  house: House;
  sellers: Sellers;
}

/** `unplayed`: which could not be set up, and how often; a scene that nobody ever plays proves nothing. */
export async function playScenes({
  shops,
  requests,
  operators,
  house,
  sellers,
}: Scenes): Promise<{ unplayed: Record<string, number>; otherFees: OtherFees | undefined }> {
  const { seed, timeline, look, rails, violations, faults, receivers } = current();
  const chance = createChance(seed, 'scenes');
  const till = openTill(requests);
  const shop = chance.of(shops.filter(({ clientId }) => clientId !== house.limited));
  const unplayed: Record<string, number> = {};
  const play = async (name: string, scene: () => Promise<boolean>) => {
    if (!(await scene())) unplayed[name] = (unplayed[name] ?? 0) + 1;
  };

  await till.waitForRails(shop);
  if (!faults.isLeftOut('rail_chaos')) {
    await play('paid late', payLate);
    await play('taken back', takeBack);
  }
  await play('waits for the fee', waitForTheFee);
  for (const provider of openRails)
    await play('paid by what was collected', () => payByWhatWasCollected(provider));
  await play('limit of a day', reachTheLimit);
  await play('another amount', payAnotherAmount);
  await play('lease outlived', outliveTheLease);
  await play('a rush at one link', () => sellers.rush(shop, till.pay));
  await play('paid beside cash', () => sellers.payBesideCash(shop, till.pay));
  const otherFees = await playDeskScenes({ till, requests, house, earn, play });
  await house.keepBack(async (clientId) => {
    const own = shops.find((each) => each.clientId === clientId);
    return own !== undefined && (await earn(own, CARD, 100_00n));
  });
  return { unplayed, otherFees };

  /** Until the shop has so much, by payments at this rail. */
  async function earn(who: Shop, provider: string, bututs: bigint): Promise<boolean> {
    for (let times = 0; times < 4; times++) {
      const missing = bututs - (await till.availableOf(who));
      if (missing <= 0n) return true;
      const gross = (missing * 103n) / 100n + 5_00n;
      await till.collect(who, provider, gross < MOST ? gross : MOST);
    }
    return false;
  }

  function room(provider: string): Promise<Room> {
    return look((sql) => roomOf(sql, provider));
  }

  /** Lets go whoever waits there. False: somebody waits all the same. */
  async function free(provider: string): Promise<boolean> {
    for (let times = 0; times < 4; times++) {
      const { waiting, wanted } = await room(provider);
      if (waiting === 0) return true;
      await operators.fund(provider, wanted);
      await timeline.wait(hour / 2);
    }
    return false;
  }

  /** The record of a payment is wrong while it ends here, and then true. */
  async function payLate(): Promise<boolean> {
    let paid = 0;
    for (const { rail, rules } of lateSuccesses) {
      const opened = await till.open(shop, rail, 30_00n);
      if (opened === undefined) continue;
      for (const rule of rules) await rails.control('/misbehave', { rail, reference: opened.id, ...rule });
      await till.pay(rail, opened.id);
      await timeline.wait(minute);
      await till.status(shop, 'collection', opened.reference);
      paid++;
    }
    await timeline.wait(hour);
    return paid === lateSuccesses.length;
  }

  /** Two operators credit what came (adjusters.ts), and the shop gives it back (paybacks.ts). */
  async function payAnotherAmount(): Promise<boolean> {
    const opened = await till.open(shop, 'PROVIDER_W', 30_00n);
    if (opened === undefined) return false;
    await till.pay('PROVIDER_W', opened.id, 20_00n + BigInt(chance.below(20_00)));
    await timeline.wait(10 * minute);
    return true;
  }

  /** Each way in which a rail takes a payout back and tells otherwise, of a payout that it has paid and does take back. */
  async function takeBack(): Promise<boolean> {
    if (!(await free('PROVIDER_W')) || !(await earn(shop, CARD, 500_00n))) return false;
    await operators.fund('PROVIDER_W', 500_00n);
    let taken = 0;
    for (const rules of reversals) {
      for (let times = 0; times < 4; times++) {
        const { id } = await till.payOut(shop, 'PROVIDER_W', 10_00n + BigInt(chance.below(10_00)));
        await timeline.wait(10 * minute);
        const isPaid = rails.lines.some((line) => line.reference === id && line.kind === 'payout_paid');
        if (id === undefined || !isPaid) continue;
        await operators.reversers.reverseUnder(rules, id);
        await timeline.wait(10 * minute);
        if (!rails.lines.some((line) => line.reference === id && line.kind === 'reversed')) continue;
        taken++;
        break;
      }
    }
    return taken === reversals.length;
  }

  /** A payout that leaves nothing for the rail's fee waits; and its client is suspended meanwhile. */
  async function waitForTheFee(): Promise<boolean> {
    const provider = await smallest();
    if (provider === undefined) return false;
    if (sumOf(await room(provider)) < 20_00n) await operators.fund(provider, 20_00n);
    const bututs = sumOf(await room(provider));
    if (!(await earn(shop, CARD, bututs))) return false;
    const before = await room(provider);
    const { reference, status, id } = await till.payOut(shop, provider, bututs);
    if (before.waiting > 0 || sumOf(before) !== bututs || id === undefined) return false;
    if (status !== 'AWAITING_LIQUIDITY') {
      violations.push(
        `${reference} of all that ${provider} has, ${formatAmount(bututs)}, is ${status}, and nothing is left for its fee`,
      );
      return true;
    }
    const { clientId } = shop;
    const own: Suspension = { clientId, from: Infinity, until: Infinity };
    operators.suspensions.push(own);
    await ask(() => suspendClient(staff(), clientId, 'Somebody else has its keys.'));
    await timeline.wait(2 * minute);
    own.from = timeline.now;
    await operators.fund(provider, bututs + 10_00n);
    await timeline.wait(hour);
    own.until = timeline.now;
    await ask(() => resumeClient(staff(), clientId, 'It has new keys.'));
    await timeline.wait(hour / 2);
    return true;
  }

  /** One at which nobody waits and which has the least, if that is no more than one payment may be. */
  async function smallest(): Promise<string | undefined> {
    let least: { provider: string; bututs: bigint } | undefined;
    for (const provider of payoutRails) {
      if (!(await free(provider))) continue;
      const bututs = sumOf(await room(provider));
      if (bututs < (least?.bututs ?? MOST)) least = { provider, bututs };
    }
    return least?.provider;
  }

  /** More than the float has, and no more than lies in the same wallet. */
  async function payByWhatWasCollected(provider: string): Promise<boolean> {
    if (!(await free(provider))) return false;
    const bututs = (await room(provider)).float + 2_00n;
    if (bututs > MOST) return false;
    // By the wallet that is connected now, whatever lies in the other one.
    if (!(await till.collect(shop, provider, (bututs * 105n) / 100n + 10_00n))) return false;
    const before = await room(provider);
    const isCovered = bututs + PAYOUT_FEE > before.float && bututs + PAYOUT_FEE <= sumOf(before);
    const { reference, status } = await till.payOut(shop, provider, bututs);
    if (before.waiting > 0 || !isCovered) return false;
    if (status !== 'AWAITING_LIQUIDITY') return true;
    violations.push(
      `${reference} of ${formatAmount(bututs)} waits for the float of ${provider}, in whose wallet ${formatAmount(sumOf(before))} lie`,
    );
    return true;
  }

  /** Payouts of one day, each within the limit of one, until they have reached that of the day. */
  async function reachTheLimit(): Promise<boolean> {
    if (!(await earn(shop, CARD, 200_00n))) return false;
    const left = 24 * hour - (timeline.now % (24 * hour));
    if (left < 2 * hour) await timeline.wait(left + minute);
    const day = (await takenToday()) + 30_00n;
    const limits = { payout_limit_bututs: 15_00, payout_limit_day_bututs: Number(day) };
    await ask(() => updateClient(staff(), shop.clientId, limits));
    for (const bututs of [15_01n, ...Array.from({ length: 6 }, () => 10_00n)]) {
      const taken = await takenToday();
      const { reference, answer } = await till.payOut(shop, 'PROVIDER_C', bututs);
      const limit = bututs > 15_00n ? 'per_payout' : taken + bututs > day ? 'day' : undefined;
      const { code, details } = answer.body.error ?? {};
      const told = code === 'PAYOUT_LIMIT_EXCEEDED' ? details.limit : undefined;
      if (told === limit) continue;
      violations.push(
        `${reference} of ${formatAmount(bututs)} met the limit ${told}; ${formatAmount(taken)} of the day's ${formatAmount(day)} are taken, and 15.00 are the most of one`,
      );
    }
    const none = { payout_limit_bututs: null, payout_limit_day_bututs: null };
    await ask(() => updateClient(staff(), shop.clientId, none));
    return true;
  }

  /** A worker hears that its delivery failed, stands still, and writes it down when another one has delivered it. */
  async function outliveTheLease(): Promise<boolean> {
    receivers.stall(addressOf(shop.number, 'LIVE'));
    const isPaid = await till.collect(shop, CARD, 10_00n);
    await timeline.wait(5 * minute);
    return isPaid;
  }

  /** What is under way, and what has reached its recipient today, also where it came back since; docs/guides/payouts.md. */
  async function takenToday(): Promise<bigint> {
    const day = new Date(timeline.now).toISOString().slice(0, 10);
    const [row] = await look(
      (sql) => sql`
        select coalesce(sum(amount_bututs), 0)::text as bututs from transactions
        where client_id = ${shop.clientId} and environment = 'LIVE' and type = 'payout'
          and (status in ('PENDING', 'AWAITING_LIQUIDITY')
            or status in ('SUCCEEDED', 'REVERSED') and (completed_at at time zone 'UTC')::date = ${day}::text::date)`,
    );
    return BigInt(row?.bututs);
  }
}

function sumOf({ float, collected }: Room): bigint {
  return (float > 0n ? float : 0n) + collected;
}
