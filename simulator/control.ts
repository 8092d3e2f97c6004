import { formatAmount, parseAmount } from '#lib/money';
import { makeShort, startOutage } from './answering.ts';
import { bututsOf, type RailName, railNames } from './book.ts';
import { callKinds, noticeKinds, outcomeKinds, type Rule, scriptedBehindSeconds } from './misbehaviour.ts';
import { choose } from './pages.ts';
import { endPayout, fallBehind, floatOf, payAfterAll, payRefused, reverse } from './payments.ts';
import { amountIn, textIn } from './reading.ts';
import {
  movementsOf,
  type Payment,
  type Payout,
  paymentsOf,
  payoutsOf,
  type RefusedPayout,
  shownBututs,
} from './state.ts';
import type { Answer, Choice, Lie, SimulatedRail, World } from './world.ts';

// What the person at the simulator can do: `/control/…`. It is no part of any rail.

export interface ControlAnswer extends Answer {
  /** Instead of JSON. */
  csv?: string;
}

export interface ControlHandles {
  releaseNotices(): number;
  countNoticesUnderWay(): number;
  lastCodeOf(world: World, mobile: string): { code: string; sent_at: string } | undefined;
}

class Unusable extends Error {}

/** Answers 400 with the reason where the order cannot be followed, 404 where what it is about is not there. */
export function control(
  wallets: readonly World[],
  handles: ControlHandles,
  method: string,
  path: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
): ControlAnswer {
  try {
    return obey(wallets, handles, `${method} ${path}`, query, body);
  } catch (error) {
    if (error instanceof Unusable) return { status: 400, body: { message: error.message } };
    throw error;
  }
}

function obey(
  wallets: readonly World[],
  handles: ControlHandles,
  order: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
): ControlAnswer {
  const world = wallets.find(
    ({ wallet }) => String(wallet) === String(body.wallet ?? query.get('wallet') ?? 1),
  );
  if (!world) throw new Unusable(`wallet: ${wallets.length === 1 ? '1' : '1 or 2'}.`);
  switch (order) {
    case 'GET /state':
      return { status: 200, body: stateOf(world, handles, query) };
    case 'GET /sms': {
      const found = handles.lastCodeOf(world, query.get('mobile') ?? '');
      return found ? { status: 200, body: found } : absent('No code was sent to this number.');
    }
    case 'GET /statement':
      return { status: 200, csv: statementOf(world, railIn(query.get('rail')), query.get('day') ?? '') };
    case 'POST /float':
      return changeFloat(world, body);
    case 'POST /fees':
      return changeFees(world, body);
    case 'POST /misbehave':
      return misbehave(world, body);
    case 'POST /behave':
      world.rules.length = 0;
      world.outages.clear();
      for (const each of wallets) each.shortUntil.clear();
      world.behind.clear();
      world.takenBack.clear();
      return { status: 200, body: {} };
    case 'POST /chaos': {
      const share = Number(body.share);
      if (!(share >= 0 && share <= 1)) throw new Unusable('share: a number from 0 to 1.');
      world.settings.chaos = share;
      return { status: 200, body: {} };
    }
    case 'POST /outage': {
      const rail = railIn(body.rail);
      const seconds = secondsIn(body) ?? Number.POSITIVE_INFINITY;
      if (body.on === false) world.outages.delete(rail);
      else startOutage(world, world.rails[rail], body.by === 'reset' ? 'reset' : '503', 1000 * seconds);
      world.record({ rail, kind: 'misbehaved', code: body.on === false ? 'outage ends' : 'outage begins' });
      return { status: 200, body: {} };
    }
    case 'POST /pay':
    case 'POST /decline':
    case 'POST /cancel':
      return act(world, body, order.slice('POST /'.length) as Choice);
    case 'POST /payout-end':
      return finish(world, body);
    case 'POST /reverse': {
      const payout = payoutIn(world, body);
      if (!payout) return absent('No such payout.');
      if (!reverse(world, payout)) return { status: 409, body: { message: `It is ${payout.state}.` } };
      return { status: 200, body: presentPayout(payout) };
    }
    case 'POST /key':
      return changeKey(world, body);
    case 'POST /notify':
      world.settings.notify = textIn(body, 'url') || undefined;
      return { status: 200, body: {} };
    case 'POST /notices/release':
      return { status: 200, body: { released: handles.releaseNotices() } };
    default:
      return absent('No such order.');
  }
}

function act(world: World, body: Record<string, unknown>, choice: Choice): ControlAnswer {
  const rail = world.rails[railIn(body.rail)];
  const found = paymentIn(world, rail, body);
  if (!found) return absent('No such payment.');
  const amount = body.amount === undefined ? undefined : amountIn(body, 'amount');
  if (body.amount !== undefined && amount === undefined)
    throw new Unusable('amount: a decimal string above zero.');
  if (!choose(world, rail, found, choice, textIn(body, 'code') || rail.customerCodes[0]!, amount)) {
    return { status: 409, body: { message: `It is ${found.state}.` } };
  }
  return { status: 200, body: presentPayment(found) };
}

