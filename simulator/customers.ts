import { formatAmount } from '#lib/money';
import type { RailName } from './book.ts';
import { chanceOf, pick } from './chance.ts';
import { decline, endPayout, isOpen, pay, reverse } from './payments.ts';
import { type Payment, type Payout, paymentsOf } from './state.ts';
import type { World } from './world.ts';

// The people behind the numbers. By default they act on the simulator's pages, and whoever is paid is paid at once;
// with `auto` or `visit` the seed decides what each of them does, by what the payment is about. With `auto` they know
// of a payment as soon as the rail does; with `visit` once its page was opened, so that one whose link was lost on its
// way is paid by nobody.

const customerWeights = [
  ['pays_soon', 60],
  ['pays_late', 12],
  ['declines', 8],
  ['abandons', 8],
  /** At the moment when we try to close; where nothing closes, in the last moment. */
  ['pays_on_close', 6],
  /** A failed try first. */
  ['tries_twice', 6],
] as const;

const payeeWeights = [
  ['paid_at_once', 83],
  ['paid_later', 8],
  ['fails_later', 3],
  ['refused', 6],
] as const;

export interface CustomerPlan {
  kind: (typeof customerWeights)[number][0];
  /** After the opening; of the second try too. */
  delayMs: number;
  /** From 0 to just below 1: which of the rail's reasons. */
  chance: number;
}

export interface PayeePlan {
  kind: (typeof payeeWeights)[number][0];
  delayMs: number;
  chance: number;
}

/** The longest that setTimeout can wait. */
const longestTimerMs = 2 ** 31 - 1;
const lastMomentMs = 400;
const dayMs = 24 * 3_600_000;
/** Of the payouts that are paid, where some come back. */
const returnedShare = 0.05;

/** Pure: what this customer does. */
export function customerPlan(seed: number, rail: string, subject: string, lateMs: number): CustomerPlan {
  const kind = pick(chanceOf(seed, 'customer', rail, subject), customerWeights);
  const chance = chanceOf(seed, 'customer time', rail, subject);
  const delayMs = kind === 'pays_late' ? 2_000 + chance * Math.max(0, lateMs - 2_000) : 50 + chance * 1_450;
  return { kind, delayMs, chance: chanceOf(seed, 'customer reason', rail, subject) };
}

/** Pure: what becomes of a payout to this number. */
export function payeePlan(seed: number, rail: string, subject: string): PayeePlan {
  const kind = pick(chanceOf(seed, 'payee', rail, subject), payeeWeights);
  const delayMs = 500 + 4_500 * chanceOf(seed, 'payee time', rail, subject);
  return { kind, delayMs, chance: chanceOf(seed, 'payee reason', rail, subject) };
}

/** Undefined: nobody acts by himself, or not yet. */
export function planOfCustomer(world: World, payment: Payment): CustomerPlan | undefined {
  const { seed, customers, customerLateMs } = world.settings;
  if (customers === 'people' || knowsSince(world, payment) === null) return undefined;
  return customerPlan(seed, payment.rail, subjectOf(world, payment), customerLateMs);
}

/** Why a payout to this number is refused at once, by the seed; undefined: it is not. */
export function seededRefusal(world: World, rail: RailName, subject: string): string | undefined {
  if (world.settings.customers === 'people') return undefined;
  const plan = payeePlan(world.settings.seed, rail, subject);
  return plan.kind === 'refused' ? reasonOf(world.rails[rail].payeeCodes, plan.chance) : undefined;
}

/** What time and the people do to a payment or a payout from now on; again after a restart. */
export function follow(world: World, about: Payment | Payout): void {
  if ('acceptedAt' in about) followPayout(world, about);
  else followPayment(world, about);
}

/** A customer who pays soon pays now. Whether he did. */
export function payNow(world: World, payment: Payment): boolean {
  if (world.settings.customers !== 'people' && planOfCustomer(world, payment)?.kind !== 'pays_soon') {
    return false;
  }
  return pay(world, payment, world.rails[payment.rail].newTransactionId(payment));
}

/** The customer who waited until we wanted to close. */
export function payOnClose(world: World, payment: Payment): void {
  if (payment.state !== 'open' || !isWanted(world, payment)) return;
  if (planOfCustomer(world, payment)?.kind !== 'pays_on_close') return;
  pay(world, payment, world.rails[payment.rail].newTransactionId(payment));
}

/** The first look at a payment's page. */
export function visit(world: World, payment: Payment): void {
  if (world.settings.customers !== 'visit' || payment.visitedAt !== null || payment.state !== 'open') return;
  world.record({
    rail: payment.rail,
    kind: 'visited',
    reference: payment.reference ?? undefined,
    rail_reference: payment.id,
  });
  startPlan(world, payment);
}

