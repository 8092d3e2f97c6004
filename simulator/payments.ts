import { formatAmount, railFeeOf } from '#lib/money';
import type { LineKind, RailName } from './book.ts';
import { secondsBehind, seededPart } from './misbehaviour.ts';
import { feeOf, type Payment, type Payout, paymentsOf, type RefusedPayout, shownBututs } from './state.ts';
import { currency, type World } from './world.ts';

// What can happen to a payment or a payout, the same on all rails: it is written, then told.

export interface NewPayment {
  rail: RailName;
  id: string;
  reference: string | null;
  amountBututs: bigint;
  mobile: string | null;
  expiresAt: number | null;
  /** The rail is at work on it by itself; no customer is waited for. */
  isPending?: boolean;
  transactionId?: string;
  details: Record<string, string>;
}

/** A session, an intent or a charge that can be paid from now on. */
export function openPayment(world: World, wanted: NewPayment): Payment {
  const { rail, id, reference, amountBututs, mobile, expiresAt, transactionId, details } = wanted;
  world.record({
    rail,
    kind: 'opened',
    reference: reference ?? undefined,
    rail_reference: id,
    transaction_id: transactionId,
    amount: formatAmount(amountBututs),
    currency,
    mobile: mobile ?? undefined,
    details: {
      ...details,
      ...(expiresAt === null ? {} : { expires_at: new Date(expiresAt).toISOString() }),
      ...(wanted.isPending ? { pending: 'true' } : {}),
    },
  });
  const payment = world.state.payments.get(id)!;
  mayFallBehind(world, payment, wanted.isPending ? 'charge' : 'open');
  if (!wanted.isPending) {
    world.tell('opened', payment);
    world.follow(payment);
  }
  return payment;
}

/** Whether money can still be paid for it; ends it where its time is over. */
export function isOpen(world: World, payment: Payment): boolean {
  if (payment.state === 'open' && payment.expiresAt !== null && payment.expiresAt <= world.now()) {
    world.record(lineOf(payment, 'expired'));
    world.tell('expired', payment);
  }
  return payment.state === 'open' && !isPaidElsewhere(world, payment);
}

/** A card order is paid by one of its sessions at most. */
function isPaidElsewhere({ rails, state }: World, { rail, reference }: Payment): boolean {
  if (!rails[rail].paysReferenceOnce || reference === null) return false;
  return paymentsOf(state, rail, reference).some((each) => each.state === 'paid');
}

/** Moves the money, once: what was asked for, or what the customer pays instead. False: it takes none any more. */
export function pay(
  world: World,
  payment: Payment,
  transactionId: string,
  amountBututs = seededPart(world, payment) ?? payment.amountBututs,
): boolean {
  if (payment.state !== 'pending' && !isOpen(world, payment)) return false;
  const fee = feeFor(world, payment.rail, 'collection', amountBututs);
  world.record({
    ...lineOf(payment, 'paid'),
    amount: formatAmount(amountBututs),
    transaction_id: transactionId,
    details: fee === 0n ? undefined : { fee: formatAmount(fee) },
    misbehaviour: amountBututs === payment.amountBututs ? undefined : 'pays_in_part',
  });
  takeFee(world, payment, fee);
  world.tell('paid', payment);
  return true;
}

/** A try that failed. `isFinal`: there can be no other. */
export function decline(world: World, payment: Payment, code: string, isFinal: boolean): boolean {
  if (payment.state !== 'pending' && !isOpen(world, payment)) return false;
  world.record({ ...lineOf(payment, 'declined'), code, details: { final: isFinal } });
  world.tell('declined', payment);
  return true;
}

/** The customer goes away. `isFinal`: the rail ends it too. */
export function cancel(world: World, payment: Payment, isFinal: boolean): boolean {
  if (!isOpen(world, payment)) return false;
  world.record({ ...lineOf(payment, 'cancelled'), details: { final: isFinal } });
  world.tell('cancelled', payment);
  return true;
}

/** What the wallet at the rail can pay out. */
export function floatOf(world: World, rail: RailName): bigint {
  return (world.shortUntil.get(rail) ?? 0) > world.now() ? 0n : world.state.floats[rail];
}

export interface NewPayout {
  rail: RailName;
  id: string;
  reference: string | null;
  idempotencyKey: string | null;
  amountBututs: bigint;
  mobile: string;
  details: Record<string, string>;
}

/** Takes the money from the float. What becomes of it is for the payee: paid at once, or later. */
export function acceptPayout(world: World, wanted: NewPayout): Payout {
  const { rail, id, amountBututs, mobile } = wanted;
  const before = world.state.floats[rail];
  const fee = feeFor(world, rail, 'payout', amountBututs);
  world.record({
    rail,
    kind: 'payout_accepted',
    reference: wanted.reference ?? undefined,
    rail_reference: id,
    amount: formatAmount(amountBututs),
    currency,
    mobile,
    idempotency_key: wanted.idempotencyKey ?? undefined,
    details: {
      balance_before: formatAmount(before),
      balance_after: formatAmount(before - amountBututs - fee),
      ...(fee !== 0n && { fee: formatAmount(fee) }),
      ...wanted.details,
    },
  });
  const payout = world.state.payouts.get(id)!;
  takeFee(world, payout, fee);
  mayFallBehind(world, payout, 'payout');
  world.follow(payout);
  return payout;
}

