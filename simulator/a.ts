import { createHmac } from 'node:crypto';
import { formatAmount } from '#lib/money';
import { chanceOf, newId } from './chance.ts';
import { customerPlan, reasonOf, seededRefusal } from './customers.ts';
import { isBehind, scriptedOutcome } from './misbehaviour.ts';
import { acceptPayout, feeFor, floatOf, openPayment, pay, refuse } from './payments.ts';
import { amountIn, headerOf, isSame, textIn } from './reading.ts';
import { type Payment, type Payout, shownBututs } from './state.ts';
import { type Answer, type Asked, type Call, currency, type SimulatedRail, type World } from './world.ts';

// PROVIDER_A: a wallet that is charged with its owner's one-time password, and payouts. It takes no key and no
// reference: what is asked for twice is done twice. docs/rails/wire.md

const rail = 'PROVIDER_A';
const wallet = '/api/v1/payment-gateway/wallet';
const tokenSeconds = 3_000;
const otpMs = 5 * 60_000;
const tries = 5;

export const providerA: SimulatedRail = {
  name: rail,
  prefix: 'a',
  customerCodes: ['Insufficient funds', 'Wallet blocked', 'Wallet inactive', 'Limit exceeded'],
  payeeCodes: ['Wallet not found', 'Wallet blocked', 'Wallet inactive', 'Limit exceeded'],
  newTransactionId: ({ id }) => id,
  newPayoutId: () => newId('TX'),
  unknownCaller: problem(401, 'Unauthenticated'),
  failure: problem,

  isCaller: (world, asked) => (asked.path === '/api/v1/login' ? knows(world, asked) : undefined),

  refuseCaller(world, asked) {
    if (asked.path === '/api/v1/login') return undefined;
    const [scheme, token = ''] = headerOf(asked, 'authorization').split(' ');
    const [until = '', signature = ''] = token.split('.');
    const isValid = isSame(signature, signatureOf(world, until)) && Number(until) > world.now() / 1000;
    return scheme === 'Bearer' && isValid ? undefined : providerA.unknownCaller;
  },

  read(world, asked) {
    if (asked.method !== 'POST') return undefined;
    switch (asked.path) {
      case '/api/v1/login':
        return { operation: 'login', act: () => logIn(world, asked) };
      case `${wallet}/authorize-customer`:
        return authorise(world, asked, false);
      case `${wallet}/re-authorize-customer`:
        return authorise(world, asked, true);
      case `${wallet}/confirm-customer`:
        return confirm(world, asked);
      case `${wallet}/process-payment`:
        return charge(world, asked);
      case `${wallet}/transaction`:
        return lookUp(world, asked);
      case `${wallet}/unlink-customer`:
        return unlink(world, asked);
      case `${wallet}/send-payment`:
        return sendPayout(world, asked);
      default:
        return undefined;
    }
  },
};

/** What the last SMS to this number says, in any of the ways to write the number. */
export function lastCodeOf(world: World, mobile: string): { code: string; sent_at: string } | undefined {
  const local = mobile.replaceAll(/\D/g, '').replace(/^220(?=\d{7}(\d\d)?$)/, '');
  const token = world.state.lastOtpOf.get(local);
  const sent = world.state.otps.get(token ?? '');
  return sent && { code: codeOf(world, token!), sent_at: new Date(sent.sentAt).toISOString() };
}

function knows(world: World, { body }: Asked): boolean {
  const { RAIL_A_USERNAME, RAIL_A_MOBILE, RAIL_A_PASSWORD } = world.credentials;
  return (
    isSame(textIn(body, 'username'), RAIL_A_USERNAME) &&
    isSame(textIn(body, 'mobile'), RAIL_A_MOBILE) &&
    isSame(textIn(body, 'password'), RAIL_A_PASSWORD)
  );
}

function logIn(world: World, asked: Asked): Answer {
  if (!knows(world, asked) || textIn(asked.body, 'access_channel') !== 'API')
    return problem(401, 'Invalid credentials');
  const until = String(Math.floor(world.now() / 1000) + tokenSeconds);
  return {
    status: 200,
    body: { access_token: `${until}.${signatureOf(world, until)}`, expires_in: tokenSeconds },
  };
}

