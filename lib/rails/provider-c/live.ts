import { formatAmount } from '#lib/money';
import { parseMobile } from '#lib/phone';
import { createBearerClient } from '#lib/rails/bearer-client';
import { secretsOf } from '#lib/rails/notice-signature';
import { readNotice } from '#lib/rails/provider-c/notice';
import * as translate from '#lib/rails/provider-c/translate';
import type { LiveConnector, LiveOptions, Rail, RailTraits } from '#lib/rails/rail';
import { CURRENCY, outcomeOf, unknown } from '#lib/rails/wire';

/** PROVIDER_C over the wire: hosted payment links, and transfers with an idempotency key. */
export function liveProviderC(traits: RailTraits): LiveConnector {
  return {
    fields: {
      base_url: { label: 'Base address', kind: 'url' },
      api_key: { label: 'API key', kind: 'secret' },
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
  const { base_url = '', api_key = '', notice_secrets = '' } = values;
  const ask = createBearerClient(base_url.replace(/\/+$/, ''), api_key);
  const secrets = secretsOf(notice_secrets);

  const verify = (intentSecret: string, timeoutMs: number) => {
    const path = `/v1/payments/verify?intent_secret=${encodeURIComponent(intentSecret)}`;
    return ask({ method: 'GET', path, timeoutMs });
  };

  return {
    traits,

    async startCollection(collection, links, { deadlineMs }) {
      const data = {
        amount: formatAmount(collection.amountBututs),
        currency: CURRENCY,
        return_url: links.success,
        cancel_url: links.error,
        callback_url: notifyUrl,
        metadata: { reference: collection.id },
      };
      const answer = await ask({
        method: 'POST',
        path: '/v1/payments',
        json: { data },
        timeoutMs: deadlineMs,
      });
      return outcomeOf(answer, (whole) => translate.translateStart(whole, collection));
    },

    async fetchCollection({ railState }, { deadlineMs }) {
      if (railState === null) return unknown('no reference');
      return outcomeOf(await verify(railState, deadlineMs), translate.translateIntent);
    },

    async closeCollection({ railState }, { deadlineMs, now }) {
      if (railState === null) return unknown('no reference');
      const answer = await verify(railState, deadlineMs);
      return outcomeOf(answer, (whole) => translate.translateClose(whole, now));
    },

    async sendPayout(payout, { key, deadlineMs }) {
      const json = {
        amount: formatAmount(payout.amountBututs),
        currency: CURRENCY,
        network: networkOf(payout.mobile ?? ''),
        account_number: payout.mobile,
        // The rail wants a name, and we hold none.
        beneficiary_name: payout.mobile,
        narration: `Payout ${payout.id}`,
        metadata: { reference: payout.id },
      };
      const path = '/v1/transfers';
      const idempotencyKey = key;
      const answer = await ask({ method: 'POST', path, idempotencyKey, json, timeoutMs: deadlineMs });
      return outcomeOf(answer, translate.translateSend);
    },

    async fetchPayout({ railReference }, { deadlineMs }) {
      if (railReference === null) return unknown('no reference');
      const path = `/v1/transfers/${encodeURIComponent(railReference)}`;
      const answer = await ask({ method: 'GET', path, timeoutMs: deadlineMs });
      return outcomeOf(answer, translate.translateTransfer);
    },

    async probe({ deadlineMs }) {
      return outcomeOf(await verify('probe', deadlineMs), translate.translateProbe);
    },

    readNotice: (raw, headers) => readNotice(raw, headers, secrets),
  };
}

/** Afrimoney is Africell's own wallet; the other one takes numbers of every operator. */
function networkOf(mobile: string): 'afrimoney' | 'wave' {
  return parseMobile(mobile)?.operator === 'Africell' ? 'afrimoney' : 'wave';
}
