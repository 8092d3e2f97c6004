import { type Answer, any, type Expected, text } from './expected.ts';
import {
  type Account,
  CHECKOUT_S,
  figure,
  gmd,
  type Payment,
  paymentOf,
  type Rail,
  RESEND_S,
  railNames,
  time,
} from './world.ts';

// What a payment looks like in an answer, a list and a webhook, and the bodies of errors.

/** contract §2: X-Request-Id on every response; the replayed header only where it is promised. */
const headers = { 'x-request-id': text, 'idempotent-replayed': null };

export function success(data: Expected): Answer {
  return { status: 200, headers, body: { status: 'success', data } };
}

/** spec: stats, chart and profile are bare. */
export function bare(body: Expected): Answer {
  return { status: 200, headers, body };
}

export function replayed(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } };
}

/** spec, Error body. Where the documents tell no details, none are compared. */
export function failure(status: number, code: string, details?: Expected): Answer {
  const told = details ?? { $: 'maybe' as const, value: any };
  return { status, headers, body: { status: 'error', error: { code, message: text, details: told } } };
}

/** contract §2: 401 and 403 are flat; the code is additive. */
export function flat(status: 401 | 403, code?: string): Answer {
  const error = status === 401 ? 'Unauthorized' : 'Forbidden';
  const told = { error, message: text, code: code ?? { $: 'maybe' as const, value: any } };
  if (status === 403) return { status, headers, body: told };
  return {
    status,
    headers: { ...headers, 'www-authenticate': { $: 'pattern', source: '^Bearer' } },
    body: told,
  };
}

export function invalid(paths: string[]): Answer {
  // The path of what is within `metadata` has dots on the way to it, and there may be several.
  const lines: Expected[] = paths.map((path) => ({
    path: path === 'metadata' ? { $: 'pattern', source: '^metadata' } : path,
    message: text,
    code: text,
  }));
  return failure(400, 'VALIDATION_ERROR', { fields: { $: 'set', items: lines } });
}

/** Of a collection, as its initiation answers it (spec, contract §3); `lookup` adds what the status look-up has. */
export function presentCollection(
  account: Account,
  payment: Payment,
  form: 'made' | 'lookup' | 'list',
): Expected {
  const shown = {
    transaction_id: id(payment.id),
    client_reference: payment.reference,
    amount: gmd(payment.amount),
    currency: 'GMD',
    status: payment.status,
    provider: payment.provider,
    provider_name: railNames[payment.provider],
    redirect_url: isRedirect(payment) ? url(`page of ${payment.id}`) : null,
    environment: account.environment,
    customer_name: payment.name,
    customer_mobile: payment.mobile,
    metadata: payment.metadata,
    expires_at: expiry(account, payment),
    created_at: time(payment.createdAt),
    receipt_url: receipt(payment),
  };
  if (form === 'made') return { ...shown, next_action: nextAction(account, payment) };
  const mine = account.payments.filter((each) => each.refund?.of === payment.id).toReversed();
  const refunded = mine.filter((each) => each.status === 'SUCCEEDED');
  const listed = {
    ...shown,
    type: 'collection',
    failure: failureOf(payment),
    late: payment.isLate,
    refunded_amount: gmd(refunded.reduce((sum, each) => sum + each.amount, 0)),
    attempts: attemptsOf(account, payment)
      .toReversed()
      .slice(0, form === 'list' ? 20 : 100)
      .map((each) => ({
        transaction_id: id(each.id),
        status: each.status,
        provider: each.provider,
        provider_name: railNames[each.provider],
        created_at: time(each.createdAt),
      })),
    updated_at: updated(payment),
    completed_at: completed(payment),
  };
  if (form === 'list') return listed;
  const refunds = mine.map((each) => ({
    transaction_id: id(each.id),
    client_reference: each.reference,
    status: each.status,
    amount: gmd(each.amount),
  }));
  return { ...listed, refunds, next_action: nextAction(account, payment) };
}

