import { failure, present, presentFloat, queueOf, replayed, success } from './answers.ts';
import { duplicate, invalidState, lookUp, notFound, refuse, refuseFields } from './collections.ts';
import { type Answer, any } from './expected.ts';
import { choose } from './explore.ts';
import {
  type Body,
  faultsOf,
  isAmount,
  isAmountText,
  isGmd,
  isMetadata,
  isMobile,
  isString,
  isText,
} from './fields.ts';
import { become, book, fateOf, release, send } from './happen.ts';
import type { Request } from './requests.ts';
import {
  type Account,
  bututsOf,
  CHECKOUT_S,
  figuresOf,
  OVERTAKEN_S,
  type Payment,
  payingRails,
  type Rail,
  RESOLVE_S,
  slug,
  timeNow,
  type World,
} from './world.ts';

// Money that leaves the balance: payouts (contract §4) and refunds (contract-more §11), and the floats that they wait for.

export const payoutScenarioNames = [
  ...['success', 'recipient_not_found', 'recipient_inactive', 'float_short'],
  ...['pending_then_success', 'pending_then_failure', 'reversed'],
];

/** contract §4, order of checks: validation, provider, reference, balance, float. */
export function initiatePayout(world: World, account: Account, request: Request, body: Body): Answer {
  const faults = faultsOf(body, {
    amount: { required: true, check: isAmount },
    currency: { required: true, check: isGmd },
    recipient_mobile: { required: true, check: isMobile },
    client_reference: { required: true, check: isText(255) },
    provider: { check: isString },
    metadata: { check: isMetadata },
  });
  const refused = refuse(account, request, body, faults, payoutScenarioNames);
  if (refused !== undefined) return refused;
  const provider = (body.provider ?? 'PROVIDER_W') as Rail;
  if (!payingRails.includes(provider) || account.environment === 'LIVE') {
    return failure(422, 'provider_not_enabled');
  }
  const reference = body.client_reference as string;
  const amount = bututsOf(body.amount as string);
  const metadata = (body.metadata ?? {}) as Record<string, string>;
  const asked = JSON.stringify([amount, provider, body.recipient_mobile, inOrder(metadata)]);
  const scenario = request.scenario ?? null;
  const before = account.payments.find((each) => each.type === 'payout' && each.reference === reference);
  if (before !== undefined) {
    const isSame = before.asked === asked && (scenario === null || scenario === before.scenario);
    return isSame ? replayed(success(present(account, before, 'made'))) : duplicate(before);
  }
  const short = tooLittle(account, amount);
  if (short !== undefined) return short;
  const payment = newOut(world, account, {
    ...{ type: 'payout', reference, amount, provider, metadata, asked, scenario, refund: null },
    mobile: body.recipient_mobile as string,
  });
  accept(world, account, payment);
  return success(present(account, payment, 'made'));
}

