import { createHmac } from 'node:crypto';
import { formatAmount } from '#lib/money';
import { newId } from './chance.ts';
import { seededRefusal } from './customers.ts';
import { isBehind, scriptedOutcome } from './misbehaviour.ts';
import { acceptPayout, feeFor, floatOf, isOpen, openPayment, refuse } from './payments.ts';
import { amountIn, hasBearer, headerOf, isE164, isUrl, objectIn, textIn } from './reading.ts';
import { feeOf, type Payment, type Payout, shownBututs } from './state.ts';
import {
  type Answer,
  type Asked,
  type Call,
  currency,
  type Happening,
  type SimulatedRail,
  type World,
} from './world.ts';

// PROVIDER_C: a hosted payment link, and transfers with an idempotency key. docs/rails/wire.md

const rail = 'PROVIDER_C';
const networks = ['wave', 'afrimoney'];
const events: Record<Happening, string> = {
  paid: 'charge.succeeded',
  declined: 'charge.failed',
  cancelled: 'charge.cancelled',
  expired: 'charge.expired',
  payout_paid: 'transfer.succeeded',
  payout_failed: 'transfer.failed',
  reversed: 'transfer.reversed',
};

export const providerC: SimulatedRail = {
  name: rail,
  prefix: 'c',
  customerCodes: ['Insufficient funds', 'Account blocked', 'Limit exceeded', 'Rejected by the network'],
  payeeCodes: ['Recipient not found', 'Recipient inactive', 'Account blocked', 'Limit exceeded'],
  newTransactionId: () => newId('txn_'),
  newPayoutId: () => newId('tr_'),
  page: {
    path: '/pay/',
    declineIsFinal: true,
    cancelIsFinal: true,
    leadsTo: ({ details }, choice) => (choice === 'cancel' ? details.cancel_url! : details.return_url!),
  },
  unknownCaller: problem(401, 'Invalid API key'),
  failure: problem,

  refuseCaller: (world, asked) =>
    hasBearer(asked, world.credentials.RAIL_C_API_KEY) ? undefined : providerC.unknownCaller,

  read(world, asked) {
    const path = `${asked.method} ${asked.path}`;
    if (path === 'POST /v1/payments') return openIntent(world, asked);
    if (path === 'GET /v1/payments/verify') return verifyIntent(world, asked);
    if (path === 'POST /v1/transfers') return sendTransfer(world, asked);
    const [, transferReference] = /^GET \/v1\/transfers\/([^/]+)$/.exec(path) ?? [];
    return transferReference === undefined ? undefined : getTransfer(world, transferReference);
  },

  noticeOf(world, happening, about) {
    const isPayout = 'acceptedAt' in about;
    const url = about.details.callback_url || world.settings.notify?.replaceAll('{rail}', rail);
    // A try that can be repeated is nobody's news.
    if (!url || (!isPayout && happening === 'declined' && about.state === 'open')) return undefined;
    const payload = isPayout ? presentTransfer(about) : presentIntent(world, about);
    return { event: events[happening], payload, url };
  },
  envelope: (notice) => ({
    event: notice.event,
    payload: notice.payload,
    id: notice.id,
    created_at: new Date(notice.owedAt).toISOString(),
  }),
  newNoticeId: () => newId('evt_'),
  sign: (world, _notice, raw) => ({
    'x-modem-signature': createHmac('sha512', firstSecret(world)).update(raw).digest('hex'),
  }),
};

function openIntent(world: World, asked: Asked): Call {
  const data = objectIn(asked.body, 'data');
  const reference = textIn(data.metadata, 'reference');
  return {
    operation: 'open',
    reference: reference || undefined,
    amount: textIn(data, 'amount') || undefined,
    act() {
      const amountBututs = amountIn(data, 'amount');
      const urls = {
        return_url: textIn(data, 'return_url'),
        cancel_url: textIn(data, 'cancel_url'),
        callback_url: textIn(data, 'callback_url'),
      };
      const fault =
        amountBututs === undefined
          ? 'amount must be a decimal string above zero'
          : textIn(data, 'currency') !== currency
            ? `currency must be ${currency}`
            : !isUrl(urls.return_url) || !isUrl(urls.cancel_url)
              ? 'return_url and cancel_url must be addresses'
              : urls.callback_url !== '' && !isUrl(urls.callback_url)
                ? 'callback_url must be an address'
                : undefined;
      if (fault !== undefined) {
        refuse(world, rail, 'open', fault, { reference });
        return problem(400, fault);
      }
      const payment = openPayment(world, {
        rail,
        id: newId('pi_'),
        reference: reference || null,
        amountBututs: amountBututs!,
        mobile: null,
        expiresAt: world.now() + world.settings.sessionMs,
        details: { ...urls, secret: newId('secret_') },
      });
      return { status: 200, body: answered(presentIntent(world, payment)), about: payment.id };
    },
  };
}

function verifyIntent(world: World, { query }: Asked): Call {
  const id = world.state.intentOfSecret.get(query.get('intent_secret') ?? '');
  const found = world.state.payments.get(id ?? '');
  const payment = found && !isBehind(world, found) ? found : undefined;
  const show = (as: Payment): Answer => ({ status: 200, body: answered(presentIntent(world, as)) });
  return {
    operation: 'lookup',
    reference: found?.reference ?? undefined,
    railReference: found?.id,
    amount: found && formatAmount(found.amountBututs),
    about: payment && [payment],
    showsPayment: show,
    act() {
      if (!payment) return problem(404, 'Payment intent not found');
      isOpen(world, payment);
      return show(payment);
    },
    lies:
      payment?.state === 'paid'
        ? {
            pending: () => show({ ...payment, state: 'open', transactionId: null }),
            failed: () => show({ ...payment, state: 'failed', transactionId: null }),
          }
        : undefined,
  };
}