export function attemptsOf(account: Account, { type, reference }: Payment): Payment[] {
  return account.payments.filter((each) => each.type === type && each.reference === reference);
}

/** contract §4. */
export function presentPayout(account: Account, payment: Payment): Expected {
  return {
    ...presentOut(account, payment),
    recipient_mobile: payment.mobile,
    reversal: payment.reversal === null ? null : { reversed_at: time(payment.reversal), reason: any },
  };
}

/** contract-more §11. */
export function presentRefund(account: Account, payment: Payment): Expected {
  const { of = '', method = '', reason = null } = payment.refund ?? {};
  const collection = { transaction_id: id(of), client_reference: paymentOf(account, of).reference };
  return {
    ...presentOut(account, payment),
    ...{ collection, method, reason, recipient_mobile: payment.mobile },
  };
}

function presentOut(account: Account, payment: Payment): Record<string, Expected> {
  const { wait } = payment;
  return {
    transaction_id: id(payment.id),
    client_reference: payment.reference,
    type: payment.type,
    amount: gmd(payment.amount),
    currency: 'GMD',
    status: payment.status,
    provider: payment.provider,
    provider_name: railNames[payment.provider],
    environment: account.environment,
    failure: failureOf(payment),
    metadata: payment.metadata,
    created_at: time(payment.createdAt),
    updated_at: updated(payment),
    completed_at: completed(payment),
    // contract §4: only while it is held.
    ...(wait !== null && {
      liquidity: {
        queue_position: placeOf(account, payment),
        // Guide test-your-integration, Time: earlier by what `advance` let pass.
        since: { $: 'after', name: wait.sinceName, ms: (wait.since - account.now) * 1000 },
      },
    }),
  };
}

/** contract §4: one queue for each rail, which refunds that go as payouts share (§11: the same queue). */
export function queueOf(account: Account, rail: Payment['provider']): Payment[] {
  return account.payments
    .filter((each) => each.wait !== null && each.provider === rail)
    .toSorted((one, other) => (one.wait?.turn ?? 0) - (other.wait?.turn ?? 0));
}

function placeOf(account: Account, payment: Payment): number {
  return queueOf(account, payment.provider).indexOf(payment) + 1;
}

export function present(account: Account, payment: Payment, form: 'made' | 'lookup' | 'list'): Expected {
  if (payment.type === 'collection') return presentCollection(account, payment, form);
  return payment.type === 'payout' ? presentPayout(account, payment) : presentRefund(account, payment);
}

/** spec, Webhook data object; contract §7 and contract-more §11, §13 add to it. */
export function presentEvent(account: Account, payment: Payment): Expected {
  const why = failureOf(payment);
  const { refund } = payment;
  return {
    id: id(payment.id),
    type: payment.type,
    reference: payment.reference,
    amount: gmd(payment.amount),
    currency: 'GMD',
    status: payment.status,
    provider: payment.provider,
    provider_name: railNames[payment.provider],
    environment: account.environment,
    completed_at: completed(payment),
    ...(why !== null && { failure: why }),
    ...(payment.type !== 'collection' && { recipient_mobile: payment.mobile }),
    ...(payment.type === 'collection' && {
      receipt_url: payment.status === 'SUCCEEDED' ? receipt(payment) : { $: 'maybe', value: null },
    }),
    ...(refund !== null && {
      collection: {
        transaction_id: id(refund.of),
        client_reference: paymentOf(account, refund.of).reference,
      },
    }),
  };
}

/** What a payout in flight will take is in the float until it has: no document says whether the balance shows it. */
export function presentFloat(account: Account, rail: Rail, free: number): Expected {
  const inFlight = account.payments
    .filter(({ provider, status, type, refund }) => {
      const isOut = type === 'payout' || refund?.method === 'payout';
      return isOut && provider === rail && status === 'PENDING';
    })
    .reduce((sum, { amount }) => sum + amount, 0);
  const shown = (bututs: number): Expected => ({
    ...{ provider: rail, provider_name: railNames[rail], ...figure('balance', bututs) },
  });
  return inFlight === 0 ? shown(free) : { $: 'oneOf', options: [shown(free + inFlight), shown(free)] };
}

