import { formatAmount } from '#lib/money';
import { createBearerClient } from '#lib/rails/bearer-client';
import { countdown } from '#lib/rails/call-rail';
import { secretsOf } from '#lib/rails/notice-signature';
import { readNotice } from '#lib/rails/provider-w/notice';
import * as translate from '#lib/rails/provider-w/translate';
import type { LiveConnector, Rail, RailCollection, RailTraits, StatementLine } from '#lib/rails/rail';
import { CURRENCY, done, outcomeOf, unknown } from '#lib/rails/wire';

/** More pages than this of one day are a loop, or more than a day's record should be read into memory. */
const MAX_STATEMENT_PAGES = 1_000;

/** PROVIDER_W over the wire: checkout sessions, payouts with an idempotency key, reversal, refund, statement. */
export function liveProviderW(traits: RailTraits): LiveConnector {
  return {
    fields: {
      base_url: { label: 'Base address', kind: 'url' },
      api_key: { label: 'API key', kind: 'secret' },
      notice_secrets: { label: 'Notice secrets', kind: 'secrets' },
    },
    connect: (values) => connect(traits, values),
  };
}

function connect(traits: RailTraits, values: Readonly<Record<string, string>>): Rail {
  const { base_url = '', api_key = '', notice_secrets = '' } = values;
  const ask = createBearerClient(base_url.replace(/\/+$/, ''), api_key);
  const secrets = secretsOf(notice_secrets);

  const search = (path: string, id: string, timeoutMs: number) =>
    ask({ method: 'GET', path: `${path}?client_reference=${encodeURIComponent(id)}`, timeoutMs });

  const fetchSession = async ({ railReference }: RailCollection, timeoutMs: number) => {
    if (railReference === null) return unknown('no reference');
    const path = `/v1/checkout/sessions/${encodeURIComponent(railReference)}`;
    return outcomeOf(await ask({ method: 'GET', path, timeoutMs }), translate.translateSession);
  };

  const fetchBalance = async (timeoutMs: number) =>
    outcomeOf(await ask({ method: 'GET', path: '/v1/balance', timeoutMs }), translate.translateBalance);

  return {
    traits,

    async startCollection(collection, links, { deadlineMs }) {
      const json = {
        amount: formatAmount(collection.amountBututs),
        currency: CURRENCY,
        success_url: links.success,
        error_url: links.error,
        client_reference: collection.id,
      };
      const path = '/v1/checkout/sessions';
      const answer = await ask({ method: 'POST', path, json, timeoutMs: deadlineMs });
      return outcomeOf(answer, (whole) => translate.translateStart(whole, collection));
    },

    async resumeCollection(collection, { deadlineMs }) {
      const answer = await search('/v1/checkout/sessions/search', collection.id, deadlineMs);
      return outcomeOf(answer, (whole) => translate.translateResume(whole, collection));
    },

    fetchCollection: (collection, { deadlineMs }) => fetchSession(collection, deadlineMs),

    async closeCollection(collection, { deadlineMs }) {
      const { railReference } = collection;
      if (railReference === null) return unknown('no reference');
      const timeLeft = countdown(deadlineMs);
      const path = `/v1/checkout/sessions/${encodeURIComponent(railReference)}/expire`;
      const answer = await ask({ method: 'POST', path, timeoutMs: timeLeft() });
      const ended = outcomeOf(answer, translate.translateExpire);
      if (ended.kind !== 'done') return ended;
      if (ended.value !== 'ended') return done(ended.value);
      // It had ended before: a payment may have come first.
      const fetched = await fetchSession(collection, timeLeft());
      if (fetched.kind !== 'done')
        return unknown('the session has ended, and what became of it is not known');
      if (fetched.value === 'absent') return unknown('the session has ended, and is not found');
      const { state } = fetched.value.news;
      if (state === 'SUCCEEDED') return done('already_paid');
      return state === 'EXPIRED' ? done('closed') : unknown('the session has ended, and its payment has not');
    },

    async sendPayout(payout, { key, deadlineMs }) {
      const json = {
        currency: CURRENCY,
        receive_amount: formatAmount(payout.amountBututs),
        mobile: payout.mobile,
        client_reference: payout.id,
      };
      const path = '/v1/payout';
      const idempotencyKey = key;
      const answer = await ask({ method: 'POST', path, idempotencyKey, json, timeoutMs: deadlineMs });
      return outcomeOf(answer, translate.translatePayout);
    },

    async fetchPayout({ id, railReference }, { deadlineMs }) {
      if (railReference === null) {
        const found = await search('/v1/payouts/search', id, deadlineMs);
        return outcomeOf(found, translate.translatePayoutSearch);
      }
      const path = `/v1/payout/${encodeURIComponent(railReference)}`;
      const answer = await ask({ method: 'GET', path, timeoutMs: deadlineMs });
      return outcomeOf(answer, translate.translatePayoutById);
    },

    async checkRecipient({ mobile, name, amountBututs }, { deadlineMs }) {
      const json = { currency: CURRENCY, amount: formatAmount(amountBututs), mobile, name };
      const path = '/v1/verify_recipient';
      const answer = await ask({ method: 'POST', path, json, timeoutMs: deadlineMs });
      return outcomeOf(answer, translate.translateRecipient);
    },

    async reversePayout({ railReference }, { deadlineMs }) {
      if (railReference === null) return unknown('no reference');
      const path = `/v1/payout/${encodeURIComponent(railReference)}/reverse`;
      const answer = await ask({ method: 'POST', path, timeoutMs: deadlineMs });
      return outcomeOf(answer, translate.translateReversal);
    },

    reverses: 'whole',

    async refundCollection({ collection: { railReference } }, { deadlineMs }) {
      if (railReference === null) return unknown('no reference');
      const path = `/v1/checkout/sessions/${encodeURIComponent(railReference)}/refund`;
      const answer = await ask({ method: 'POST', path, timeoutMs: deadlineMs });
      return outcomeOf(answer, translate.translateRefund);
    },

    fetchFloat: ({ deadlineMs }) => fetchBalance(deadlineMs),

    async probe({ deadlineMs }) {
      const balance = await fetchBalance(deadlineMs);
      return balance.kind === 'done' ? done('up') : balance;
    },

    async fetchStatement(day, { deadlineMs }) {
      const timeLeft = countdown(deadlineMs);
      const lines: StatementLine[] = [];
      let after = '';
      for (let page = 0; page < MAX_STATEMENT_PAGES; page += 1) {
        const query = new URLSearchParams({ date: day, ...(after !== '' && { after }) });
        const answer = await ask({ method: 'GET', path: `/v1/transactions?${query}`, timeoutMs: timeLeft() });
        const read = outcomeOf(answer, translate.translateStatement);
        if (read.kind !== 'done') return read;
        lines.push(...read.value.lines);
        if (read.value.next === null) return done(lines);
        if (read.value.next === after) return unknown('the statement does not go on');
        after = read.value.next;
      }
      return unknown('the statement does not end');
    },

    readNotice: (raw, headers, now) => readNotice(raw, headers, now, secrets),
  };
}