/** What the caller shows for it, by rail. */
const keys = {
  PROVIDER_W: 'RAIL_W_API_KEY',
  PROVIDER_A: 'RAIL_A_PASSWORD',
  PROVIDER_C: 'RAIL_C_API_KEY',
  PROVIDER_C_CARD: 'RAIL_C_CARD_API_PASSWORD',
} as const;

function changeKey(world: World, body: Record<string, unknown>): ControlAnswer {
  const key = textIn(body, 'key');
  if (key === '') throw new Unusable('key: what the wallet is reached by from now on.');
  world.credentials[keys[railIn(body.rail)]] = key;
  return { status: 200, body: {} };
}

function finish(world: World, body: Record<string, unknown>): ControlAnswer {
  const state = body.state === 'failed' ? 'failed' : 'paid';
  const payout = payoutIn(world, body);
  const refused = refusedIn(world, body, payout);
  if (state === 'paid' && refused) return { status: 200, body: presentPayout(payRefused(world, refused)) };
  if (!payout) return absent('No such payout.');
  if (state === 'paid' && payAfterAll(world, payout)) return { status: 200, body: presentPayout(payout) };
  const code =
    state === 'failed' ? textIn(body, 'code') || world.rails[payout.rail].payeeCodes[0] : undefined;
  if (!endPayout(world, payout, state, code)) {
    return { status: 409, body: { message: `It is ${payout.state}.` } };
  }
  return { status: 200, body: presentPayout(payout) };
}

/** `amount` sets what the wallet holds, `add` (which may be negative) changes it. */
function changeFloat(world: World, body: Record<string, unknown>): ControlAnswer {
  const rail = railIn(body.rail);
  const add = textIn(body, 'add');
  const amount = parseAmount(textIn(body, 'amount'));
  if (add === '' && amount === undefined) throw new Unusable('amount or add: a decimal string.');
  if (add !== '' && !/^-?\d+\.\d\d$/.test(add)) throw new Unusable('add: a decimal string with two digits.');
  const change = add === '' ? amount! - world.state.floats[rail] : bututsOf(add);
  world.record({ rail, kind: 'float', amount: formatAmount(change), currency: 'GMD', code: 'by hand' });
  return { status: 200, body: { rail, float: formatAmount(world.state.floats[rail]) } };
}

/** What the rail takes from now on for each movement of a kind: so much, and so many ten-thousandths. */
function changeFees(world: World, body: Record<string, unknown>): ControlAnswer {
  const rail = railIn(body.rail);
  const movement = body.movement;
  if (movement !== 'collection' && movement !== 'payout')
    throw new Unusable('movement: collection or payout.');
  const flatBututs = parseAmount(textIn(body, 'flat') || '0.00');
  const bps = Number(body.bps ?? 0);
  if (flatBututs === undefined || !Number.isInteger(bps) || bps < 0 || bps > 10_000)
    throw new Unusable('flat: a decimal string; bps: 0 to 10000.');
  world.fees.set(`${rail} ${movement}`, { flatBututs, bps });
  return { status: 200, body: {} };
}

function misbehave(world: World, body: Record<string, unknown>): ControlAnswer {
  const rail = railIn(body.rail);
  const kind = textIn(body, 'kind') as Rule['kind'];
  const seconds = secondsIn(body);
  if (![...callKinds, ...noticeKinds, ...outcomeKinds].includes(kind)) {
    throw new Unusable(`kind: one of ${[...callKinds, ...noticeKinds, ...outcomeKinds].join(', ')}.`);
  }
  if (kind === 'float_short' && body.operation === undefined) {
    makeShort(world, world.rails[rail], 1000 * (seconds ?? 3));
    world.record({ rail, kind: 'misbehaved', misbehaviour: kind });
    return { status: 200, body: { rules: world.rules } };
  }
  const times = body.times === undefined ? 1 : Number(body.times);
  if (!Number.isSafeInteger(times) || times < 1) throw new Unusable('times: a whole number from 1 on.');
  const id = textIn(body, 'rail_reference');
  if (kind === 'search_behind' && id !== '') {
    const about = world.state.payments.get(id) ?? world.state.payouts.get(id);
    if (about?.rail !== rail) return absent('No such payment.');
    fallBehind(world, about, seconds ?? scriptedBehindSeconds);
    return { status: 200, body: { rules: world.rules } };
  }
  const status = body.status === undefined ? undefined : Number(body.status);
  if (status !== undefined && !(status >= 400 && status <= 599))
    throw new Unusable('status: a number from 400 to 599.');
  world.rules.push({
    rail,
    wallet: body.wallet === undefined ? undefined : world.wallet,
    kind,
    times,
    seconds,
    status,
    operation: textIn(body, 'operation') || undefined,
    reference: textIn(body, 'reference') || undefined,
    code: textIn(body, 'code') || undefined,
    as: (textIn(body, 'as') || undefined) as Lie | undefined,
  });
  return { status: 200, body: { rules: world.rules } };
}