function authorise(world: World, { body }: Asked, isAgain: boolean): Call {
  const mobile = textIn(body, 'mobile');
  return {
    operation: isAgain ? 'reauthorize' : 'authorize',
    mobile: mobile || undefined,
    act() {
      const no = (status: number, message: string) => {
        refuse(world, rail, 'authorize', message, { mobile });
        return problem(status, message);
      };
      if (!isLocal(mobile)) return no(404, 'Wallet not found');
      const script = scriptedOutcome(world, rail, 'authorize', mobile);
      if (script?.kind === 'refusal')
        return no(script.code === undefined ? 404 : 400, script.code ?? 'Wallet not found');
      if (!isAgain && isLinked(world, mobile)) return no(400, 'Account already linked');
      const request_token = newId('rt_');
      world.record({ rail, kind: 'otp_sent', mobile, details: { request_token } });
      return { status: 200, body: { success: true, request_token } };
    },
  };
}

function confirm(world: World, { body }: Asked): Call {
  const request_token = textIn(body, 'request_token');
  const sent = world.state.otps.get(request_token);
  return {
    operation: 'confirm',
    mobile: sent?.mobile,
    act() {
      if (!sent || sent.sentAt + otpMs <= world.now()) return problem(400, 'OTP expired');
      if (sent.wrong >= tries) return problem(423, 'OTP locked');
      if (!isSame(textIn(body, 'otp'), codeOf(world, request_token))) {
        world.record({ rail, kind: 'otp_wrong', mobile: sent.mobile, details: { request_token } });
        return sent.wrong >= tries ? problem(423, 'OTP locked') : problem(400, 'Invalid OTP');
      }
      const authorized_token = sent.authorisedToken ?? newId('at_');
      if (sent.authorisedToken === null) {
        const details = { request_token, authorized_token };
        world.record({ rail, kind: 'authorised', mobile: sent.mobile, details });
      }
      return { status: 200, body: { success: true, authorized_token } };
    },
  };
}

function charge(world: World, { body }: Asked): Call {
  const token = textIn(body, 'authorized_token');
  const mobile = world.state.links.get(token);
  const amount = textIn(body, 'amount');
  return {
    operation: 'charge',
    amount: amount || undefined,
    mobile,
    showsPayment: show,
    bearsId,
    act() {
      const no = (message: string) => {
        refuse(world, rail, 'charge', message, mobile ? { mobile } : {});
        return problem(400, message);
      };
      const amountBututs = amountIn(body, 'amount');
      if (mobile === undefined || !world.state.links.has(token)) return no('Invalid authorized token');
      if (amountBututs === undefined) return no('Invalid amount');
      const { seed, customers, customerLateMs } = world.settings;
      const script = scriptedOutcome(world, rail, 'charge', mobile);
      if (script?.kind === 'refusal') return no(script.code ?? 'Insufficient funds');
      const subject = world.subjectOf({ mobile, amount });
      const plan = customers === 'people' ? undefined : customerPlan(seed, rail, subject, customerLateMs);
      const reason = plan && reasonOf(providerA.customerCodes, plan.chance);
      if (!script && plan?.kind === 'declines') return no(reason!);
      const isHeld = script?.kind === 'pending';
      const isLater = !isHeld && (plan?.kind === 'pays_late' || plan?.kind === 'abandons');
      const endsAt = isHeld
        ? script.seconds && world.now() + 1000 * script.seconds
        : world.now() + (plan?.delayMs ?? 0);
      const id = newId('TX');
      const payment = openPayment(world, {
        rail,
        id,
        reference: null,
        amountBututs,
        mobile,
        expiresAt: null,
        isPending: true,
        transactionId: id,
        details: {
          ...(isHeld || isLater ? { ends_at: String(endsAt ?? '') } : {}),
          ...(isLater && plan?.kind === 'abandons' ? { fails_with: reason! } : {}),
        },
      });
      if (isHeld || isLater) world.follow(payment);
      else pay(world, payment, id);
      return { ...show(payment), about: payment.id };
    },
  };
}

