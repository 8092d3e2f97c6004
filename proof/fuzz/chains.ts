import fc from 'fast-check';
import { Contradiction, type Keys, type Known, type Request } from './request.ts';
import type { Answer } from './run.ts';

// Requests that only mean something one after the other, or at once. Each chain makes what it needs, so it can be run
// again with smaller choices; every single answer is judged as all others are, and then by what the chain knows.

interface World {
  known: Known;
  keys: Keys;
  receiver: string;
  send(request: Request): Promise<Answer>;
}

/** A chain with its choices made. */
export interface Chain {
  name: string;
  choices: unknown;
  run(world: World): Promise<void>;
}

interface ChainSource {
  arbitrary: fc.Arbitrary<Chain>;
}

type Who = 'owner' | 'other' | 'hooks' | 'live';

class Caller {
  /** What was sent and answered, for whoever reads a failure. */
  readonly lines: string[] = [];
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  async call(
    method: string,
    path: string,
    body?: object,
    { who = 'owner', idempotencyKey }: { who?: Who; idempotencyKey?: string } = {},
  ): Promise<Answer> {
    const answer = await this.world.send({
      method,
      path: `/api/v1${path}`,
      query: '',
      headers: {
        authorization: `Bearer ${this.world.keys[who]}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: body && Buffer.from(JSON.stringify(body)),
      who: who === 'hooks' ? 'owner' : who,
      isRepeated: false,
      isOfChain: true,
    });
    this.lines.push(
      `${who}: ${method} ${path} ${JSON.stringify(body ?? '')} → ${answer.status} ${answer.text.slice(0, 600)}`,
    );
    return answer;
  }

  /** Fails with the whole chain. */
  expect(holds: boolean, what: string): void {
    if (!holds) throw new Contradiction(`${what}\n  ${this.lines.join('\n  ')}`);
  }

  /** The status, and for an error its code. */
  is(answer: Answer, status: number, code?: string): void {
    const found = answer.data?.error?.code;
    this.expect(
      answer.status === status && (code === undefined || found === code),
      `${status} ${code ?? ''} was expected, ${answer.status} ${found ?? ''} came`,
    );
  }
}

function chain<Choices>(
  name: string,
  choices: fc.Arbitrary<Choices>,
  run: (caller: Caller, choices: Choices, world: World) => Promise<void>,
): ChainSource {
  const make = (made: Choices): Chain => ({
    name,
    choices: made,
    run: (world) => run(new Caller(world), made, world),
  });
  return { arbitrary: choices.map(make) };
}

const redirectRail = fc.constantFrom('PROVIDER_W', 'PROVIDER_C');
const anyRail = fc.constantFrom('PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD');
/** No magic amount. */
const amount = fc.integer({ min: 101, max: 9_000 }).map((n) => (n / 100).toFixed(2));

const collection = (world: World, changes: object = {}) => ({
  amount: '25.00',
  currency: 'GMD',
  client_reference: world.known.newReference(),
  customer_mobile: '+2207012345',
  ...changes,
});

const payout = (world: World, changes: object = {}) => ({
  amount: '1.00',
  currency: 'GMD',
  client_reference: world.known.newReference(),
  recipient_mobile: '+2207654321',
  ...changes,
});

export const chains: ChainSource[] = [
  chain(
    'a collection is read, cancelled, read, and takes nothing more',
    fc.record({ provider: anyRail, amount }),
    async (caller, choices, world) => {
      const body = collection(world, choices);
      const made = await caller.call('POST', '/collections/initiate', body);
      caller.is(made, 200);
      const { transaction_id: id, client_reference: reference } = made.data;
      const read = await caller.call('GET', `/collections/status/${reference}`);
      caller.expect(read.data.transaction_id === id && read.data.status === 'PENDING', 'it is pending');
      caller.is(await caller.call('POST', `/collections/${id}/cancel`), 200);
      const again = await caller.call('GET', `/collections/status/${id}`);
      caller.expect(again.data.status === 'CANCELLED' && again.data.next_action === null, 'it is cancelled');
      caller.is(await caller.call('POST', `/collections/${id}/cancel`), 200);
      caller.is(await caller.call('POST', `/collections/${id}/otp`, { otp: '000000' }), 422, 'INVALID_STATE');
      caller.is(await caller.call('POST', `/collections/${id}/otp/resend`), 422, 'INVALID_STATE');
      // The same reference is offered anew, as another attempt.
      const anew = await caller.call('POST', '/collections/initiate', body);
      caller.expect(anew.data.transaction_id !== id, 'a re-offer is a transaction of its own');
      const attempts = (await caller.call('GET', `/collections/status/${reference}`)).data.attempts;
      caller.expect(attempts.length === 2 && attempts[1].transaction_id === id, 'both attempts are listed');
    },
  ),

  chain(
    'a one-time password is given wrongly, then rightly, then never again',
    fc.record({ wrong: fc.integer({ min: 0, max: 3 }), amount }),
    async (caller, { wrong, amount }, world) => {
      const made = await caller.call(
        'POST',
        '/collections/initiate',
        collection(world, { provider: 'PROVIDER_A', amount }),
      );
      caller.is(made, 200);
      const id = made.data.transaction_id;
      caller.is(await caller.call('POST', `/collections/${id}/otp`, { otp: 'x' }), 400, 'VALIDATION_ERROR');
      for (let tries = 1; tries <= wrong; tries++) {
        const answer = await caller.call('POST', `/collections/${id}/otp`, { otp: '111111' });
        caller.is(answer, 422, tries < 3 ? 'INVALID_OTP' : 'OTP_ATTEMPTS_EXCEEDED');
      }
      const paid = await caller.call('POST', `/collections/${id}/otp`, { otp: '000000' });
      if (wrong < 3) caller.expect(paid.status === 200 && paid.data.status === 'SUCCEEDED', 'it is paid');
      else caller.is(paid, 422, 'OTP_ATTEMPTS_EXCEEDED');
      caller.is(await caller.call('POST', `/collections/${id}/otp`, { otp: '000000' }), 422);
      caller.is(await caller.call('POST', `/collections/${id}/cancel`), 422, 'INVALID_STATE');
    },
  ),

  chain(
    'the same reference with other fields is refused, and with the same fields is the same',
    fc.record({
      provider: redirectRail,
      change: fc.constantFrom(
        { amount: '26.00' },
        { customer_name: 'Other' },
        { provider: 'PROVIDER_A' },
        { metadata: { a: '1' } },
        { customer_mobile: '+2207654321' },
      ),
    }),
    async (caller, { provider, change }, world) => {
      const body = collection(world, { provider });
      const made = await caller.call('POST', '/collections/initiate', body);
      caller.is(
        await caller.call('POST', '/collections/initiate', { ...body, ...change }),
        422,
        'DUPLICATE_REFERENCE',
      );
      const repeat = await caller.call('POST', '/collections/initiate', {
        ...body,
        amount: '25',
        unknown: [1],
      });
      caller.expect(
        repeat.data.transaction_id === made.data.transaction_id,
        'a repeat is the same collection',
      );
      caller.expect(repeat.header('idempotent-replayed') === 'true', 'a repeat says so');
    },
  ),

  chain(
    'equal initiations at once are one transaction',
    fc.record({
      type: fc.constantFrom('collections', 'payouts'),
      times: fc.integer({ min: 2, max: 8 }),
      withKey: fc.boolean(),
    }),
    async (caller, { type, times, withKey }, world) => {
      const body = type === 'payouts' ? payout(world) : collection(world);
      const options = withKey ? { idempotencyKey: world.known.newReference() } : {};
      const answers = await Promise.all(
        Array.from({ length: times }, () => caller.call('POST', `/${type}/initiate`, body, options)),
      );
      // While the balance is too low, a payout is refused and its reference stays free.
      const accepted = answers.filter((each) => each.data?.error?.code !== 'INSUFFICIENT_BALANCE');
      if (accepted.length === 0) return;
      const ids = new Set(accepted.map((each) => each.data?.transaction_id));
      const first = accepted.filter((each) => each.header('idempotent-replayed') === null);
      caller.expect(ids.size === 1 && !ids.has(undefined), 'all are one transaction');
      caller.expect(first.length === 1, 'exactly one is not a repeat');
    },
  ),

  chain(
    'a payout is delivered or held; one that is held can be cancelled once',
    fc.record({ provider: fc.constantFrom('PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'), isHeld: fc.boolean() }),
    async (caller, { provider, isHeld }, world) => {
      if (!isHeld) await caller.call('POST', '/sandbox/rail-floats', { provider, amount: '50.00' });
      const made = await caller.call(
        'POST',
        '/payouts/initiate',
        payout(world, { provider, amount: isHeld ? '2000.00' : '1.00' }),
      );
      if (made.status === 422) return caller.is(made, 422, 'INSUFFICIENT_BALANCE');
      const id = made.data.transaction_id;
      const read = await caller.call('GET', `/payouts/status/${made.data.client_reference}`);
      caller.expect(read.data.transaction_id === id, 'it is found by its reference');
      const cancelled = await caller.call('POST', `/payouts/${id}/cancel`);
      if (cancelled.status === 200) {
        caller.expect(cancelled.data.failure?.code === 'CANCELLED_BY_CLIENT', 'it says why it failed');
        caller.is(await caller.call('POST', `/payouts/${id}/cancel`), 422, 'INVALID_STATE');
      } else caller.is(cancelled, 422, 'INVALID_STATE');
      caller.is(await caller.call('POST', `/collections/${id}/cancel`), 404, 'TRANSACTION_NOT_FOUND');
    },
  ),

  chain(
    'an Idempotency-Key repeats its first answer, and takes no other request',
    fc.record({ amount }),
    async (caller, choices, world) => {
      const idempotencyKey = world.known.newReference();
      const body = collection(world, choices);
      const first = await caller.call('POST', '/collections/initiate', body, { idempotencyKey });
      const second = await caller.call('POST', '/collections/initiate', body, { idempotencyKey });
      caller.expect(
        first.text === second.text && second.header('idempotent-replayed') === 'true',
        'it is repeated',
      );
      const other = { ...body, amount: '1.00' };
      caller.is(
        await caller.call('POST', '/collections/initiate', other, { idempotencyKey }),
        422,
        'IDEMPOTENCY_KEY_REUSED',
      );
      caller.is(
        await caller.call('POST', '/payouts/initiate', payout(world), { idempotencyKey }),
        422,
        'IDEMPOTENCY_KEY_REUSED',
      );
    },
  ),

  chain(
    'what belongs to somebody else, or to the other environment, is not found',
    fc.record({ who: fc.constantFrom('other' as const, 'live' as const), provider: anyRail }),
    async (caller, { who, provider }, world) => {
      const { transaction_id: id, client_reference: reference } = (
        await caller.call('POST', '/collections/initiate', collection(world, { provider }))
      ).data;
      const code = 'TRANSACTION_NOT_FOUND';
      caller.is(await caller.call('GET', `/collections/status/${reference}`, undefined, { who }), 404, code);
      caller.is(await caller.call('GET', `/collections/status/${id}`, undefined, { who }), 404, code);
      caller.is(await caller.call('GET', `/payouts/status/${id}`, undefined, { who }), 404, code);
      caller.is(await caller.call('POST', `/collections/${id}/cancel`, undefined, { who }), 404, code);
      caller.is(await caller.call('POST', `/collections/${id}/otp`, { otp: '000000' }, { who }), 404, code);
      caller.is(await caller.call('POST', `/collections/${id}/otp/resend`, undefined, { who }), 404, code);
      caller.is(await caller.call('POST', `/payouts/${id}/cancel`, undefined, { who }), 404, code);
      const still = await caller.call('GET', `/collections/status/${id}`);
      caller.expect(still.data.status === 'PENDING', 'nothing was done to it');
    },
  ),

  chain(
    'a webhook endpoint is made, changed and removed, and is then gone',
    fc.record({ form: fc.constantFrom('current', 'legacy') }),
    async (caller, { form }, world) => {
      const who = 'hooks';
      const made = await caller.call(
        'POST',
        '/webhook-endpoints',
        { url: `${world.receiver}/chain`, payload_form: form },
        { who },
      );
      if (made.status === 422) return caller.is(made, 422, 'INVALID_STATE');
      const at = `/webhook-endpoints/${made.data.id}`;
      caller.is(await caller.call('GET', at, undefined, { who: 'other' }), 404, 'NOT_FOUND');
      caller.is(await caller.call('DELETE', at, undefined, { who: 'other' }), 404, 'NOT_FOUND');
      caller.is(
        await caller.call('POST', `${at}/rotate-secret`, undefined, { who: 'other' }),
        404,
        'NOT_FOUND',
      );
      const changed = await caller.call(
        'PATCH',
        at,
        { description: 'x', events: ['payment.failed'] },
        { who },
      );
      caller.expect(changed.data.description === 'x', 'it is changed');
      const rotated = await caller.call('POST', `${at}/rotate-secret`, undefined, { who });
      caller.expect(rotated.data.secret !== made.data.secret, 'its secret is another one');
      caller.is(await caller.call('DELETE', at, undefined, { who }), 200);
      caller.is(await caller.call('GET', at, undefined, { who }), 404, 'NOT_FOUND');
      caller.is(await caller.call('PATCH', at, { description: 'y' }, { who }), 404, 'NOT_FOUND');
      caller.is(await caller.call('DELETE', at, undefined, { who }), 404, 'NOT_FOUND');
      caller.is(await caller.call('POST', `${at}/rotate-secret`, undefined, { who }), 404, 'NOT_FOUND');
      caller.is(await caller.call('POST', `${at}/test`, undefined, { who }), 404, 'NOT_FOUND');
    },
  ),

  chain(
    'an event is heard of in the list and in the log of deliveries',
    fc.constant({}),
    async (caller, _choices, world) => {
      const who = 'hooks';
      const body = collection(world, { provider: 'PROVIDER_A' });
      const made = await caller.call('POST', '/collections/initiate', body, { who });
      const id = made.data.transaction_id;
      await caller.call('POST', `/collections/${id}/otp`, { otp: '000000' }, { who });
      const events = await caller.call('GET', '/events', undefined, { who });
      caller.expect(events.data.length > 0, 'there are events');
      const deliveries = await caller.call('GET', '/webhook-deliveries', undefined, { who });
      const [first] = deliveries.data;
      if (first === undefined) return;
      caller.is(await caller.call('GET', `/webhook-deliveries/${first.id}`, undefined, { who }), 200);
      caller.is(
        await caller.call('GET', `/webhook-deliveries/${first.id}`, undefined, { who: 'other' }),
        404,
        'NOT_FOUND',
      );
      caller.is(
        await caller.call('POST', `/webhook-deliveries/${first.id}/resend`, undefined, { who: 'other' }),
        404,
        'NOT_FOUND',
      );
    },
  ),
];
