import { createHmac } from 'node:crypto';
import { formatAmount } from '#lib/money';
import { chanceOf, newId, pick } from './chance.ts';
import { seededRefusal } from './customers.ts';
import { isBehind, scriptedOutcome } from './misbehaviour.ts';
import { verifyRecipient } from './name-checks.ts';
import { acceptPayout, feeFor, floatOf, refuse, reverse } from './payments.ts';
import { amountIn, hasBearer, headerOf, isE164, textIn } from './reading.ts';
import { feeOf, type Movement, movementsOf, type Payout, payoutsOf } from './state.ts';
import { pageSize, problem, rail, subjectOf, timeOf } from './w-answers.ts';
import {
  closeSession,
  getSession,
  openSession,
  presentSession,
  refundSession,
  searchSessions,
} from './w-sessions.ts';
import { type Answer, type Asked, type Call, currency, type SimulatedRail, type World } from './world.ts';

// PROVIDER_W: checkout sessions with refunds, payouts with an idempotency key, reversal. docs/rails/wire.md

/** https://docs.wave.com/payout */
const reversalWindowMs = 3 * 24 * 3_600_000;

const movementTypes: Record<Movement['type'], string> = {
  collection: 'merchant_payment',
  payout: 'api_payout',
  reversal: 'api_payout_reversal',
  refund: 'merchant_payment_refund',
};

export const providerW: SimulatedRail = {
  name: rail,
  prefix: 'w',
  customerCodes: [
    'insufficient-funds',
    'blocked-account',
    'payment-failure',
    'kyb-limits-exceeded',
    'payer-mobile-mismatch',
  ],
  payeeCodes: [
    'recipient-account-blocked',
    'recipient-account-inactive',
    'recipient-limit-exceeded',
    'recipient-minor',
    'recipient-not-found',
  ],
  newTransactionId: () => newId('T_'),
  newPayoutId: () => newId('pt-'),
  page: {
    path: '/pay/',
    declineIsFinal: false,
    cancelIsFinal: false,
    leadsTo: ({ details }, choice) => (choice === 'pay' ? details.success_url! : details.error_url!),
  },
  unknownCaller: problem(401, 'no-matching-api-key'),
  failure: (status, message) => problem(status, status === 429 ? 'too-many-requests' : 'error', message),

  refuseCaller(world, asked) {
    if (headerOf(asked, 'authorization') === '') return problem(401, 'missing-auth-header');
    return hasBearer(asked, world.credentials.RAIL_W_API_KEY) ? undefined : providerW.unknownCaller;
  },

  read(world, asked) {
    const path = `${asked.method} ${asked.path}`;
    if (path === 'POST /v1/checkout/sessions') return openSession(world, asked);
    if (path === 'GET /v1/checkout/sessions/search') return searchSessions(world, asked);
    if (path === 'POST /v1/payout') return sendPayout(world, asked);
    if (path === 'POST /v1/verify_recipient') return verifyRecipient(world, asked, problem);
    if (path === 'GET /v1/payouts/search') return searchPayouts(world, asked);
    if (path === 'GET /v1/balance') return { operation: 'balance', act: () => balance(world) };
    if (path === 'GET /v1/transactions')
      return { operation: 'statement', act: () => statement(world, asked) };
    const [, method, kind, id, verb] =
      /^(\w+) \/v1\/(checkout\/sessions|payout)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (kind === 'checkout/sessions' && method === 'GET' && !verb) return getSession(world, id!);
    if (kind === 'checkout/sessions' && method === 'POST' && verb === 'expire')
      return closeSession(world, id!);
    if (kind === 'checkout/sessions' && method === 'POST' && verb === 'refund')
      return refundSession(world, id!);
    if (kind === 'payout' && method === 'GET' && !verb) return getPayout(world, id!);
    if (kind === 'payout' && method === 'POST' && verb === 'reverse') return reversePayout(world, id!);
    return undefined;
  },

  noticeOf(world, happening, about) {
    const url = world.settings.notify?.replaceAll('{rail}', rail);
    if (url === undefined) return undefined;
    if ('acceptedAt' in about) {
      const event = 'payout.reversed';
      return happening === 'reversed' ? { event, payload: presentPayout(about), url } : undefined;
    }
    const payload = presentSession(world, about);
    if (happening === 'paid') return { event: 'checkout.session.completed', payload, url };
    if (happening === 'declined') return { event: 'checkout.session.payment_failed', payload, url };
    return undefined;
  },

  sign(world, _notice, raw, unixSeconds) {
    const signatures = world.credentials.RAIL_W_NOTICE_SECRETS.split(',').map((secret) =>
      createHmac('sha256', secret.trim()).update(`${unixSeconds}${raw}`).digest('hex'),
    );
    return { 'wave-signature': [`t=${unixSeconds}`, ...signatures.map((each) => `v1=${each}`)].join(',') };
  },

  envelope: (notice) => ({ id: notice.id, type: notice.event, data: notice.payload }),
  newNoticeId: () => newId('EV_'),
};