export function id(name: string): Expected {
  return { $: 'id', name };
}

export function url(name: string): Expected {
  return { $: 'same', name, source: '^https?://[^ ]+$' };
}

/** contract-more §13: {base_url}/r/{token}, 20 or more unguessable characters. */
function receipt(payment: Payment): Expected {
  if (payment.status !== 'SUCCEEDED') return null;
  return { $: 'same', name: `receipt of ${payment.id}`, source: '^http[^ ]+/r/[^/ ]{20,}$' };
}

function isRedirect({ provider }: Payment): boolean {
  return provider === 'PROVIDER_W' || provider === 'PROVIDER_C';
}

function failureOf({ status, failure: code }: Payment): Expected {
  return status === 'FAILED' && code !== null ? { code, message: text } : null;
}

function updated({ updatedAt }: Payment): Expected {
  return updatedAt === null ? any : time(updatedAt);
}

/** null while it is not final. Where something ended twice, the documents do not say which end is meant. */
function completed({ completedAt, firstCompletedAt }: Payment): Expected {
  if (completedAt === null) return null;
  if (firstCompletedAt === null) return time(completedAt);
  return { $: 'oneOf', options: [time(completedAt), time(firstCompletedAt)] };
}

/** guide test-your-integration: `expires_at` of an open checkout is earlier by what has passed. */
export function expiry(account: Account, payment: Payment): Expected {
  // contract §8: 200.00 never expires by itself.
  if (payment.amount === 20_000) return null;
  if (hasEndOfItsOwn(payment) || payment.closedAt === 'meanwhile') return any;
  const passed = (payment.closedAt ?? account.now) - payment.bornAt;
  return { $: 'after', name: payment.createdAt, ms: (CHECKOUT_S - passed) * 1000 };
}

/** Where the checkout is made to time out sooner, no document says what `expires_at` tells before. */
function hasEndOfItsOwn({ amount, scenario }: Payment): boolean {
  return amount === 40_800 || ['expired', 'late_success', 'webhooks_out_of_order'].includes(scenario ?? '');
}

/** contract §3, `next_action`: null on redirect rails and in every final state. */
function nextAction(account: Account, payment: Payment): Expected {
  if (payment.status !== 'PENDING' || isRedirect(payment)) return null;
  const expires_at = expiry(account, payment);
  if (payment.provider === 'PROVIDER_C_CARD') {
    const page = { url: url(`page of ${payment.id}`), presentation: ['new_tab', 'iframe'], expires_at };
    return { type: 'show_card_page', show_card_page: page };
  }
  const { left = 0, sentAt = 0, resends = 0 } = payment.otp ?? {};
  const path = (end: string): Expected => ({
    $: 'same',
    name: `${end} of ${payment.id}`,
    source: `^http[^ ]+/api/v1/collections/[0-9a-f-]{36}/${end}$`,
  });
  const digits = payment.mobile?.slice(4) ?? '';
  return {
    type: 'submit_otp',
    submit_otp: {
      ...{ method: 'POST', url: path('otp'), otp_length: 6, expires_at, attempts_remaining: left },
      sent_to: `+220${'*'.repeat(digits.length - 2)}${digits.slice(-2)}`,
      resend_url: path('otp/resend'),
      resend_after:
        resends === 0
          ? { $: 'after', name: payment.createdAt, ms: (RESEND_S + payment.bornAt - account.now) * 1000 }
          : {
              $: 'after',
              name: `code ${resends} of ${payment.id}`,
              ms: (RESEND_S + sentAt - account.now) * 1000,
            },
    },
  };
}