/** False: it has ended already. */
export function endPayout(world: World, payout: Payout, end: 'paid' | 'failed', code?: string): boolean {
  if (payout.state !== 'pending') return false;
  const kind = end === 'paid' ? 'payout_paid' : 'payout_failed';
  world.record({ ...lineOf(payout, kind), code });
  if (end === 'failed') takeFee(world, payout, -feeOf(payout));
  world.tell(kind, payout);
  world.follow(payout);
  return true;
}

/** It was said to have failed, and is paid. False: it had not failed. */
export function payAfterAll(world: World, payout: Payout): boolean {
  if (payout.state !== 'failed') return false;
  world.record({ ...lineOf(payout, 'payout_paid'), code: 'after it failed' });
  takeFee(world, payout, feeOf(payout));
  world.tell('payout_paid', payout);
  world.follow(payout);
  return true;
}

/** It was refused, and is made and paid. */
export function payRefused(world: World, { refusedAt: _, ...refused }: RefusedPayout): Payout {
  // Held, so that nothing but this ends it.
  const id = world.rails[refused.rail].newPayoutId!();
  const payout = acceptPayout(world, { ...refused, id, details: { held_seconds: '' } });
  endPayout(world, payout, 'paid', 'after it was refused');
  return payout;
}

/** All that was paid is back with the customer. False: nothing was paid, or it is back already. */
export function refund(world: World, payment: Payment): boolean {
  if (payment.state !== 'paid' || payment.refundedAt !== null) return false;
  world.record({ ...lineOf(payment, 'refunded'), amount: formatAmount(shownBututs(payment)) });
  takeFee(world, payment, -payment.feeBututs);
  return true;
}

/** The money is back in the float. False: it is not paid, or was reversed before. */
export function reverse(world: World, payout: Payout, code?: string): boolean {
  if (payout.state !== 'paid') return false;
  world.record({ ...lineOf(payout, 'reversed'), code });
  if (givesFeesBack.has(payout.rail)) takeFee(world, payout, -feeOf(payout));
  world.tell('reversed', payout);
  return true;
}

/** Those that give back their fee with a payout; docs/rails/wire.md. */
const givesFeesBack: ReadonlySet<RailName> = new Set(['PROVIDER_W']);

/** What the rail takes for a movement that begins now. */
export function feeFor(
  world: World,
  rail: RailName,
  movement: 'collection' | 'payout',
  amountBututs: bigint,
): bigint {
  const tariff = world.fees.get(`${rail} ${movement}`);
  return tariff === undefined ? 0n : railFeeOf(amountBututs, tariff);
}

/** Out of the wallet, or back into it when below zero. */
function takeFee(world: World, { rail, id }: Payment | Payout, bututs: bigint): void {
  if (bututs === 0n) return;
  world.record({
    rail,
    kind: 'float',
    rail_reference: id,
    amount: formatAmount(-bututs),
    currency,
    code: 'fee',
  });
}

function mayFallBehind(world: World, about: Payment | Payout, operation: string): void {
  const seconds = secondsBehind(world, about, operation);
  if (seconds !== undefined) fallBehind(world, about, seconds);
}

/** Look-ups do not know it for a while, whatever becomes of it. */
export function fallBehind(world: World, about: Payment | Payout, seconds: number): void {
  const until = world.now() + 1000 * seconds;
  world.record({
    ...lineOf(about, 'misbehaved'),
    misbehaviour: 'search_behind',
    details: { until: new Date(until).toISOString() },
  });
  world.behind.set(about.id, until);
}

/** Something was asked for and not done. */
export function refuse(
  world: World,
  rail: RailName,
  operation: string,
  code: string,
  subject: {
    reference?: string | null;
    railReference?: string;
    amountBututs?: bigint | undefined;
    mobile?: string;
    idempotencyKey?: string;
  },
): void {
  world.record({
    rail,
    kind: 'refused',
    operation,
    code,
    reference: subject.reference ?? undefined,
    rail_reference: subject.railReference,
    amount: subject.amountBututs === undefined ? undefined : formatAmount(subject.amountBututs),
    mobile: subject.mobile,
    idempotency_key: subject.idempotencyKey,
  });
}

function lineOf<Kind extends LineKind>(about: Payment | Payout, kind: Kind) {
  return {
    rail: about.rail,
    kind,
    reference: about.reference ?? undefined,
    rail_reference: about.id,
    amount: formatAmount(about.amountBututs),
    currency,
    mobile: about.mobile ?? undefined,
  };
}
