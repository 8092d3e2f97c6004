import type { Chance } from '#proof/simulation/chance';
import { collectionScenarioNames } from './collections.ts';
import { worldsAfter } from './explore.ts';
import { advance } from './happen.ts';
import { payoutScenarioNames } from './payouts.ts';
import type { Step } from './play.ts';
import type { Request } from './requests.ts';
import { spoil } from './spoil.ts';
import { Unclear } from './webhooks.ts';
import { type Account, type Payment, payingRails, rails, type World } from './world.ts';

// What is done next: drawn by a seed, and by what the world of the model has in it, so that most of it means something.

/** Whatever is due sooner than this is not left to the real clock, which the model does not look at. */
const SOON_S = 150;

const amounts = [
  ...['100.00', '100', '200.00', '400.00', '403.00', '408.00', '429.00', '499.00', '500.00'],
  ...[
    '1.00',
    '1',
    '150.5',
    '33.33',
    '66.67',
    '0.99',
    '12.34',
    '999.99',
    '1000',
    '100000.00',
    '100000.01',
    '7.1',
  ],
];
const numbers = ['+2207012345', '+2203456789', '+220837012345', '+220863456789', '+2209990001'];
const seconds = [1, 30, 61, 200, 301, 310, 650, 905, 1000, 1300, 1805, 2100, 3605, 7300, 20_000, 90_000];

