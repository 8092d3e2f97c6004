import type { RequestRow } from '#proof/soak/checker';
import { differences, recount, type SentPassword } from './books-check.ts';
import { type Chance, createChance } from './chance.ts';
import type { Answer } from './gateway.ts';
import type { Operators } from './operators.ts';
import { payAtPage } from './payers.ts';
import { createSellers, type Sellers } from './sellers.ts';
import { current } from './stage.ts';
import type { Trap } from './traps.ts';

// The merchants and their customers: each flow begins with a request to the API and goes on as people and SDKs do,
// repeating what got no plain answer. What the seed lets them want does not depend on how the gateway answers.

export interface Shop {
  number: number;
  clientId: string;
  keys: Record<Environment, string>;
}

type Environment = 'LIVE' | 'SANDBOX';

export interface Merchants {
  /** Begins flows until `operations` of them were asked for, then resolves when the last one has ended. */
  trade(operations: number): Promise<void>;
  requests: RequestRow[];
  /** What was acknowledged in the sandbox, which the rails' book knows nothing of. */
  acknowledged: { transactionId: string; clientId: string }[];
  /** One-time passwords that were sent with an idempotency key. */
  passwords: SentPassword[];
  kinds: Record<string, number>;
  sellers: Sellers;
  /** Nothing new is begun; some customers take a day to pay. */
  haveBegunAll: boolean;
}

const flows = [
  ['collect', 34],
  ['choose', 8],
  ['sell', 8],
  ['pay_out', 26],
  ['sandbox_collect', 9],
  ['sandbox_pay_out', 6],
  ['read', 14],
  ['other_parameters', 4],
  ['foreign_id', 8],
  ['cancel_payout', 2],
  ['refund', 7],
  ['bad_key', 2],
  ['operator', 14],
  ['trap', 20],
] as const;

const collectionRails = [
  ['PROVIDER_W', 35],
  ['PROVIDER_A', 22],
  ['PROVIDER_C', 25],
  ['PROVIDER_C_CARD', 18],
] as const;
const payoutRails = [
  ['PROVIDER_W', 45],
  ['PROVIDER_A', 22],
  ['PROVIDER_C', 33],
] as const;
const sandboxAmounts = ['200.00', '400.00', '401.00', '402.00', '403.00', '404.00', '25.00', '77.77', '1.00'];
const otpHabits = [
  ['right', 70],
  ['wrong_first', 10],
  ['always_wrong', 4],
  ['resend', 4],
  ['never', 6],
  ['cancel', 6],
] as const;
/** Between two flows that begin, in the mean: some seeds are a busy minute, some a quiet month. */
const paces = [200, 2_000, 30_000, 600_000];
const finals = ['SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED'];

/** Sets a trap, for the payment of this reference only where there is one. */
type SetTrap = (reference?: string) => Promise<void>;

interface Wanted {
  shop: Shop;
  environment: Environment;
  type: 'collection' | 'payout' | 'refund';
  reference: string;
  body: Record<string, unknown>;
  /** Where the body names none. */
  provider?: string;
}

const beginning = {
  collection: '/collections/initiate',
  payout: '/payouts/initiate',
  refund: '/refunds',
} as const;

/** How much time is between two flows that begin, in the mean. */
export function paceOf(seed: number): number {
  return createChance(seed, 'merchants').of(paces);
}