/** Counts, and what is known of one reference where one is given. */
function stateOf(world: World, handles: ControlHandles, query: URLSearchParams) {
  const { state } = world;
  const reference = query.get('reference');
  const perRail = Object.fromEntries(
    railNames.map((rail) => [
      rail,
      {
        float: formatAmount(floatOf(world, rail)),
        payments: countsOf(state.payments.values(), rail),
        payouts: countsOf(state.payouts.values(), rail),
        is_out: (world.outages.get(rail)?.until ?? 0) > world.now(),
      },
    ]),
  );
  if (reference === null) {
    return {
      rails: perRail,
      notices: {
        owed: state.notices.size,
        under_way: handles.countNoticesUnderWay(),
        sent: state.noticesSent,
      },
      misbehaviours: state.misbehaviours,
      rules: world.rules,
    };
  }
  return {
    payments: railNames.flatMap((rail) => paymentsOf(state, rail, reference).map(presentPayment)),
    payouts: railNames.flatMap((rail) => payoutsOf(state, rail, reference).map(presentPayout)),
  };
}

/** The rail's own record of a day, as a person would download it; see docs/rails/wire.md. */
function statementOf(world: World, rail: RailName, day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Unusable('day: YYYY-MM-DD.');
  const rows = movementsOf(world.state, rail, day).map((each) =>
    [
      each.transactionId,
      // A file has no word of its own for what went back to a customer.
      each.type === 'refund' ? 'reversal' : each.type,
      each.mobile ?? '',
      formatAmount(each.amountBututs),
      formatAmount(each.feeBututs),
      'GMD',
      new Date(each.at).toISOString(),
      rail === 'PROVIDER_A' ? '' : (each.reference ?? ''),
    ]
      .map(csvField)
      .join(','),
  );
  return ['transaction_id,type,mobile,amount,fee,currency,time,reference', ...rows, ''].join('\r\n');
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function countsOf(all: Iterable<Payment | Payout>, rail: RailName): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const each of all) {
    if (each.rail === rail) counts[each.state] = (counts[each.state] ?? 0) + 1;
  }
  return counts;
}

/** By our reference the newest that is open, or else the newest; or by the rail's own. */
function paymentIn(world: World, rail: SimulatedRail, body: Record<string, unknown>): Payment | undefined {
  const byId = world.state.payments.get(textIn(body, 'rail_reference'));
  if (byId?.rail === rail.name) return byId;
  const found = paymentsOf(world.state, rail.name, textIn(body, 'reference'));
  return found.findLast((each) => each.state === 'open') ?? found.at(-1);
}

function payoutIn(world: World, body: Record<string, unknown>): Payout | undefined {
  const rail = railIn(body.rail);
  const byId = world.state.payouts.get(textIn(body, 'rail_reference'));
  return byId?.rail === rail ? byId : payoutsOf(world.state, rail, textIn(body, 'reference')).at(-1);
}

/** The payout that was refused last, unless what came of its reference afterwards or before is alive. */
function refusedIn(
  world: World,
  body: Record<string, unknown>,
  payout: Payout | undefined,
): RefusedPayout | undefined {
  const refused = world.state.refusedPayouts.get(`${railIn(body.rail)} ${textIn(body, 'reference')}`);
  const isAlive = payout && payout.reference !== null && payout.state !== 'failed';
  return isAlive ? undefined : refused;
}

function presentPayment(payment: Payment) {
  const { rail, id, reference, transactionId, mobile, state, refundedAt } = payment;
  return {
    rail,
    rail_reference: id,
    reference,
    transaction_id: transactionId,
    amount: formatAmount(shownBututs(payment)),
    mobile,
    state,
    refunded_at: refundedAt === null ? null : new Date(refundedAt).toISOString(),
  };
}

function presentPayout({ rail, id, reference, idempotencyKey, amountBututs, mobile, state }: Payout) {
  return {
    rail,
    rail_reference: id,
    reference,
    idempotency_key: idempotencyKey,
    amount: formatAmount(amountBututs),
    mobile,
    state,
  };
}

function railIn(value: unknown): RailName {
  const rail = railNames.find((each) => each === value);
  if (!rail) throw new Unusable(`rail: one of ${railNames.join(', ')}.`);
  return rail;
}

function secondsIn(body: Record<string, unknown>): number | undefined {
  if (body.seconds === undefined) return undefined;
  const seconds = Number(body.seconds);
  if (!(seconds >= 0)) throw new Unusable('seconds: a number from 0 on.');
  return seconds;
}

function absent(message: string): ControlAnswer {
  return { status: 404, body: { message } };
}