function inOrder(metadata: Record<string, string>): [string, string][] {
  return Object.entries(metadata).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** contract §4: nothing stored, the reference stays free. */
function tooLittle(account: Account, amount: number): Answer | undefined {
  const { available } = figuresOf(account);
  if (amount <= available) return undefined;
  const details = { required_amount_bututs: amount, available_balance_bututs: available };
  return failure(422, 'INSUFFICIENT_BALANCE', details);
}

type Out = Pick<
  Payment,
  'type' | 'reference' | 'amount' | 'provider' | 'metadata' | 'asked' | 'scenario' | 'refund' | 'mobile'
>;

/** The money goes from `available` to `held` when it is accepted. */
function newOut(world: World, account: Account, out: Out): Payment {
  const id = `${account.name} ${out.type} ${slug(out.reference)}`;
  const none = { name: null, updatedAt: null, completedAt: null, firstCompletedAt: null, failure: null };
  const payment: Payment = {
    ...{ id, ...out, ...none, status: 'PENDING', createdAt: timeNow(world, `${id} made`), changes: 0 },
    ...{ isLate: false, bornAt: account.now, closedAt: null, due: [], otp: null, wait: null, reversal: null },
  };
  account.payments.push(payment);
  book(world, account, payment, out.type, -out.amount);
  return payment;
}

/** contract §4 and contract-more §18: what becomes of it at once. */
function accept(world: World, account: Account, payment: Payment): void {
  if (payment.scenario === 'float_short') hold(world, account, payment, true);
  else if (payment.scenario !== null) followScenario(world, account, payment, payment.scenario);
  else sendOrHold(world, account, payment);
}

function sendOrHold(world: World, account: Account, payment: Payment): void {
  const { provider: rail, amount } = payment;
  // An hour old, the first in the queue is overtaken by nothing.
  const isClosed = queueOf(account, rail).some(({ wait }) => account.now - (wait?.since ?? 0) >= OVERTAKEN_S);
  const float = account.floats[rail] ?? 0;
  if (isClosed || amount > float) {
    hold(world, account, payment, false);
  } else {
    account.floats[rail] = float - amount;
    send(world, account, payment);
  }
}

function followScenario(world: World, account: Account, payment: Payment, scenario: string): void {
  const { provider: rail, amount } = payment;
  const before = account.floats[rail] ?? 0;
  // guide test-your-integration: where the float is short, a scenario brings what it needs. The whole, or what is
  // missing, and of one that fails whether it brings anything: no document says.
  const float = before >= amount ? before : choose([amount, before + amount]);
  if (scenario === 'recipient_not_found' || scenario === 'recipient_inactive') {
    account.floats[rail] = choose([...new Set([before, float])]);
    become(world, account, payment, { status: 'FAILED', failure: scenario.toUpperCase() });
    return;
  }
  account.floats[rail] = float - amount;
  payment.due = fateOf(account, payment, CHECKOUT_S);
  if (scenario.startsWith('pending')) become(world, account, payment, { status: 'PENDING' });
  else send(world, account, payment);
}

/** contract §4: more than the float waits, with the money held. */
function hold(world: World, account: Account, payment: Payment, isByScenario: boolean): void {
  account.turns++;
  const sinceName = timeNow(world, `${payment.id} waits`);
  payment.wait = { turn: account.turns, since: account.now, sinceName, isByScenario };
  become(world, account, payment, { status: 'AWAITING_LIQUIDITY' });
}

/** contract §4: works while AWAITING_LIQUIDITY. */
export function cancelOut(world: World, account: Account, payment: Payment): Answer {
  if (payment.wait === null) return invalidState;
  payment.wait = null;
  become(world, account, payment, { status: 'FAILED', failure: 'CANCELLED_BY_CLIENT' });
  const answer = success(present(account, payment, 'made'));
  // guide held-payout: what waits goes out by itself as soon as there is enough, in the order of waiting.
  release(world, account, payment.provider);
  return answer;
}

/** No document says whether the bounds of a payment hold for a refund or for a float. */
function isAmountOfOtherBounds(value: unknown): boolean {
  return isAmount(value) || (isAmountText(value) && choose([true, false]));
}

/** contract-more §11. */
export function refund(world: World, account: Account, request: Request, body: Body): Answer {
  // §18: a refund has no scenarios. Whether the header is refused or passed over is in no document.
  if (request.scenario !== undefined && choose([true, false])) return failure(400, 'VALIDATION_ERROR');
  const faults = faultsOf(body, {
    collection: { required: true, check: isText(255) },
    client_reference: { required: true, check: isText(255) },
    amount: { check: isAmountOfOtherBounds },
    reason: { check: isText(200) },
    recipient_mobile: { check: isMobile },
    metadata: { check: isMetadata },
  });
  const refused = refuseFields(body, faults, any);
  if (refused !== undefined) return refused;
  const collection = lookUp(account, 'collection', body.collection as string);
  if (collection === undefined) return notFound;
  const reference = body.client_reference as string;
  const metadata = (body.metadata ?? {}) as Record<string, string>;
  const given = body.amount === undefined ? null : bututsOf(body.amount as string);
  const told = (body.recipient_mobile as string | undefined) ?? null;
  const asked = JSON.stringify([collection.id, given, body.reason ?? null, inOrder(metadata), told]);
  const before = account.payments.find((each) => each.type === 'refund' && each.reference === reference);
  if (before !== undefined) {
    return before.asked === asked ? replayed(success(present(account, before, 'made'))) : duplicate(before);
  }
  if (collection.status !== 'SUCCEEDED') return invalidState;
  const left = leftOf(account, collection);
  const amount = given ?? left;
  if (amount > left || left === 0) {
    return failure(422, 'REFUND_EXCEEDS_COLLECTION', { refundable_amount_bututs: left });
  }
  // docs/guides/refunds.md: only where the collection has none.
  if (told !== null && collection.mobile !== null && told !== collection.mobile) {
    return failure(400, 'VALIDATION_ERROR');
  }
  const mobile = collection.mobile ?? told;
  const method = methodOf(collection, amount, left);
  if (method === 'payout' && mobile === null) {
    return failure(422, 'REFUND_NOT_POSSIBLE', { reason: 'no_customer_mobile' });
  }
  const short = tooLittle(account, amount);
  if (short !== undefined) return short;
  const reason = (body.reason as string | undefined) ?? null;
  const payment = newOut(world, account, {
    ...{ type: 'refund', reference, amount, provider: collection.provider, metadata, asked, scenario: null },
    ...{ mobile, refund: { of: collection.id, method, reason } },
  });
  // No document says whether a refund is a change of its collection.
  collection.updatedAt = null;
  if (method === 'payout') {
    accept(world, account, payment);
  } else {
    // contract-more §11: a reversal succeeds SANDBOX_RESOLVE_MS later.
    payment.due = [{ at: account.now + RESOLVE_S, status: 'SUCCEEDED' }];
    become(world, account, payment, { status: 'PENDING' });
  }
  return success(present(account, payment, 'made'));
}

/** contract-more §11: the refunds of a collection that are not FAILED never exceed its amount. */
function leftOf(account: Account, collection: Payment): number {
  return account.payments
    .filter((each) => each.refund?.of === collection.id && each.status !== 'FAILED')
    .reduce((left, each) => left - each.amount, collection.amount);
}

/** contract-more §11, Sandbox: PROVIDER_W the whole of what is left, the card rail any amount; else by payout. */
function methodOf({ provider }: Payment, amount: number, left: number): 'reversal' | 'payout' {
  if (provider === 'PROVIDER_C_CARD') return 'reversal';
  return provider === 'PROVIDER_W' && amount === left ? 'reversal' : 'payout';
}

/** contract §8: funding adds to the float; what waits and now fits goes out. */
export function fundFloat(world: World, account: Account, body: Body): Answer {
  const faults = faultsOf(body, {
    provider: { required: true, check: isString },
    amount: { required: true, check: isAmountOfOtherBounds },
  });
  const refused = refuseFields(body, faults, any);
  if (refused !== undefined) return refused;
  const rail = body.provider as Rail;
  if (!payingRails.includes(rail)) return failure(422, 'provider_not_enabled');
  const funded = (account.floats[rail] ?? 0) + bututsOf(body.amount as string);
  account.floats[rail] = funded;
  release(world, account, rail, true);
  // contract §8: it adds to it and answers it; no document says whether what goes out at once is gone by then.
  return success(presentFloat(account, rail, choose([...new Set([funded, account.floats[rail] ?? 0])])));
}