function lookUp(world: World, { body }: Asked): Call {
  const id = textIn(body, 'transaction_id');
  const found = world.state.payments.get(id) ?? world.state.payouts.get(id);
  const own = found?.rail === rail ? found : undefined;
  const about = own && !isBehind(world, own) ? own : undefined;
  const isPaid = about?.state === 'paid';
  return {
    operation: 'lookup',
    railReference: id,
    mobile: own?.mobile ?? undefined,
    amount: own && formatAmount(own.amountBututs),
    about: about && [about],
    ...(own && ('acceptedAt' in own ? { showsPayout: show } : { showsPayment: show })),
    act: () => (about ? show(about) : problem(404, 'Transaction not found')),
    lies: isPaid ? { pending: () => show({ ...about, state: 'pending' }) } : undefined,
    scriptLies: isPaid ? { failed: () => show({ ...about, state: 'failed' }) } : undefined,
  };
}

function show(about: Payment | Payout): Answer {
  return { status: 200, body: 'acceptedAt' in about ? presentPayout(about) : presentCharge(about) };
}

/** A charge and a payout are known by nothing but their id. */
function bearsId({ status, body }: Answer, id: string): Answer {
  return { status, body: { ...(body as object), transaction_id: id, reference: id } };
}

function unlink(world: World, { body }: Asked): Call {
  const authorized_token = textIn(body, 'authorized_token');
  const mobile = world.state.links.get(authorized_token);
  return {
    operation: 'unlink',
    mobile,
    act() {
      if (mobile === undefined || !world.state.links.has(authorized_token)) {
        return problem(404, 'Account not linked');
      }
      world.record({ rail, kind: 'unlinked', mobile, details: { authorized_token } });
      return { status: 200, body: { success: true } };
    },
  };
}

function sendPayout(world: World, { body }: Asked): Call {
  const amountBututs = amountIn(body, 'amount');
  const mobile = textIn(body, 'mobile');
  const amount = textIn(body, 'amount');
  return {
    operation: 'payout',
    amount: amount || undefined,
    mobile: mobile || undefined,
    showsPayout: show,
    bearsId,
    act() {
      const no = (message: string) => {
        refuse(world, rail, 'payout', message, { mobile, amountBututs });
        return problem(400, message);
      };
      if (amountBututs === undefined) return no('Invalid amount');
      if (!isLocal(mobile)) return no('Wallet not found');
      if (floatOf(world, rail) < amountBututs + feeFor(world, rail, 'payout', amountBututs))
        return no('Insufficient balance');
      const script = scriptedOutcome(world, rail, 'payout', mobile);
      if (script?.kind === 'refusal') return no(script.code ?? 'Wallet blocked');
      const seeded = seededRefusal(world, rail, world.subjectOf({ mobile, amount }));
      if (seeded !== undefined) return no(seeded);
      const payout = acceptPayout(world, {
        rail,
        id: providerA.newPayoutId!(),
        reference: null,
        idempotencyKey: null,
        amountBututs,
        mobile,
        details: script ? { held_seconds: String(script.seconds ?? '') } : {},
      });
      return { ...show(payout), about: payout.id };
    },
  };
}

function presentCharge(payment: Payment) {
  const status = payment.state === 'paid' ? 'SUCCESS' : payment.state === 'pending' ? 'PENDING' : 'FAILED';
  return {
    transaction_id: payment.id,
    reference: payment.id,
    status,
    amount: formatAmount(shownBututs(payment)),
    currency,
    message: payment.trouble?.code ?? messages[status],
  };
}

function presentPayout(payout: Payout) {
  const status = payout.state === 'paid' ? 'SUCCESS' : payout.state === 'pending' ? 'PENDING' : 'FAILED';
  return {
    transaction_id: payout.id,
    reference: payout.id,
    status,
    amount: formatAmount(payout.amountBututs),
    currency,
    message: payout.failure ?? messages[status],
  };
}

const messages = { SUCCESS: 'Completed', PENDING: 'In progress', FAILED: 'Failed' };

/** The same each time that it is asked for, so that no book has to keep it. */
function codeOf(world: World, requestToken: string): string {
  const number = Math.floor(1_000_000 * chanceOf(world.settings.seed, 'one-time password', requestToken));
  return String(number).padStart(6, '0');
}

function signatureOf(world: World, until: string): string {
  return createHmac('sha256', world.credentials.RAIL_A_PASSWORD).update(until).digest('hex');
}

function isLinked(world: World, mobile: string): boolean {
  return (world.state.linksOf.get(mobile) ?? 0) > 0;
}

/** What follows `+220`. */
function isLocal(mobile: string): boolean {
  return /^(\d{7}|\d{9})$/.test(mobile);
}

function problem(status: number, message: string): Answer {
  return { status, body: { success: false, message } };
}
