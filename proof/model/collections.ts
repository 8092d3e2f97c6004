import { failure, invalid, present, replayed, success } from './answers.ts';
import type { Answer, Expected } from './expected.ts';
import { choose } from './explore.ts';
import {
  type Body,
  faultsOf,
  isAmount,
  isGmd,
  isMetadata,
  isMobile,
  isReturnUrl,
  isString,
  isText,
  LEAST,
  MOST,
} from './fields.ts';
import { become, fateOf, isMagic, isScenario } from './happen.ts';
import type { Request } from './requests.ts';
import {
  type Account,
  bututsOf,
  CHECKOUT_S,
  gmd,
  type Payment,
  type Rail,
  RESEND_S,
  rails,
  slug,
  timeNow,
  type World,
} from './world.ts';

export const collectionScenarioNames = [
  ...['success', 'insufficient_funds', 'account_blocked', 'declined', 'expired', 'cancelled', 'late_success'],
  ...['unknown_then_success', 'unknown_then_failure', 'duplicate_webhook', 'webhooks_out_of_order'],
];

/** spec, POST /collections/initiate; contract §3. */
export function initiateCollection(world: World, account: Account, request: Request, body: Body): Answer {
  const provider = body.provider ?? 'PROVIDER_W';
  const faults = faultsOf(body, {
    amount: { required: true, check: isAmount },
    currency: { required: true, check: isGmd },
    client_reference: { required: true, check: isText(255) },
    provider: { check: isString },
    customer_name: { check: isText(120) },
    // contract §3: required on PROVIDER_A, optional elsewhere.
    customer_mobile: { required: provider === 'PROVIDER_A', check: isMobile },
    success_url: { check: isReturnUrl(account.environment === 'SANDBOX') },
    error_url: { check: isReturnUrl(account.environment === 'SANDBOX') },
    metadata: { check: isMetadata },
  });
  const refused = refuse(account, request, body, faults, collectionScenarioNames);
  if (refused !== undefined) return refused;
  // contract §3, order of checks: provider, then reference. A rail of live that is not connected is not enabled
  // (docs rails/live).
  if (!rails.includes(provider as Rail) || account.environment === 'LIVE') {
    return failure(422, 'provider_not_enabled');
  }
  const before = account.payments.findLast(
    ({ type, reference }) => type === 'collection' && reference === body.client_reference,
  );
  const scenario = request.scenario ?? null;
  const asked = askedOf(body, provider as Rail);
  const isOver = before?.status === 'EXPIRED' || before?.status === 'CANCELLED';
  if (before !== undefined && isOver && before.amount !== bututsOf(body.amount as string)) {
    return duplicate(before);
  }
  if (before !== undefined && !isOver) {
    // guide test-your-integration: without the header or with the same value it is the same, with another it is not.
    const isSame = before.asked === asked && (scenario === null || scenario === before.scenario);
    return isSame ? replayed(success(present(account, before, 'made'))) : duplicate(before);
  }
  const payment = newCollection(world, account, body, provider as Rail, asked, scenario);
  // contract §8: 500.00 answers with 500 and stores nothing.
  if (payment.amount === 50_000) return internalError();
  account.payments.push(payment);
  payment.due = fateOf(account, payment, CHECKOUT_S);
  return success(present(account, payment, 'made'));
}

/** Validation, which contract §2 wants told all at once. Undefined: nothing is wrong. */
export function refuse(
  account: Account,
  request: Request,
  body: Body,
  faults: string[],
  scenarios: readonly string[],
): Answer | undefined {
  const { scenario } = request;
  const isWrong = scenario !== undefined && (account.environment === 'LIVE' || !scenarios.includes(scenario));
  // contract-more §18 says the code and not what `details.fields` names.
  if (isWrong) return failure(400, 'VALIDATION_ERROR');
  return refuseFields(body, faults);
}

export function refuseFields(body: Body, faults: string[], bounds?: Expected): Answer | undefined {
  if (faults.length === 0) return undefined;
  // contract §2: INVALID_AMOUNT where an amount string is the sole fault.
  if (faults.length > 1 || faults[0] !== 'amount' || typeof body.amount !== 'string') return invalid(faults);
  return failure(400, 'INVALID_AMOUNT', bounds ?? { min_amount: gmd(LEAST), max_amount: gmd(MOST) });
}

export function duplicate(payment: Payment): Answer {
  return failure(422, 'DUPLICATE_REFERENCE', { client_reference: payment.reference });
}

function unavailable(): Answer {
  const refused = failure(503, 'PROVIDER_UNAVAILABLE', { request_id: { $: 'pattern', source: '.' } });
  return { ...refused, headers: { ...refused.headers, 'retry-after': { $: 'pattern', source: '^\\d+$' } } };
}

function internalError(): Answer {
  return failure(500, 'INTERNAL_ERROR', { request_id: { $: 'pattern', source: '.' } });
}

/** contract §3: bodies are compared after normalisation; unknown fields do not count. */
function askedOf(body: Body, provider: Rail): string {
  const { client_reference: _reference, amount, currency, metadata = {}, ...rest } = body;
  const { customer_name, customer_mobile, success_url, error_url } = rest;
  const fields = Object.entries(metadata as object).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const urls = [customer_name, customer_mobile, success_url, error_url];
  return JSON.stringify([bututsOf(amount as string), currency, provider, ...urls, fields]);
}