function sendPayout(world: World, asked: Asked): Call {
  const { body } = asked;
  const reference = textIn(body, 'client_reference');
  const mobile = textIn(body, 'mobile');
  const key = headerOf(asked, 'idempotency-key');
  const amount = textIn(body, 'receive_amount');
  const amountBututs = amountIn(body, 'receive_amount');
  // Asked for again when it acts, which may be seconds later.
  const earlierOf = () => world.state.payoutOfKey.get(`${rail} ${key}`);
  const no = (status: number, code: string, message?: string) => {
    refuse(world, rail, 'payout', code, { reference, mobile, amountBututs, idempotencyKey: key });
    return problem(status, code, message);
  };
  return {
    operation: 'payout',
    reference: reference || undefined,
    amount: amount || undefined,
    mobile: mobile || undefined,
    idempotencyKey: key || undefined,
    showsPayout: (other) => ({ status: 200, body: presentPayout(other) }),
    refusesRepeat:
      earlierOf() && ((code = 'recipient-account-inactive', status = 422) => problem(status, code)),
    act() {
      if (key === '') return no(400, 'request-validation-error', 'Idempotency-Key is missing');
      const earlier = earlierOf();
      if (earlier) {
        const isSame =
          earlier.amountBututs === amountBututs &&
          earlier.mobile === mobile &&
          (earlier.reference ?? '') === reference;
        if (!isSame) return no(409, 'idempotency-mismatch');
        return { status: 200, body: presentPayout(earlier), about: earlier.id };
      }
      if (amountBututs === undefined) return no(400, 'request-validation-error', 'receive_amount');
      if (textIn(body, 'currency') !== currency) return no(400, 'currency-mismatch');
      if (!mobile.startsWith('+220')) return no(400, 'country-mismatch');
      if (!isE164(mobile)) return no(422, 'recipient-not-found');
      if (floatOf(world, rail) < amountBututs + feeFor(world, rail, 'payout', amountBututs))
        return no(422, 'insufficient-funds');
      const script = scriptedOutcome(world, rail, 'payout', reference);
      const seeded = seededRefusal(world, rail, world.subjectOf({ reference, mobile, amount }));
      if (script?.kind === 'refusal') return no(422, script.code ?? 'recipient-account-blocked');
      if (seeded !== undefined) return no(422, seeded);
      const payout = acceptPayout(world, {
        rail,
        id: providerW.newPayoutId!(),
        reference: reference || null,
        idempotencyKey: key,
        amountBututs,
        mobile,
        details: script ? { held_seconds: String(script.seconds ?? '') } : {},
      });
      return { status: 200, body: presentPayout(payout), about: payout.id };
    },
  };
}

function getPayout(world: World, id: string): Call {
  const payout = payoutOf(world, id);
  const absent = () => problem(404, 'payout-not-found');
  const show = (as: Payout): Answer => ({ status: 200, body: presentPayout(as) });
  const isPaid = payout?.state === 'paid';
  return {
    operation: 'payout_lookup',
    ...subjectOf(payout),
    railReference: id,
    act: () => (payout ? show(payout) : absent()),
    about: payout && [payout],
    showsPayout: show,
    lies: isPaid ? { pending: () => show({ ...payout, state: 'pending' }), absent } : undefined,
    scriptLies: isPaid ? { failed: () => show(failed(payout)) } : undefined,
  };
}