export function reasonOf(codes: readonly string[], chance: number): string {
  return codes[Math.floor(codes.length * chance)]!;
}

function followPayment(world: World, payment: Payment): void {
  if (payment.state === 'pending') followCharge(world, payment);
  if (payment.state !== 'open') return;
  if (payment.expiresAt !== null) {
    at(world, payment.expiresAt, () => isOpen(world, payment));
  }
  startPlan(world, payment);
}

/** Milliseconds of the epoch; null: the customer has not been told where to pay. */
function knowsSince(world: World, payment: Payment): number | null {
  return world.settings.customers === 'visit' ? payment.visitedAt : payment.openedAt;
}

/** A customer goes by the link that came last, and pays for one thing once. */
function isWanted(world: World, payment: Payment): boolean {
  if (payment.reference === null) return true;
  const all = paymentsOf(world.state, payment.rail, payment.reference);
  return all.at(-1) === payment && !all.some((each) => each.state === 'paid');
}

function startPlan(world: World, payment: Payment): void {
  const plan = planOfCustomer(world, payment);
  if (plan === undefined) return;
  const rail = world.rails[payment.rail];
  const soonAt = knowsSince(world, payment)! + plan.delayMs;
  const act = (when: number, work: () => unknown) =>
    at(world, when, () => {
      if (isWanted(world, payment)) work();
    });
  const paysAt = (when: number) => act(when, () => pay(world, payment, rail.newTransactionId(payment)));
  const declinesAt = (when: number, isFinal: boolean) => {
    const code = reasonOf(rail.customerCodes, plan.chance);
    if (payment.declines === 0) act(when, () => decline(world, payment, code, isFinal));
  };
  switch (plan.kind) {
    case 'pays_soon':
    case 'pays_late':
      paysAt(soonAt);
      break;
    case 'declines':
      declinesAt(soonAt, rail.page?.declineIsFinal ?? true);
      break;
    case 'tries_twice':
      declinesAt(soonAt, false);
      paysAt(soonAt + plan.delayMs);
      break;
    case 'pays_on_close':
      if (payment.rail === 'PROVIDER_C') paysAt(Math.max(soonAt, payment.expiresAt! - lastMomentMs));
      break;
    case 'abandons':
      break;
  }
}

/** A charge that the rail is at work on by itself. Without a time it waits to be told; a kill left the rest unpaid. */
function followCharge(world: World, payment: Payment): void {
  const { ends_at: endsAt, fails_with: code } = payment.details;
  if (endsAt === '') return;
  at(world, Number(endsAt ?? 0), () => {
    if (code === undefined) pay(world, payment, payment.id);
    else decline(world, payment, code, true);
  });
}

function followPayout(world: World, payout: Payout): void {
  if (payout.state === 'paid') mayComeBack(world, payout);
  if (payout.state !== 'pending') return;
  const held = payout.details.held_seconds;
  if (held !== undefined) {
    if (held !== '')
      at(world, payout.acceptedAt + Number(held) * 1000, () => endPayout(world, payout, 'paid'));
    return;
  }
  const plan =
    world.settings.customers === 'people'
      ? undefined
      : payeePlan(world.settings.seed, payout.rail, subjectOf(world, payout));
  if (plan?.kind === 'paid_later' || plan?.kind === 'fails_later') {
    const code = reasonOf(world.rails[payout.rail].payeeCodes, plan.chance);
    at(world, payout.acceptedAt + plan.delayMs, () => {
      if (plan.kind === 'paid_later') endPayout(world, payout, 'paid');
      else endPayout(world, payout, 'failed', code);
    });
  } else {
    endPayout(world, payout, 'paid');
  }
}

/** Some of what was paid the rail gives back days later, where it tells of it. */
function mayComeBack(world: World, payout: Payout): void {
  const { seed, returnDays } = world.settings;
  if (returnDays === undefined || world.rails[payout.rail].noticeOf === undefined) return;
  const words = [payout.rail, subjectOf(world, payout)];
  if (chanceOf(seed, 'comes back', ...words) >= returnedShare) return;
  const [least, most] = returnDays;
  const days = least + (most - least) * chanceOf(seed, 'comes back after', ...words);
  at(world, payout.endedAt! + days * dayMs, () => reverse(world, payout, 'returned by the rail'));
}

function at(world: World, time: number, work: () => unknown): void {
  world.later(Math.min(Math.max(0, time - world.now()), longestTimerMs), () => void work());
}

function subjectOf(world: World, about: Payment | Payout): string {
  return world.subjectOf({ ...about, amount: formatAmount(about.amountBututs) });
}