export class Plan {
  readonly #chance: Chance;
  /** Initiations that were asked for, to be asked for again. */
  readonly #asked: Request[] = [];
  #count = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  next(world: World): Step {
    const account = this.#account(world);
    const soon = Object.values(world.accounts).find((each) => dueIn(each) < SOON_S);
    if (soon !== undefined) return ask(this.#advance(soon));
    return this.#chance.pick<() => Step>([
      [() => ask(this.#collect(account)), 18],
      [() => ask(this.#payOut(account)), 12],
      [() => ask(this.#refund(account)), 8],
      [() => this.#again(), 8],
      [() => this.#answerPayer(account), 10],
      [() => ask(this.#cancel(account)), 5],
      [() => ask(this.#fund(account)), 5],
      [() => ask(this.#advance(account)), 7],
      [() => ask(this.#read(account)), 12],
      [() => ask(spoil(this.#chance, this.#any(account))), 8],
      [() => this.#together(account), 5],
      [() => ask(this.#resend(account)), 2],
      [() => ask(this.#forge(account)), 1],
      [() => ask(this.#quote(account)), 4],
      [
        () => ({ do: 'replies', account: account.name, status: this.#chance.of([200, 200, 204, 500, 404]) }),
        2,
      ],
    ])();
  }

  #account(world: World): Account {
    const name = this.#chance.pick([
      ['A SANDBOX', 8],
      ['B SANDBOX', 2],
      ['A LIVE', 0.3],
    ] as const);
    return world.accounts[name] as Account;
  }

  /** Mostly a request of an account by its own key that may. */
  #post(account: Account, path: string, body: object, extra: Partial<Request> = {}): Request {
    const scope = /collections/.test(path) ? 'collections' : /advance/.test(path) ? 'full' : 'payouts';
    const key = `${account.name} ${this.#chance.is(0.8) ? 'full' : scope}`;
    const idempotencyKey = this.#chance.is(0.2) ? `key-${this.#chance.below(30)}` : undefined;
    return {
      ...{ key, method: 'POST', path, raw: JSON.stringify(body), ...extra },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    };
  }

  #reference(prefix: string): string {
    this.#count++;
    const odd = this.#chance.is(0.1)
      ? this.#chance.of([' Ñandú/7 & co', '%2F', '?a=b#c', ' 4111 1111 1111 1111'])
      : '';
    return `${prefix}-${this.#count}${odd}`;
  }

  #old(account: Account, type: Payment['type']): Payment | undefined {
    const mine = account.payments.filter((each) => each.type === type);
    return mine.length === 0 ? undefined : this.#chance.of(mine);
  }

  #collect(account: Account): Request {
    const { is, of } = this.#chance;
    const old = this.#old(account, 'collection');
    const isOld = old !== undefined && is(0.25);
    const isCode = is(0.3);
    const body = {
      amount: isOld && is(0.8) ? String(old.amount / 100) : of(amounts),
      currency: 'GMD',
      client_reference: isOld ? old.reference : this.#reference('order'),
      ...(is(0.7) && { provider: isCode ? 'PROVIDER_A' : of(rails) }),
      ...((isCode || is(0.6)) && { customer_mobile: of(numbers) }),
      ...(is(0.4) && { customer_name: of(['Awa Ceesay', 'Ñ', "O'Brien <b>"]) }),
      ...(is(0.2) && { success_url: 'https://example.com/paid' }),
      ...(is(0.2) && { error_url: 'http://localhost:3000/not-paid' }),
      ...(is(0.2) && { metadata: { order: '7', shop: 'Serekunda' } }),
      ...(is(0.1) && { unknown_field: 1 }),
    };
    const scenario = is(0.35) ? of(collectionScenarioNames) : undefined;
    const request = this.#post(
      account,
      '/api/v1/collections/initiate',
      body,
      scenario === undefined ? {} : { scenario },
    );
    this.#asked.push(request);
    return request;
  }

  #payOut(account: Account): Request {
    const { is, of, below } = this.#chance;
    const old = this.#old(account, 'payout');
    const body = {
      amount: is(0.5) ? `${1 + below(90)}.${below(10)}${below(10)}` : of(amounts),
      currency: 'GMD',
      client_reference: old !== undefined && is(0.1) ? old.reference : this.#reference('pay'),
      recipient_mobile: of(numbers),
      ...(is(0.5) && { provider: is(0.9) ? of(payingRails) : 'PROVIDER_C_CARD' }),
      ...(is(0.2) && { metadata: { debt: 'march' } }),
    };
    const path = is(0.1) ? '/api/v1/payouts/send' : '/api/v1/payouts/initiate';
    const scenario = is(0.3) ? of(payoutScenarioNames) : undefined;
    const request = this.#post(account, path, body, scenario === undefined ? {} : { scenario });
    this.#asked.push(request);
    return request;
  }

  #refund(account: Account): Request {
    const { is, of, below } = this.#chance;
    const paid = account.payments.filter(
      ({ type, status }) => type === 'collection' && status === 'SUCCEEDED',
    );
    const collection = paid.length > 0 && is(0.85) ? of(paid) : this.#old(account, 'collection');
    const part = Math.max(100, below(collection?.amount ?? 500));
    const body = {
      collection: collection?.reference ?? 'no-such-order',
      client_reference: this.#reference('back'),
      ...(is(0.6) && { amount: String(is(0.2) ? (collection?.amount ?? 0) / 100 : part / 100) }),
      ...(is(0.3) && { reason: 'too large' }),
      ...(is(0.1) && { metadata: { why: 'size' } }),
    };
    const request = this.#post(account, '/api/v1/refunds', body);
    this.#asked.push(request);
    return request;
  }

  /** The same once more, as it was or with something changed. */
  #again(): Step {
    const { is, of } = this.#chance;
    if (this.#asked.length === 0)
      return { do: 'ask', request: { key: null, method: 'GET', path: '/api/v1/client/balance' } };
    const request = of(this.#asked.slice(-40));
    const body = JSON.parse(request.raw ?? '{}');
    const changed = of([
      {},
      {},
      { amount: '150' },
      {
        amount:
          typeof body.amount === 'string' ? `${body.amount.replace(/\.0*$/, '')}${is(0.5) ? '' : '.0'}` : '5',
      },
      { customer_mobile: of(numbers) },
      { recipient_mobile: of(numbers) },
      { provider: of(rails) },
      { metadata: { order: '8' } },
      { customer_name: 'Somebody else' },
      { note: 'unknown' },
    ]);
    const again = { ...request, raw: JSON.stringify({ ...body, ...changed }) };
    if (is(0.3)) delete again.idempotencyKey;
    if (is(0.2)) delete again.scenario;
    return ask(again);
  }

  /** A payer at the simulator's page, or with a one-time password. */
  #answerPayer(account: Account): Step {
    const { is, of } = this.#chance;
    const open = account.payments.filter(({ type, status }) => type === 'collection' && status === 'PENDING');
    const payment = open.length > 0 && is(0.9) ? of(open) : this.#old(account, 'collection');
    if (payment === undefined) return ask(this.#collect(account));
    const path = `/api/v1/collections/⟨${payment.id}⟩/otp`;
    if (payment.provider === 'PROVIDER_A' || is(0.1)) {
      if (is(0.25)) return ask({ ...this.#post(account, `${path}/resend`, {}), raw: '{}' });
      return ask(
        this.#post(account, path, {
          otp: is(0.5) ? '000000' : of(['123456', '1234', '12', 'abcdef', '00000000', '']),
        }),
      );
    }
    return { do: 'press', payment: payment.id, button: of(['Pay', 'Pay', 'Decline', 'Cancel'] as const) };
  }

  #cancel(account: Account): Request {
    const { is, of } = this.#chance;
    const waiting = account.payments.filter(({ wait, status }) => wait !== null || status === 'PENDING');
    const payment = waiting.length > 0 && is(0.8) ? of(waiting) : (account.payments.at(-1) ?? undefined);
    const path = `/api/v1/${payment?.type ?? 'payout'}s/⟨${payment?.id ?? 'nothing'}⟩/cancel`;
    return { ...this.#post(account, path, {}), raw: is(0.5) ? '{}' : '' };
  }

  #resend(account: Account): Request {
    const heard = account.deliveries.filter(({ attempts }) => attempts.length > 0);
    const name = heard.length === 0 ? 'nothing' : this.#chance.of(heard).id;
    return this.#post(
      account,
      `/api/v1/webhook-deliveries/⟨${name}⟩/resend`,
      {},
      { key: `${account.name} full` },
    );
  }

  #quote(account: Account): Request {
    const { is, of } = this.#chance;
    const old = is(0.5) ? this.#old(account, 'payout') : undefined;
    const body = {
      amount: old === undefined ? of(amounts) : String(old.amount / 100),
      currency: 'GMD',
      recipient_mobile: old?.mobile ?? of([...numbers, '+2207012300', '+2207012301']),
      ...(is(0.6) && { provider: of(payingRails) }),
      ...(is(0.6) && { recipient_name: 'Awa Ceesay' }),
    };
    return this.#post(account, '/api/v1/payouts/quote', body);
  }

  /** What a rail that is none says of a payment. */
  #forge(account: Account): Request {
    const payment = account.payments.at(-1);
    const raw = JSON.stringify({
      event: 'payment.paid',
      id: `⟨${payment?.id ?? 'nothing'}⟩`,
      amount: '1.00',
    });
    return { key: null, method: 'POST', path: `/rails/${this.#chance.of(rails)}/notify`, raw };
  }

  #fund(account: Account): Request {
    const { of, below } = this.#chance;
    const body = { provider: of(payingRails), amount: `${1 + below(120)}.${of(['00', '5', '25'])}` };
    return this.#post(account, '/api/v1/sandbox/rail-floats', body);
  }

  /** So long that no retry of a webhook, whose time has some chance in it, is due at about the end. */
  #advance(account: Account): Request {
    const clear = seconds.filter((each) => isClear(account, each));
    const chosen = clear.length > 0 ? this.#chance.of(clear) : 100_000;
    return {
      ...this.#post(account, '/api/v1/sandbox/advance', { seconds: chosen }),
      idempotencyKey: `time-${this.#count++}`,
    };
  }

  #read(account: Account): Request {
    const { is, of } = this.#chance;
    const payment = account.payments.length > 0 ? of(account.payments) : undefined;
    const key = `${account.name} ${is(0.7) ? 'full' : 'read'}`;
    const wanted =
      payment === undefined ? 'nothing' : is(0.6) ? encodeURIComponent(payment.reference) : `⟨${payment.id}⟩`;
    const type = payment?.type ?? 'payout';
    const lists = [
      ...['', `?limit=${of([1, 3, 100])}`, `?page=${of([1, 2, 9])}&limit=${of([2, 5])}`, `?type=${type}`],
      ...['?status=SUCCEEDED', '?status=AWAITING_LIQUIDITY&type=payout', `?provider=${of(rails)}&limit=50`],
      ...['?limit=0', '?limit=101', '?page=0', '?page=1.5', '?type=card', '?status=DONE'],
      `?reference=${encodeURIComponent(payment?.reference ?? 'x')}`,
    ];
    const path = of([
      ...[`/api/v1/${type}s/status/${wanted}`, `/api/v1/${type}s/status/${wanted}`],
      ...[
        '/api/v1/client/stats',
        '/api/v1/client/earnings-chart',
        '/api/client/profile',
        '/api/v1/rails/status',
      ],
      ...[`/api/v1/client/transactions${of(lists)}`, `/api/v1/client/transactions${of(lists)}`],
      `/api/v1/${of(['collection', 'payout', 'refund'])}s/status/${wanted}`,
    ]);
    return { key, method: 'GET', path };
  }

  #any(account: Account): Request {
    return this.#chance.of([
      () => this.#collect(account),
      () => this.#payOut(account),
      () => this.#refund(account),
      () => this.#fund(account),
      () => this.#read(account),
    ])();
  }

  /** Equal ones, or several that want the same thing. */
  #together(account: Account): Step {
    const { is, of, below } = this.#chance;
    const count = 2 + below(2);
    const one = of([
      () => this.#collect(account),
      () => this.#payOut(account),
      () => this.#refund(account),
      () => this.#cancel(account),
    ])();
    if (is(0.5)) return { do: 'together', requests: Array.from({ length: count }, () => one) };
    const more = Array.from({ length: count - 1 }, () =>
      is(0.7) ? this.#payOut(account) : this.#refund(account),
    );
    return { do: 'together', requests: [one, ...more] };
  }
}

function ask(request: Request): Step {
  return { do: 'ask', request };
}

/** How soon something happens by itself, at the earliest. */
function dueIn(account: Account): number {
  const times = [
    ...account.payments.flatMap(({ due }) => due.slice(0, 1).map(({ at }) => at)),
    ...account.payments
      .flatMap(({ wait }) => (wait === null ? [] : [wait.since + 3600]))
      .filter((at) => at > account.now),
    ...account.deliveries.flatMap(({ next }) =>
      next === null || next.from <= account.now ? [] : [next.from],
    ),
  ];
  return Math.min(...times) - account.now;
}

function isClear(account: Account, passing: number): boolean {
  let trial = account;
  try {
    worldsAfter(account, (each) => {
      advance({ accounts: {}, keys: {}, step: 0 }, each, passing);
      trial = each;
    });
  } catch (error) {
    if (error instanceof Unclear) return false;
    throw error;
  }
  // The real clock goes on by as much as a chapter takes.
  return dueIn(trial) > 60 || dueIn(trial) >= dueIn(account);
}