function sendTransfer(world: World, asked: Asked): Call {
  const { body } = asked;
  const reference = textIn(body.metadata, 'reference');
  const mobile = textIn(body, 'account_number');
  const amount = textIn(body, 'amount');
  const amountBututs = amountIn(body, 'amount');
  const key = headerOf(asked, 'idempotency-key');
  // Asked for again when it acts, which may be seconds later.
  const earlierOf = () => world.state.payoutOfKey.get(`${rail} ${key}`);
  const no = (status: number, message: string) => {
    refuse(world, rail, 'payout', message, { reference, mobile, amountBututs, idempotencyKey: key });
    return problem(status, message);
  };
  return {
    operation: 'payout',
    reference: reference || undefined,
    amount: amount || undefined,
    mobile: mobile || undefined,
    idempotencyKey: key || undefined,
    showsPayout: (other) => ({ status: 200, body: presentTransfer(other) }),
    refusesRepeat:
      earlierOf() && ((message = 'Duplicate transaction', status = 400) => problem(status, message)),
    act() {
      if (key === '') return no(400, 'Idempotency-Key is missing');
      const earlier = earlierOf();
      if (earlier) return { status: 200, body: presentTransfer(earlier), about: earlier.id };
      if (amountBututs === undefined) return no(400, 'amount must be a decimal string above zero');
      if (textIn(body, 'currency') !== currency) return no(400, `currency must be ${currency}`);
      if (!networks.includes(textIn(body, 'network'))) return no(400, 'network must be wave or afrimoney');
      if (!isE164(mobile)) return no(422, 'Recipient not found');
      if (floatOf(world, rail) < amountBututs + feeFor(world, rail, 'payout', amountBututs))
        return no(422, 'Insufficient balance');
      const script = scriptedOutcome(world, rail, 'payout', reference);
      if (script?.kind === 'refusal') return no(422, script.code ?? 'Account blocked');
      const seeded = seededRefusal(world, rail, world.subjectOf({ reference, mobile, amount }));
      if (seeded !== undefined) return no(422, seeded);
      const payout = acceptPayout(world, {
        rail,
        id: providerC.newPayoutId!(),
        reference: reference || null,
        idempotencyKey: key,
        amountBututs,
        mobile,
        details: script ? { held_seconds: String(script.seconds ?? '') } : {},
      });
      return { status: 200, body: presentTransfer(payout), about: payout.id };
    },
  };
}

function getTransfer(world: World, id: string): Call {
  const found = world.state.payouts.get(id);
  const own = found?.rail === rail ? found : undefined;
  const payout = own && !isBehind(world, own) ? own : undefined;
  const isPaid = payout?.state === 'paid';
  const absent = () => problem(404, 'Transfer not found');
  const show = (as: Payout): Answer => ({ status: 200, body: presentTransfer(as) });
  return {
    operation: 'payout_lookup',
    reference: own?.reference ?? undefined,
    railReference: id,
    amount: own && formatAmount(own.amountBututs),
    mobile: own?.mobile,
    about: payout && [payout],
    showsPayout: show,
    act: () => (payout ? show(payout) : absent()),
    lies: isPaid ? { pending: () => show({ ...payout, state: 'pending' }), absent } : undefined,
    scriptLies: isPaid
      ? { failed: () => show({ ...payout, state: 'failed', failure: 'Recipient inactive' }) }
      : undefined,
  };
}

function presentIntent(world: World, payment: Payment) {
  return {
    id: payment.id,
    intent_secret: payment.details.secret,
    payment_link: `${world.origin}/c/pay/${payment.id}`,
    amount: formatAmount(shownBututs(payment)),
    currency: payment.details.currency ?? currency,
    status: intentStatus(payment),
    expires_at: new Date(payment.expiresAt!).toISOString(),
    metadata: { reference: payment.reference },
    transaction_reference: payment.state === 'paid' ? payment.transactionId : null,
    failure_reason: payment.state === 'expired' ? 'Expired' : reasonOfFailure(payment),
  };
}

function intentStatus({ state, trouble }: Payment): string {
  switch (state) {
    case 'open':
      return trouble ? 'requires_payment_method' : 'initialized';
    case 'pending':
      return 'processing';
    case 'paid':
      return 'successful';
    case 'failed':
      return 'failed';
    case 'cancelled':
    case 'expired':
      return 'cancelled';
  }
}

function reasonOfFailure({ state, trouble }: Payment): string | null {
  return state !== 'paid' && trouble?.kind === 'declined' ? trouble.code : null;
}

function presentTransfer(payout: Payout) {
  return {
    id: payout.id,
    transfer_reference: payout.id,
    status: payout.state === 'paid' ? 'completed' : payout.state,
    amount: formatAmount(payout.amountBututs),
    fee: formatAmount(feeOf(payout)),
    currency: payout.details.currency ?? currency,
    metadata: { reference: payout.reference },
    failure_reason: payout.state === 'failed' ? payout.failure : null,
    balance_before: payout.details.balance_before,
    balance_after: payout.details.balance_after,
  };
}

function answered(data: unknown) {
  return { status: true, data };
}

function firstSecret(world: World): string {
  return world.credentials.RAIL_C_NOTICE_SECRETS.split(',')[0]!.trim();
}

function problem(statusCode: number, message: string): Answer {
  return { status: statusCode, body: { message, statusCode } };
}