/** `requests`: what was asked for, by the merchants and by whoever else writes there. */
export function createMerchants(shops: Shop[], operators: Operators, requests: RequestRow[]): Merchants {
  const { seed, timeline, gateway, rails, violations, look } = current();
  const chance = createChance(seed, 'merchants');
  const paceMs = chance.of(paces);
  const merchants: Merchants = {
    trade,
    requests,
    acknowledged: [],
    passwords: [],
    kinds: {},
    sellers: createSellers(lastCode),
    haveBegunAll: false,
  };
  /** Everything that was asked for, to be asked about again. */
  const known: { wanted: Wanted; transactionId: string }[] = [];
  const lastSeen = new Map<string, { status: string; late: boolean }>();
  let number = 0;
  let baits = 0;
  operators.bait = fallInto;

  async function trade(operations: number): Promise<void> {
    const underWay = new Set<Promise<void>>();
    while (current().operations() < operations) {
      await timeline.wait(-Math.log(1 - chance.number()) * paceMs);
      const kind = chance.pick(flows);
      merchants.kinds[kind] = (merchants.kinds[kind] ?? 0) + 1;
      // Each flow has a stream of its own, so that the length of one does not change the others.
      const flow = act(kind, createChance(seed, `flow ${number++}`))
        .catch((error: Error) => void violations.push(`a merchant's own code failed: ${error.stack}`))
        .finally(() => underWay.delete(flow));
      underWay.add(flow);
    }
    merchants.haveBegunAll = true;
    await Promise.all(underWay);
  }

  async function act(kind: (typeof flows)[number][0], own: Chance): Promise<void> {
    const shop = own.of(shops);
    switch (kind) {
      case 'collect':
        return collect(shop, own);
      case 'choose':
        return choose(shop, own);
      case 'sell':
        return merchants.sellers.sell(shop, own);
      case 'pay_out':
        return payOut(shop, own, 'LIVE');
      case 'sandbox_collect':
        return sandboxCollect(shop, own);
      case 'sandbox_pay_out':
        return payOut(shop, own, 'SANDBOX');
      case 'read':
        return read(shop, own);
      case 'other_parameters':
        return otherParameters(own);
      case 'foreign_id':
        return foreignId(own);
      case 'cancel_payout':
        return cancelPayout(own);
      case 'refund':
        return refund(own);
      case 'bad_key':
        return badKey(shop);
      case 'operator':
        return operators.act();
      case 'trap':
        return operators.layTrap();
    }
  }

  /** What a trap waits for: a payout by whoever has the money, a charge, or all of a payment given back. */
  async function fallInto({ rail, rules, paysPercent }: Trap, set: SetTrap): Promise<'nothing' | undefined> {
    const own = createChance(seed, `bait ${baits++}`);
    const reference = `t-${baits}`;
    const operation = rules[0]?.operation;
    if (paysPercent !== undefined) {
      await collect(own.of(shops), own, { provider: rail, reference, paysPercent });
      return undefined;
    }
    if (operation === 'charge') {
      await set();
      await collect(own.of(shops), own, { provider: rail, reference });
      return undefined;
    }
    const figures = await Promise.all(shops.map((shop) => count(shop, 'LIVE')));
    const bututs = figures.map((each) => each.figures.available_balance_bututs ?? 0);
    const most = Math.max(...bututs);
    if (most < 1_00) return 'nothing';
    const shop = shops[bututs.indexOf(most)]!;
    const amount = amountOf(own, Math.min(most, 20_000));
    if (operation === 'refund')
      return refundInto(set, own, { shop, reference, body: { provider: rail, amount } });
    await set();
    await initiate(
      {
        ...{ shop, environment: 'LIVE', type: 'payout', reference },
        body: {
          ...{ amount, currency: 'GMD', client_reference: reference, provider: rail },
          recipient_mobile: mobileOf(own),
        },
      },
      own,
    );
    return undefined;
  }

  /** A customer pays and gets all of it back. The rail is told of which payment it is, so that no other falls into it. */
  async function refundInto(
    set: SetTrap,
    own: Chance,
    { shop, reference, body: { provider, amount } }: Pick<Wanted, 'shop' | 'reference' | 'body'>,
  ): Promise<'nothing' | undefined> {
    await collect(shop, own, { provider: String(provider), reference, amount: String(amount) });
    const paid = known.find(({ wanted }) => wanted.reference === reference && wanted.type === 'collection');
    for (
      let looks = 0;
      looks < 10 && paid && lastSeen.get(paid.transactionId)?.status !== 'SUCCEEDED';
      looks++
    ) {
      await timeline.wait(30_000);
      await status(paid.wanted);
    }
    if (paid === undefined || lastSeen.get(paid.transactionId)?.status !== 'SUCCEEDED') return 'nothing';
    await set(paid.transactionId);
    await initiate(
      {
        ...{ shop, environment: 'LIVE', type: 'refund', reference, provider: String(provider) },
        body: { collection: paid.transactionId, client_reference: reference, amount },
      },
      own,
    );
    return undefined;
  }

  async function collect(
    shop: Shop,
    own: Chance,
    given: { provider?: string; reference?: string; amount?: string; paysPercent?: number } = {},
  ): Promise<void> {
    const provider = given.provider ?? own.pick(collectionRails);
    const reference = given.reference ?? `c-${number}`;
    const mobile = mobileOf(own);
    const wanted: Wanted = {
      shop,
      environment: 'LIVE',
      type: 'collection',
      reference,
      body: {
        amount: given.amount ?? amountOf(own, 100_000),
        currency: 'GMD',
        client_reference: reference,
        provider,
        customer_name: 'Awa Ceesay',
        customer_mobile: mobile,
      },
    };
    const data = await initiateAll(wanted, own);
    if (data === undefined) return;
    if (given.paysPercent !== undefined) {
      const asked = Math.round(Number(wanted.body.amount) * 100);
      const amount = (Math.max(1, Math.round((asked * given.paysPercent) / 100)) / 100).toFixed(2);
      const order = { rail: provider, reference: data.transaction_id, amount };
      // At whichever wallet it is; not where it has ended before.
      for (const wallet of [1, 2]) await rails.control('/pay', { ...order, wallet }).catch(() => {});
      return;
    }
    const visit = visitPage(wanted, data, own);
    if (data.next_action?.type === 'submit_otp') await answerOtp(wanted, data, own, mobile);
    else if (own.is(0.2)) {
      await timeline.wait(own.between(100, 20_000));
      await call(wanted, 'POST', `/collections/${data.transaction_id}/cancel`, {});
    }
    // A shop whose customer has not paid offers the same order again, after the old one's end.
    if (own.is(0.05)) {
      await timeline.wait(own.between(60_000, 2 * 3_600_000));
      await initiate(wanted, own);
    }
    await visit;
  }

  /** The customer chooses the wallet: also two at once, after the end of the time for it, or of the shop's patience. */
  async function choose(shop: Shop, own: Chance): Promise<void> {
    const reference = `k-${number}`;
    const wanted: Wanted = {
      ...{ shop, environment: 'LIVE', type: 'collection', reference },
      body: {
        amount: amountOf(own, 100_000),
        currency: 'GMD',
        client_reference: reference,
        provider: 'CUSTOMER_CHOICE',
      },
    };
    const data = await initiateAll(wanted, own);
    if (!data?.redirect_url) return;
    const path = new URL(data.redirect_url).pathname;
    const customers = own.is(0.3) ? 2 + own.below(3) : 1;
    await timeline.wait(own.is(0.05) ? own.between(23.9 * 3_600_000, 24.1 * 3_600_000) : 0);
    const cancel = async () => {
      await timeline.wait(own.between(100, 40_000));
      await call(wanted, 'POST', `/collections/${data.transaction_id}/cancel`, {});
    };
    await Promise.all([
      ...Array.from({ length: customers }, () => payAtPage({ path, mobile: mobileOf(own), own, lastCode })),
      ...(own.is(0.15) ? [cancel()] : []),
    ]);
    await status(wanted);
  }

  async function payOut(shop: Shop, own: Chance, environment: Environment): Promise<void> {
    const wanted: Wanted = {
      shop,
      environment,
      type: 'payout',
      reference: `p-${number}`,
      body: {
        amount: amountOf(own, 40_000),
        currency: 'GMD',
        client_reference: `p-${number}`,
        provider: own.pick(payoutRails),
        recipient_mobile: mobileOf(own),
      },
    };
    const data = await initiateAll(wanted, own);
    // Who hears that it is under way may have second thoughts.
    if (data !== undefined && !finals.includes(data.status))
      await readPath(shop, environment, '/client/balance');
    if (data !== undefined && !finals.includes(data.status) && own.is(0.4))
      await cancel(wanted, data.transaction_id);
    if (data === undefined || own.is(0.6)) return;
    await timeline.wait(own.between(100, 30_000));
    await status(wanted);
    if (own.is(0.1)) await initiate(wanted, own);
  }

  /** What has just come in goes out again at once, all that there is. */
  async function payOutAll({ shop, environment, reference }: Wanted, own: Chance): Promise<void> {
    const { figures } = await count(shop, environment);
    const bututs = figures.available_balance_bututs ?? 0;
    if (bututs <= 0) return;
    await initiate(
      {
        ...{ shop, environment, type: 'payout', reference: `${reference}-out` },
        body: {
          amount: `${Math.floor(bututs / 100)}.${String(bututs % 100).padStart(2, '0')}`,
          currency: 'GMD',
          client_reference: `${reference}-out`,
          provider: own.pick(payoutRails),
          recipient_mobile: mobileOf(own),
        },
      },
      own,
    );
  }

  async function sandboxCollect(shop: Shop, own: Chance): Promise<void> {
    const provider = own.pick(collectionRails);
    const wanted: Wanted = {
      shop,
      environment: 'SANDBOX',
      type: 'collection',
      reference: `s-${number}`,
      body: {
        amount: own.is(0.5) ? own.of(sandboxAmounts) : amountOf(own, 100_000),
        currency: 'GMD',
        client_reference: `s-${number}`,
        provider,
        customer_name: 'Awa Ceesay',
        customer_mobile: mobileOf(own),
      },
    };
    const data = await initiateAll(wanted, own);
    if (data === undefined) return;
    if (data.next_action?.type === 'submit_otp') {
      await call(wanted, 'POST', `/collections/${data.transaction_id}/otp`, {
        otp: own.is(0.7) ? '123456' : '000000',
      });
    }
    await timeline.wait(own.between(1_000, 10_000));
    await status(wanted);
  }

  async function read(shop: Shop, own: Chance): Promise<void> {
    const environment = own.of(['LIVE', 'SANDBOX'] as const);
    const path = own.of([
      '/client/balance',
      '/client/stats',
      '/client/transactions?limit=20',
      '/client/ledger?limit=20',
      '/events?limit=20',
      '/webhook-deliveries?limit=20',
      '/rails/status',
    ]);
    await readPath(shop, environment, path);
  }

  /** A page of figures or rows is answered, and a balance is what the books say. */
  async function readPath(shop: Shop, environment: Environment, path: string): Promise<void> {
    const before = await count(shop, environment);
    const answer = await gateway.ask('GET', `/api/v1${path}`, { key: shop.keys[environment] });
    if (answer === undefined || answer.status >= 500) return;
    if (isSuspended(answer)) return;
    if (answer.status !== 200 && answer.status !== 429) wrong(`GET ${path} was answered with`, answer);
    if (path !== '/client/balance' || answer.status !== 200) return;
    const faults = differences(answer.body.data, before, await count(shop, environment));
    if (faults.length > 0) violations.push(`${shop.number} ${environment}: ${faults.join('; ')}`);
  }

  function count({ clientId }: Shop, environment: Environment) {
    return look((sql) => recount(sql, clientId, environment));
  }

  /** The same reference for something else is refused, whatever became of the first. */
  async function otherParameters(own: Chance): Promise<void> {
    const before = pickKnown(own);
    if (before === undefined) return;
    const { wanted } = before;
    if (wanted.type === 'collection') return void (await status(wanted));
    const body = { ...wanted.body, amount: wanted.body.amount === '11.00' ? '12.00' : '11.00' };
    const answer = await send(wanted, 'POST', beginning[wanted.type], body);
    if (answer === undefined || answer.status >= 500 || answer.status === 429) return;
    if (answer.status !== 422 && !isSuspended(answer))
      wrong(`another ${wanted.type} under the reference ${wanted.reference} got`, answer);
  }

  /** Nobody sees another client's transaction, nor one of the other environment. */
  async function foreignId(own: Chance): Promise<void> {
    const before = pickKnown(own);
    if (before === undefined) return;
    const { wanted, transactionId } = before;
    const stranger = shops.find((each) => each !== wanted.shop)!;
    const other: Environment = wanted.environment === 'LIVE' ? 'SANDBOX' : 'LIVE';
    const key = own.is(0.5) ? stranger.keys[wanted.environment] : wanted.shop.keys[other];
    const path = own.is(0.5)
      ? `/${wanted.type}s/${transactionId}/cancel`
      : `/${wanted.type}s/status/${transactionId}`;
    const method = path.endsWith('cancel') ? 'POST' : 'GET';
    const answer = await gateway.ask(method, `/api/v1${path}`, {
      key,
      ...(method === 'POST' && { body: {} }),
    });
    if (answer === undefined || answer.status >= 500 || answer.status === 429) return;
    if (answer.status !== 404 && !isSuspended(answer))
      wrong(`${method} ${path} of somebody else got`, answer);
  }

  async function cancelPayout(own: Chance): Promise<void> {
    const before = pickKnown(own);
    if (before?.wanted.type !== 'payout') return;
    await cancel(before.wanted, before.transactionId);
  }

  async function cancel(wanted: Wanted, id: string): Promise<void> {
    const answer = await call(wanted, 'POST', `/payouts/${id}/cancel`, {});
    if (answer?.status === 200 && wanted.environment === 'LIVE') operators.cancelledAt.set(id, timeline.now);
  }

  /** Several at once now and then, of one collection, which together are more than it; also of what nobody has paid. */
  async function refund(own: Chance): Promise<void> {
    const before = pickKnown(own);
    if (before?.wanted.type !== 'collection') return;
    const { shop, environment, body } = before.wanted;
    const whole = Math.round(Number(body.amount) * 100);
    const copies = own.is(0.3) ? 2 + own.below(4) : 1;
    const parts = Array.from({ length: copies }, (_, index) => {
      const bututs = own.is(0.5) ? whole : 1 + own.below(whole);
      const reference = `r-${number}-${index}`;
      return {
        ...{ shop, environment, type: 'refund' as const, reference, provider: String(body.provider) },
        body: {
          collection: before.transactionId,
          client_reference: reference,
          amount: `${Math.floor(bututs / 100)}.${String(bututs % 100).padStart(2, '0')}`,
        },
      } as const;
    });
    await Promise.all(parts.map((wanted) => initiateAll(wanted, own)));
    await timeline.wait(own.between(100, 30_000));
    for (const wanted of parts) await status(wanted);
    await readPath(shop, environment, '/client/balance');
  }

  async function badKey(shop: Shop): Promise<void> {
    const key = `${shop.keys.LIVE.slice(0, -1)}${shop.keys.LIVE.endsWith('A') ? 'B' : 'A'}`;
    const answer = await gateway.ask('GET', '/api/v1/client/balance', { key });
    if (answer !== undefined && answer.status < 500 && answer.status !== 401 && answer.status !== 429)
      wrong('a key with another last character got', answer);
  }

  function pickKnown(own: Chance) {
    return known.length === 0 ? undefined : own.of(known);
  }

  /** Equal requests at the same time, now and then many; any of their answers is as good as another. */
  async function initiateAll(wanted: Wanted, own: Chance): Promise<Told | undefined> {
    const copies = own.is(0.1) ? 2 + own.below(own.is(0.1) ? 19 : 4) : 1;
    const all = await Promise.all(Array.from({ length: copies }, () => initiate(wanted, own)));
    return all.find((each) => each !== undefined);
  }

  async function initiate(wanted: Wanted, own: Chance): Promise<Told | undefined> {
    const { shop, environment, type, reference, body } = wanted;
    const about = { clientId: shop.clientId, type, reference };
    const note = (line: object) => {
      if (environment === 'LIVE')
        merchants.requests.push({ at: timeline.now, ...about, ...line } as RequestRow);
    };
    for (let tries = 1; tries <= 12; tries++) {
      note({ kind: 'asked', amount: body.amount, provider: body.provider ?? wanted.provider });
      const before = type !== 'collection' ? await count(shop, environment) : undefined;
      const answer = await send(wanted, 'POST', beginning[type], body);
      if (answer?.status === 200) {
        const told = answer.body.data as Told;
        note({ kind: 'answered', transactionId: told.transaction_id, status: told.status });
        if (environment === 'SANDBOX')
          merchants.acknowledged.push({ transactionId: told.transaction_id, clientId: shop.clientId });
        known.push({ wanted, transactionId: told.transaction_id });
        see(told);
        return told;
      }
      const code = answer?.body?.error?.code ?? answer?.body?.code ?? '';
      if (before && code === 'INSUFFICIENT_BALANCE') {
        const after = await count(shop, environment);
        const available = answer?.body.error.details.available_balance_bututs;
        const told = { ...before.figures, available_balance_bututs: available };
        const faults = differences(told, before, after);
        const isEnough = (before.figures.available_balance_bututs ?? 0) >= Number(body.amount) * 100;
        if (isEnough && before.mark === after.mark) faults.push('there was enough');
        if (faults.length > 0) violations.push(`${reference} was refused: ${faults.join('; ')}`);
      }
      const isPlain = answer !== undefined && answer.status < 500 && answer.status !== 429;
      if (isPlain && (code !== 'INSUFFICIENT_BALANCE' || tries > 3)) {
        note({ kind: 'refused', http: answer.status, code });
        return undefined;
      }
      await timeline.wait(Math.min(60_000, 500 * 2 ** tries) * own.between(0.5, 1.5));
    }
    return undefined;
  }

  async function visitPage(wanted: Wanted, first: Told, own: Chance): Promise<void> {
    let told: Told | undefined = first;
    for (let looks = 0; looks < 20; looks++) {
      const page = told?.redirect_url ?? told?.next_action?.show_card_page?.url;
      if (page) {
        await timeline.wait(own.between(50, 5_000));
        current().visits++;
        const reply = await rails.ask('GET', page, '');
        if (reply !== 'cut' && reply.status === 200) return;
      } else if (told && (told.status !== 'PENDING' || told.next_action?.submit_otp)) return;
      await timeline.wait(own.between(2_000, 60_000));
      told = (await status(wanted)) ?? told;
    }
  }

  async function answerOtp(wanted: Wanted, told: Told, own: Chance, mobile: string): Promise<void> {
    const habit = own.pick(otpHabits);
    const path = `/collections/${told.transaction_id}/otp`;
    await timeline.wait(own.between(1_000, 40_000));
    if (habit === 'never') return;
    if (habit === 'cancel') return void (await call(wanted, 'POST', path.replace('otp', 'cancel'), {}));
    if (habit === 'resend') {
      await timeline.wait(61_000);
      await call(wanted, 'POST', `${path}/resend`, {});
    }
    for (let tries = 0; tries < 6; tries++) {
      const right = await lastCode(mobile);
      const isWrong = habit === 'always_wrong' || (habit === 'wrong_first' && tries === 0);
      const otp = isWrong || right === undefined ? '000001' : right;
      const key = own.is(0.5) ? `${wanted.reference}-otp-${tries}` : undefined;
      if (key !== undefined) merchants.passwords.push({ path: `/api/v1${path}`, otp, key });
      const answer = await send(wanted, 'POST', path, { otp }, key);
      if (answer?.status === 200) see(answer.body.data);
      if (answer?.body?.data?.status === 'SUCCEEDED' && own.is(0.5)) await payOutAll(wanted, own);
      const code = answer?.body?.error?.code ?? answer?.body?.code;
      if (
        answer &&
        answer.status >= 400 &&
        answer.status < 500 &&
        answer.status !== 429 &&
        code !== 'INVALID_OTP'
      )
        return;
      await timeline.wait(own.between(1_000, 8_000));
      const now = await status(wanted);
      if (now === undefined || now.status !== 'PENDING') return;
      if ((now.next_action?.submit_otp?.attempts_remaining ?? 0) <= 0) return;
    }
  }

  /** Whichever of our wallets it is for. */
  async function lastCode(mobile: string): Promise<string | undefined> {
    const ask = (wallet: number) =>
      rails
        .control<{ code: string; sent_at: string }>(
          `/sms?mobile=${encodeURIComponent(mobile)}&wallet=${wallet}`,
        )
        .catch(() => undefined);
    const sent = (await Promise.all([1, 2].map(ask))).filter((each) => each !== undefined);
    return sent.toSorted((a, b) => (a.sent_at < b.sent_at ? 1 : -1))[0]?.code;
  }

  async function status(wanted: Wanted): Promise<Told | undefined> {
    const path = `/${wanted.type}s/status/${encodeURIComponent(wanted.reference)}`;
    const answer = await call(wanted, 'GET', path);
    if (answer?.status === 404) {
      const isKnown = known.some((each) => each.wanted === wanted);
      if (isKnown) wrong(`${wanted.reference}, which was acknowledged, is answered with`, answer);
      return undefined;
    }
    if (answer?.status !== 200) return undefined;
    const told = answer.body.data as Told;
    see(told);
    return told;
  }

  /** What has ended stays as it is, but for a payout that comes back and a payment that came late. */
  function see(told: Told | undefined): void {
    if (told?.transaction_id === undefined) return;
    const before = lastSeen.get(told.transaction_id);
    const { status: present, late = false } = told;
    if (before && finals.includes(before.status) && before.status !== present) {
      // A repeated initiation is answered as the spec has it, which does not say `late`.
      const isLate = late || (told.late === undefined && 'customer_name' in told);
      const mayFollow =
        (before.status === 'SUCCEEDED' && present === 'REVERSED') || (present === 'SUCCEEDED' && isLate);
      // An answer may be overtaken by a newer one.
      const wasOvertaken =
        !finals.includes(present) || (before.status === 'REVERSED' && present === 'SUCCEEDED');
      if (!mayFollow && !wasOvertaken && !(before.late && present !== 'SUCCEEDED'))
        violations.push(
          `${told.transaction_id} was told to be ${before.status}, and then ${JSON.stringify(told)}`,
        );
    }
    if (!before || !finals.includes(before.status) || finals.includes(present))
      lastSeen.set(told.transaction_id, { status: present, late });
  }

  async function call(
    wanted: Wanted,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer | undefined> {
    for (let tries = 1; tries <= 5; tries++) {
      const answer = await send(wanted, method, path, body);
      if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer;
      await timeline.wait(1_000 * 2 ** tries);
    }
    return undefined;
  }

  async function send(
    { shop, environment }: Wanted,
    method: string,
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ) {
    const answer = await gateway.ask(method, `/api/v1${path}`, {
      key: shop.keys[environment],
      ...(body !== undefined && { body }),
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
    });
    // In the sandbox this amount is answered so on purpose.
    const isMagic = environment === 'SANDBOX' && (body as { amount?: string })?.amount === '500.00';
    if (answer?.status === 500 && !isMagic) wrong(`${method} ${path} was answered with`, answer);
    return answer;
  }

  function wrong(what: string, { status, body }: Answer): void {
    violations.push(`${what} ${status} ${JSON.stringify(body).slice(0, 300)}`);
  }

  return merchants;
}

/** An operator has seen to it. */
function isSuspended({ status, body }: Answer): boolean {
  return status === 403 && (body?.error?.code ?? body?.code) === 'CLIENT_SUSPENDED';
}

interface Told {
  transaction_id: string;
  status: string;
  late?: boolean;
  redirect_url?: string | null;
  next_action?: {
    type: string;
    show_card_page?: { url: string };
    submit_otp?: { attempts_remaining: number };
  } | null;
}

function amountOf(own: Chance, mostBututs: number): string {
  // Few values, so that equal amounts to equal numbers are common.
  const bututs = own.is(0.3) ? own.of([1_00, 20_00, 50_00]) : 1 + own.below(mostBututs);
  return `${Math.floor(bututs / 100)}.${String(bututs % 100).padStart(2, '0')}`;
}

function mobileOf(own: Chance): string {
  return `+220${own.of(['7', '3', '9'])}${String(own.below(own.is(0.2) ? 5 : 999_999)).padStart(6, '0')}`;
}