function searchPayouts(world: World, { query }: Asked): Call {
  const reference = query.get('client_reference') ?? '';
  const found = payoutsOf(world.state, rail, reference).filter((each) => !isBehind(world, each));
  const isPaid = found.some((each) => each.state === 'paid');
  const answer = (shown: readonly Payout[]) => (): Answer => ({
    status: 200,
    body: { result: shown.map(presentPayout).reverse() },
  });
  return {
    operation: 'payout_search',
    ...subjectOf(found[0]),
    reference,
    act: answer(found),
    about: found,
    showsPayout: (other) => answer([other])(),
    lies: isPaid
      ? { pending: answer(found.map((each) => ({ ...each, state: 'pending' }))), absent: answer([]) }
      : undefined,
    scriptLies: isPaid ? { failed: answer(found.map(failed)) } : undefined,
  };
}

function reversePayout(world: World, id: string): Call {
  const payout = payoutOf(world, id);
  const no = (status: number, code: string) => {
    refuse(world, rail, 'reverse', code, { reference: payout?.reference ?? null, railReference: id });
    return problem(status, code);
  };
  return {
    operation: 'reverse',
    ...subjectOf(payout),
    railReference: id,
    refusesRepeat:
      payout?.state === 'reversed'
        ? (code = 'payout-not-succeeded', status = 409) => problem(status, code)
        : undefined,
    act() {
      if (!payout) return problem(404, 'payout-not-found');
      if (payout.state === 'reversed') return { status: 200 };
      if (payout.state !== 'paid') return no(409, 'payout-not-succeeded');
      const script = scriptedOutcome(world, rail, 'reverse', payout.reference ?? undefined);
      if (script?.kind === 'refusal') return no(422, script.code ?? 'insufficient-funds');
      if (world.now() - payout.acceptedAt > reversalWindowMs)
        return no(422, 'payout-reversal-time-limit-exceeded');
      const refusal = seededReversal(world, payout);
      if (refusal !== 'agrees') return no(422, refusal);
      reverse(world, payout);
      return { status: 200 };
    },
  };
}

function seededReversal(world: World, payout: Payout) {
  if (world.settings.customers === 'people') return 'agrees';
  return pick(chanceOf(world.settings.seed, 'reversal', rail, world.subjectOf(subjectOf(payout))), [
    ['agrees', 80],
    ['insufficient-funds', 15],
    ['payout-reversal-account-terminated', 5],
  ] as const);
}

function balance(world: World): Answer {
  return { status: 200, body: { amount: formatAmount(floatOf(world, rail)), currency } };
}

function statement(world: World, { query }: Asked): Answer {
  const day = query.get('date') || new Date(world.now()).toISOString().slice(0, 10);
  const after = query.get('after');
  const from = after ? Number(Buffer.from(after, 'base64url').toString()) : 0;
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !Number.isSafeInteger(from) || from < 0)
    return problem(400, 'request-validation-error');
  const all = movementsOf(world.state, rail, day);
  const until = Math.min(from + pageSize, all.length);
  return {
    status: 200,
    body: {
      page_info: {
        has_next_page: until < all.length,
        end_cursor: until > from ? Buffer.from(String(until)).toString('base64url') : null,
      },
      items: all.slice(from, until).map((each) => ({
        timestamp: timeOf(each.at),
        transaction_id: each.transactionId,
        transaction_type: movementTypes[each.type],
        amount: formatAmount(each.amountBututs),
        fee: formatAmount(each.feeBututs),
        currency,
        counterparty_mobile: each.mobile,
        client_reference: each.reference,
      })),
    },
  };
}

function presentPayout(payout: Payout) {
  const { state, failure } = payout;
  return {
    id: payout.id,
    status: state === 'pending' ? 'processing' : state === 'paid' ? 'succeeded' : state,
    client_reference: payout.reference,
    receive_amount: formatAmount(payout.amountBututs),
    fee: formatAmount(feeOf(payout)),
    currency: payout.details.currency ?? currency,
    mobile: payout.mobile,
    timestamp: timeOf(payout.acceptedAt),
    payout_error:
      state === 'failed' && failure !== null
        ? { error_code: failure, error_message: failure.replaceAll('-', ' ') }
        : null,
  };
}

function payoutOf(world: World, id: string): Payout | undefined {
  const payout = world.state.payouts.get(id);
  return payout?.rail === rail ? payout : undefined;
}

export function failed(payout: Payout): Payout {
  return { ...payout, state: 'failed', failure: 'recipient-account-inactive' };
}
