import { formatAmount } from '#lib/money';
import type { RequestRow } from '#proof/soak/checker';
import { recount } from './books-check.ts';
import type { Answer } from './gateway.ts';
import type { Shop } from './merchants.ts';
import { current } from './stage.ts';

// How a shop asks for what a scene needs: over the API, written down as each request is, and again until it is answered.

export interface Till {
  /** A collection that nobody has paid yet. Undefined: it was not taken. */
  open(shop: Shop, provider: string, bututs: bigint): Promise<{ id: string; reference: string } | undefined>;
  /** The same, paid whole at its rail and credited; false: it was not. */
  collect(shop: Shop, provider: string, bututs: bigint): Promise<boolean>;
  /** A customer pays all that was asked for, or so much, at whichever wallet it is. */
  pay(provider: string, id: string, bututs?: bigint): Promise<void>;
  /** To nobody in particular, or under this reference to this number. */
  payOut(
    shop: Shop,
    provider: string,
    bututs: bigint,
    to?: { reference: string; mobile: string },
  ): Promise<Asked>;
  /** Waits until no rail is closed for its failures: on quiet days they are probed seldom. */
  waitForRails(shop: Shop): Promise<void>;
  status(shop: Shop, type: 'collection' | 'payout', reference: string): Promise<string | undefined>;
  availableOf(shop: Shop): Promise<bigint>;
}

export interface Asked {
  reference: string;
  answer: Answer;
  /** Where it was taken. */
  id: string | undefined;
  status: string | undefined;
}

const LOOK_MS = 30_000;
const HOUR_MS = 3_600_000;
const MOST_LOOKS = 20;
const MOST_TRIES = 20;

/** `requests`: where what was asked for is written down. */
export function openTill(requests: RequestRow[]): Till {
  const { gateway, timeline, rails, look } = current();
  let number = 0;

  async function ask(shop: Shop, method: string, path: string, body?: object): Promise<Answer> {
    let answer: Answer | undefined;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const options = { key: shop.keys.LIVE, ...(body && { body }) };
      answer = await gateway.ask(method, `/api/v1${path}`, options);
      if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer;
      await timeline.wait(LOOK_MS);
    }
    // A rail that is closed for its failures is a plain no as well.
    if (answer?.status === 503) return answer;
    throw new Error(`${method} ${path} was asked ${MOST_TRIES} times`);
  }

  async function begin(
    shop: Shop,
    type: 'collection' | 'payout',
    {
      provider,
      bututs,
      more,
      reference = `scene-${number++}`,
    }: { provider: string; bututs: bigint; more: object; reference?: string },
  ): Promise<Asked> {
    const amount = formatAmount(bututs);
    const about = { clientId: shop.clientId, type, reference };
    requests.push({ at: timeline.now, ...about, kind: 'asked', amount, provider });
    const body = { amount, currency: 'GMD', client_reference: reference, provider, ...more };
    const answer = await ask(shop, 'POST', `/${type}s/initiate`, body);
    const isTaken = answer.status === 200;
    const id = isTaken ? (answer.body.data.transaction_id as string) : undefined;
    const status = isTaken ? (answer.body.data.status as string) : undefined;
    if (id !== undefined && status !== undefined)
      requests.push({ at: timeline.now, ...about, kind: 'answered', transactionId: id, status });
    return { reference, answer, id, status };
  }

  const till: Till = {
    async open(shop, provider, bututs) {
      const more = { customer_name: 'Awa Ceesay', customer_mobile: '+2207654321' };
      const { id, reference } = await begin(shop, 'collection', { provider, bututs, more });
      return id === undefined ? undefined : { id, reference };
    },
    async collect(shop, provider, bututs) {
      const opened = await till.open(shop, provider, bututs);
      if (opened === undefined) return false;
      await till.pay(provider, opened.id);
      for (let looks = 0; looks < MOST_LOOKS; looks++) {
        await timeline.wait(LOOK_MS);
        if ((await till.status(shop, 'collection', opened.reference)) === 'SUCCEEDED') return true;
      }
      return false;
    },
    async pay(rail, reference, bututs) {
      const other = bututs === undefined ? {} : { amount: formatAmount(bututs) };
      for (const wallet of [1, 2])
        await rails.control('/pay', { rail, reference, wallet, ...other }).catch(() => {});
    },
    payOut: (shop, provider, bututs, to) =>
      begin(shop, 'payout', {
        ...{ provider, bututs, more: { recipient_mobile: to?.mobile ?? `+2207${100_000 + number}` } },
        ...(to && { reference: to.reference }),
      }),
    async waitForRails(shop) {
      for (let hours = 0; hours < 24; hours++) {
        const { body } = await ask(shop, 'GET', '/rails/status');
        if (!JSON.stringify(body).includes('CLOSED')) return;
        await timeline.wait(HOUR_MS);
      }
    },
    async status(shop, type, reference) {
      const answer = await ask(shop, 'GET', `/${type}s/status/${reference}`);
      return answer.status === 200 ? answer.body.data.status : undefined;
    },
    async availableOf({ clientId }) {
      const { figures } = await look((sql) => recount(sql, clientId, 'LIVE'));
      return BigInt(figures.available_balance_bututs ?? 0);
    },
  };
  return till;
}
