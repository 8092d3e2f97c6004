import { createHmac } from 'node:crypto';
import { formatAmount } from '#lib/money';
import { newId } from './chance.ts';
import { payOnClose } from './customers.ts';
import { isBehind } from './misbehaviour.ts';
import { isOpen, openPayment, refuse } from './payments.ts';
import { amountIn, headerOf, isSame, isUrl, objectIn, textIn } from './reading.ts';
import { type Payment, paymentsOf, shownBututs } from './state.ts';
import { type Answer, type Asked, type Call, currency, type SimulatedRail, type World } from './world.ts';

// PROVIDER_C_CARD: the acquirer's hosted card page. Nobody types a card here, and no card data exists. An order may
// have many sessions and is paid once at most. docs/rails/wire.md

const rail = 'PROVIDER_C_CARD';
const longestSeconds = 3 * 24 * 3_600;

export const providerCCard: SimulatedRail = {
  name: rail,
  prefix: 'card',
  customerCodes: ['DECLINED', 'INSUFFICIENT_FUNDS', 'EXPIRED_CARD', 'BLOCKED'],
  payeeCodes: [],
  paysReferenceOnce: true,
  newTransactionId: ({ reference }) => reference!,
  page: {
    path: '/checkout/pay/',
    declineIsFinal: false,
    cancelIsFinal: true,
    leadsTo({ details }, choice) {
      const url = new URL(details.return_url!);
      if (choice === 'pay') url.searchParams.set('resultIndicator', details.success_indicator!);
      return url.href;
    },
  },
  unknownCaller: problem(401, 'INVALID_REQUEST', 'Invalid credentials.'),
  failure: (status, message) =>
    problem(status, status === 429 || status >= 500 ? 'SERVER_BUSY' : 'INVALID_REQUEST', message),

  refuseCaller(world, asked) {
    const { RAIL_C_CARD_MERCHANT_ID: id, RAIL_C_CARD_API_PASSWORD: password } = world.credentials;
    const wanted = `Basic ${Buffer.from(`merchant.${id}:${password}`).toString('base64')}`;
    return isSame(headerOf(asked, 'authorization'), wanted) ? undefined : providerCCard.unknownCaller;
  },

  read(world, asked) {
    const [, merchant, rest] = /^\/api\/rest\/version\/100\/merchant\/([^/]+)(\/.*)$/.exec(asked.path) ?? [];
    if (merchant !== world.credentials.RAIL_C_CARD_MERCHANT_ID) return undefined;
    if (asked.method === 'POST' && rest === '/session') return openSession(world, asked);
    const [, order] = /^\/order\/([^/]+)$/.exec(rest ?? '') ?? [];
    return asked.method === 'GET' && order !== undefined
      ? getOrder(world, decodeURIComponent(order))
      : undefined;
  },

  noticeOf(world, happening, about) {
    if ('acceptedAt' in about || happening === 'expired') return undefined;
    const url = about.details.notification_url || world.settings.notify?.replaceAll('{rail}', rail);
    return url ? { event: `order.${happening}`, payload: presentOrder([about]), url } : undefined;
  },
  envelope: (notice) => ({ order: notice.payload }),
  newNoticeId: () => newId('n_'),
  sign(world, notice, raw, unixSeconds) {
    const secret = world.credentials.RAIL_C_CARD_NOTICE_SECRETS.split(',')[0]!.trim();
    return {
      'x-notification-id': notice.id,
      'x-notification-attempt': String(notice.tries + 1),
      'x-notification-timestamp': String(unixSeconds),
      'x-notification-signature': createHmac('sha512', secret).update(`${unixSeconds}.${raw}`).digest('hex'),
    };
  },
};