function newCollection(
  world: World,
  account: Account,
  body: Body,
  provider: Rail,
  asked: string,
  scenario: string | null,
): Payment {
  const reference = body.client_reference as string;
  const earlier = account.payments.filter(
    (each) => each.type === 'collection' && each.reference === reference,
  );
  const id = `${account.name} collection ${slug(reference)} ${earlier.length + 1}`;
  const createdAt = timeNow(world, `${id} made`);
  const none = { completedAt: null, firstCompletedAt: null, failure: null, closedAt: null, wait: null };
  return {
    ...{ id, type: 'collection', reference, provider, asked, scenario, createdAt, ...none },
    amount: bututsOf(body.amount as string),
    status: 'PENDING',
    name: (body.customer_name as string | undefined) ?? null,
    mobile: (body.customer_mobile as string | undefined) ?? null,
    metadata: (body.metadata as Record<string, string> | undefined) ?? {},
    // It is made and sent to the rail: no document says whether that is one moment.
    updatedAt: null,
    ...{ changes: 0, isLate: false, bornAt: account.now, due: [], reversal: null, refund: null },
    // contract §3: three tries.
    otp: provider === 'PROVIDER_A' ? { left: 3, resends: 0, sentAt: account.now } : null,
  };
}

/** contract §3, Status look-up: a reference match wins over an id match, and the newest attempt answers. */
export function lookUp(account: Account, type: Payment['type'], wanted: string): Payment | undefined {
  const mine = account.payments.filter((each) => each.type === type);
  return mine.findLast(({ reference }) => reference === wanted) ?? mine.find(({ id }) => id === wanted);
}

export const notFound = failure(404, 'TRANSACTION_NOT_FOUND');
export const invalidState = failure(422, 'INVALID_STATE');

/** contract §3: closes a PENDING one; again on a CANCELLED one; INVALID_STATE in another final state. */
export function cancelCollection(world: World, account: Account, payment: Payment): Answer {
  if (payment.status === 'PENDING') {
    // contract-more §18: its rail does not answer; guide collections: then it is not confirmed, and still PENDING.
    if (isScenario(payment) && payment.scenario?.startsWith('unknown')) return unavailable();
    payment.due = [];
    become(world, account, payment, { status: 'CANCELLED' });
  }
  if (payment.status !== 'CANCELLED') return invalidState;
  return success(present(account, payment, 'lookup'));
}

/** contract §3: `000000` pays (§8), any other code is wrong, the third wrong one fails it. */
export function giveOtp(world: World, account: Account, payment: Payment, body: Body): Answer {
  // contract §3: not 4–8 digits is 400, no try used.
  const isCode = typeof body.otp === 'string' && /^\d{4,8}$/.test(body.otp);
  if (!isCode) return invalid(['otp']);
  if (payment.otp !== null && payment.status === 'EXPIRED') return failure(422, 'OTP_EXPIRED');
  if (payment.otp === null || payment.status !== 'PENDING') return invalidState;
  if (body.otp === '000000') {
    answerSooner(world, account, payment, { status: 'SUCCEEDED' });
    return success(present(account, payment, 'made'));
  }
  payment.otp.left--;
  payment.updatedAt = null;
  if (payment.otp.left > 0) {
    return failure(422, 'INVALID_OTP', { attempts_remaining: payment.otp.left });
  }
  payment.due = [];
  become(world, account, payment, { status: 'FAILED', failure: 'OTP_ATTEMPTS_EXCEEDED' });
  return failure(422, 'OTP_ATTEMPTS_EXCEEDED');
}

/** contract §3: 429 sooner than 60 s, INVALID_STATE the fourth time; tries are not refilled. */
export function resendOtp(account: Account, payment: Payment): Answer {
  const { otp } = payment;
  if (otp !== null && payment.status === 'EXPIRED')
    return choose([failure(422, 'OTP_EXPIRED'), invalidState]);
  if (otp === null || payment.status !== 'PENDING') {
    // The description lists more codes for it than the contract says when.
    const isSpent = payment.failure === 'OTP_ATTEMPTS_EXCEEDED';
    return isSpent ? choose([invalidState, failure(422, 'OTP_ATTEMPTS_EXCEEDED')]) : invalidState;
  }
  const isSoon = account.now - otp.sentAt < RESEND_S;
  if (otp.resends >= 3) return isSoon ? choose([invalidState, tooSoon()]) : invalidState;
  if (isSoon) return tooSoon();
  otp.resends++;
  otp.sentAt = account.now;
  payment.updatedAt = null;
  return success(present(account, payment, 'made'));
}

function tooSoon(): Answer {
  const refused = failure(429, 'RATE_LIMITED');
  return {
    ...refused,
    headers: { ...refused.headers, 'retry-after': { $: 'pattern', source: '^([1-9]|[1-5]\\d|60)$' } },
  };
}

/** contract §8: answering first only makes the outcome of a magic amount sooner; of any other it is the outcome. */
function answerSooner(
  world: World,
  account: Account,
  payment: Payment,
  to: Pick<Payment, 'status'> & { failure?: string },
): void {
  const [next, ...later] = payment.due;
  const isFated = isMagic(payment.amount) || isScenario(payment);
  payment.updatedAt = null;
  if (isFated && next === undefined) return;
  // Whether a rail that does not answer is brought to it by a code or the page is in no document.
  if (isFated && payment.scenario?.startsWith('unknown') && choose([true, false])) return;
  payment.due = isFated ? later : [];
  const { at: _at, ...fate } = { at: 0, ...(isFated ? next : to) } as {
    at: number;
    status: Payment['status'];
  };
  become(world, account, payment, fate);
}

/** The simulator's page (contract §8): Pay, Decline and Cancel. */
export function pressPage(world: World, account: Account, payment: Payment, button: string): void {
  if (payment.status !== 'PENDING') return;
  const outcomes = {
    Pay: { status: 'SUCCEEDED' as const },
    Decline: { status: 'FAILED' as const, failure: 'DECLINED' },
    Cancel: { status: 'CANCELLED' as const },
  };
  answerSooner(world, account, payment, outcomes[button as keyof typeof outcomes]);
}
