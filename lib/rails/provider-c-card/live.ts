import { formatAmount } from '#lib/money';
import { countdown } from '#lib/rails/call-rail';
import { secretsOf } from '#lib/rails/notice-signature';
import { createClient } from '#lib/rails/provider-c-card/client';
import { readNotice } from '#lib/rails/provider-c-card/notice';
import * as translate from '#lib/rails/provider-c-card/translate';
import type { LiveConnector, LiveOptions, Rail, RailTraits } from '#lib/rails/rail';
import { CHECKOUT_MINUTES, CURRENCY, done, outcomeOf, unknown } from '#lib/rails/wire';

/** PROVIDER_C_CARD over the wire: the acquirer's hosted page, its notices, and one check of the order at the end. */
export function liveProviderCCard(traits: RailTraits): LiveConnector {
  return {
    fields: {
      base_url: { label: 'Base address', kind: 'url' },
      merchant_id: { label: 'Merchant', kind: 'text', namesWallet: true },
      api_password: { label: 'API password', kind: 'secret' },
      notice_secrets: { label: 'Notice secrets', kind: 'secrets' },
    },
    connect: (values, options) => connect(traits, values, options),
  };
}

function connect(
  traits: RailTraits,
  values: Readonly<Record<string, string>>,
  { notifyUrl }: LiveOptions,
): Rail {
  const { base_url = '', merchant_id = '', api_password = '', notice_secrets = '' } = values;
  const baseUrl = base_url.replace(/\/+$/, '');
  const ask = createClient(baseUrl, merchant_id, api_password);
  const secrets = secretsOf(notice_secrets);

  const fetchOrder = (id: string, timeoutMs: number) =>
    ask({ method: 'GET', path: `/order/${encodeURIComponent(id)}`, timeoutMs });

  return {
    traits,

    /** The order is ours to name, and is paid once however many sessions it has: so this may be repeated. */
    async startCollection({ id, amountBututs }, links, { deadlineMs, now }) {
      const json = {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: {
          operation: 'PURCHASE',
          returnUrl: links.success,
          timeout: CHECKOUT_MINUTES * 60,
          merchant: { name: 'Kaira' },
        },
        order: {
          id,
          amount: formatAmount(amountBututs),
          currency: CURRENCY,
          notificationUrl: notifyUrl,
        },
      };
      const timeLeft = countdown(deadlineMs);
      const answer = await ask({ method: 'POST', path: '/session', json, timeoutMs: timeLeft() });
      const started = outcomeOf(answer, translate.translateStart);
      if (started.kind === 'refused') {
        // Also said of an order that an earlier session has captured: only one that nobody tried to pay has failed.
        const order = await fetchOrder(id, timeLeft());
        return order.kind === 'answered' && translate.isMissing(order)
          ? started
          : unknown('refused, but begun');
      }
      if (started.kind !== 'done') return started;
      const url = `${baseUrl}/checkout/pay/${encodeURIComponent(started.value.sessionId)}`;
      return done({
        railReference: id,
        step: { type: 'show_card_page', url },
        expiresAt: new Date(now.getTime() + CHECKOUT_MINUTES * 60_000),
        decidedAt: null,
      });
    },

    /** Asked only once the order is said to be paid, by a notice or at the end. */
    async fetchCollection({ id }, { deadlineMs }) {
      return outcomeOf(await fetchOrder(id, deadlineMs), translate.translateOrder);
    },

    async closeCollection(collection, { deadlineMs, now }) {
      const answer = await fetchOrder(collection.id, deadlineMs);
      return outcomeOf(answer, (whole) => translate.translateClose(whole, collection, now));
    },

    async probe({ deadlineMs }) {
      return outcomeOf(await fetchOrder('probe', deadlineMs), translate.translateProbe);
    },

    readNotice: (raw, headers, now) => readNotice(raw, headers, now, secrets),
  };
}