function openSession(world: World, { body }: Asked): Call {
  const order = objectIn(body, 'order');
  const interaction = objectIn(body, 'interaction');
  const reference = textIn(order, 'id');
  return {
    operation: 'open',
    reference: reference || undefined,
    amount: textIn(order, 'amount') || undefined,
    act() {
      const amountBututs = amountIn(order, 'amount');
      const return_url = textIn(interaction, 'returnUrl');
      const notification_url = textIn(order, 'notificationUrl');
      const timeout = Number(interaction.timeout ?? world.settings.sessionMs / 1000);
      const isPaid = paymentsOf(world.state, rail, reference).some((each) => each.state === 'paid');
      const fault =
        body.apiOperation !== 'INITIATE_CHECKOUT' || interaction.operation !== 'PURCHASE'
          ? 'apiOperation: INITIATE_CHECKOUT with interaction.operation PURCHASE'
          : reference === ''
            ? 'order.id'
            : amountBututs === undefined
              ? 'order.amount'
              : order.currency !== currency
                ? 'order.currency'
                : !isUrl(return_url)
                  ? 'interaction.returnUrl'
                  : notification_url !== '' && !isUrl(notification_url)
                    ? 'order.notificationUrl'
                    : !(timeout > 0 && timeout <= longestSeconds)
                      ? 'interaction.timeout'
                      : isPaid
                        ? 'The order is captured already'
                        : undefined;
      if (fault !== undefined) {
        refuse(world, rail, 'open', fault, { reference });
        return problem(400, 'INVALID_REQUEST', fault);
      }
      const payment = openPayment(world, {
        rail,
        id: newId('SESSION'),
        reference,
        amountBututs: amountBututs!,
        mobile: null,
        expiresAt: world.now() + 1000 * timeout,
        details: { return_url, notification_url, success_indicator: newId('') },
      });
      return {
        status: 201,
        body: {
          result: 'SUCCESS',
          session: { id: payment.id, version: newId('') },
          successIndicator: payment.details.success_indicator,
        },
        about: payment.id,
      };
    },
  };
}

function getOrder(world: World, reference: string): Call {
  const all = paymentsOf(world.state, rail, reference);
  const sessions = all.filter((each) => !isBehind(world, each));
  const paid = sessions.find((each) => each.state === 'paid');
  const absent = () => problem(400, 'INVALID_REQUEST', 'Unable to find order');
  const failed = (each: Payment): Payment => ({
    ...each,
    state: 'failed',
    trouble: { kind: 'declined', code: 'DECLINED', at: each.openedAt },
  });
  return {
    operation: 'lookup',
    reference,
    amount: all[0] && formatAmount(all[0].amountBututs),
    about: sessions,
    showsPayment: (other) => ({ status: 200, body: presentOrder([other]) }),
    act() {
      for (const each of all) {
        payOnClose(world, each);
        isOpen(world, each);
      }
      const isTried = sessions.some((each) => each.state === 'paid' || each.trouble);
      return isTried ? { status: 200, body: presentOrder(sessions) } : absent();
    },
    lies: paid
      ? { pending: absent, failed: () => ({ status: 200, body: presentOrder([failed(paid)]) }) }
      : undefined,
  };
}

/** The order as its sessions make it: paid by one of them, or as the last try left it. */
function presentOrder(sessions: readonly Payment[]) {
  const paid = sessions.find((each) => each.state === 'paid');
  const last = sessions.toSorted((a, b) => (a.trouble?.at ?? 0) - (b.trouble?.at ?? 0)).at(-1)!;
  const shown = paid ?? last;
  const isDeclined = last.trouble?.kind === 'declined';
  const amount = formatAmount(shown.amountBututs);
  return {
    id: shown.reference,
    status: paid ? 'CAPTURED' : isDeclined ? 'FAILED' : 'CANCELLED',
    result: paid ? 'SUCCESS' : 'FAILURE',
    amount,
    currency: shown.details.currency ?? currency,
    totalCapturedAmount: paid ? formatAmount(shownBututs(paid)) : '0.00',
    response: { gatewayCode: paid ? 'APPROVED' : isDeclined ? last.trouble!.code : 'CANCELLED' },
    ...(paid ? { sourceOfFunds: { brand: 'VISA', last4: '0008' } } : {}),
  };
}

function problem(status: number, cause: string, explanation: string): Answer {
  return { status, body: { result: 'ERROR', error: { cause, explanation } } };
}
