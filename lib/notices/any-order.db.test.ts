import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  auditFaults,
  balance,
  collect,
  control,
  kit,
  payOut,
  raiseLiveStage,
  simulator,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import { daily } from '#e2e/setup/long-test';
import type { Transaction } from '#lib/transactions/transaction';

// The rails' own signed notices are caught on their way, and then brought in any order, any number of times, mixed with
// those of other payments and with false ones, alone or all at once, against a real database and rails that can be
// asked. Where the money ends must follow from what happened at the rail, and from nothing else. What one payment does
// on each edge is in lib/transactions/decide.property.test.ts.

interface Notice {
  provider: string;
  raw: Uint8Array;
  headers: Headers;
}

let receive: typeof kit.receiveNotice;
let caught: Notice[] = [];

beforeAll(async () => {
  await raiseLiveStage();
  receive = kit.receiveNotice;
  kit.receiveNotice = async (provider, raw, headers) => {
    caught.push({ provider, raw, headers });
    return { stored: true };
  };
}, 60_000);
afterAll(strikeLiveStage);

/** What happens to one payment at its rail, and where that must leave it. `gains`: of its gross, for the client. */
interface Story {
  rail: string;
  happens: string[];
  end: 'SUCCEEDED' | 'PENDING' | 'FAILED' | 'CANCELLED' | 'REVERSED';
  journals: number;
  /** +1: what was collected, less the commission. -1: what was paid out. */
  gains: 1 | 0 | -1;
}

const stories: Story[] = [
  { rail: 'PROVIDER_W', happens: ['pay'], end: 'SUCCEEDED', journals: 1, gains: 1 },
  { rail: 'PROVIDER_W', happens: ['decline', 'pay'], end: 'SUCCEEDED', journals: 1, gains: 1 },
  { rail: 'PROVIDER_W', happens: ['decline'], end: 'PENDING', journals: 0, gains: 0 },
  { rail: 'PROVIDER_C', happens: ['pay'], end: 'SUCCEEDED', journals: 1, gains: 1 },
  { rail: 'PROVIDER_C', happens: ['cancel'], end: 'CANCELLED', journals: 0, gains: 0 },
  { rail: 'PROVIDER_C_CARD', happens: ['pay'], end: 'SUCCEEDED', journals: 1, gains: 1 },
  {
    rail: 'PROVIDER_C_CARD',
    happens: ['decline', 'decline', 'pay'],
    end: 'SUCCEEDED',
    journals: 1,
    gains: 1,
  },
  { rail: 'PROVIDER_C_CARD', happens: ['decline'], end: 'PENDING', journals: 0, gains: 0 },
  { rail: 'PROVIDER_C', happens: ['payout', 'paid'], end: 'SUCCEEDED', journals: 2, gains: -1 },
  { rail: 'PROVIDER_C', happens: ['payout', 'failed'], end: 'FAILED', journals: 2, gains: 0 },
  { rail: 'PROVIDER_C', happens: ['payout', 'paid', 'reverse'], end: 'REVERSED', journals: 3, gains: 0 },
  { rail: 'PROVIDER_W', happens: ['payout', 'paid', 'reverse'], end: 'REVERSED', journals: 3, gains: 0 },
];

const lies = ['wrong_amount', 'wrong_currency', 'unknown_reference', 'forged'];
const run = fc.record({
  told: fc.array(
    fc.record({
      story: fc.constantFrom(...stories),
      amountBututs: fc.bigInt({ min: 1_00n, max: 200_00n }),
      lies: fc.uniqueArray(fc.constantFrom(...lies), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  /** Which notice is brought next, of those that were caught; before these, none is brought. */
  order: fc.array(fc.nat({ max: 59 }), { maxLength: 20 }),
  /** After which of them the worker looks. */
  looks: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  atOnce: fc.boolean(),
});

it('any order and repetition of any rail’s notices ends in the same balances and the same statuses', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(run, async ({ told, order, looks, atOnce }) => {
      runs++;
      const before = await balance();
      caught = [];
      const payments: Transaction[] = [];
      for (const { story, amountBututs, lies: false_ } of told) {
        payments.push(await happen(story, amountBututs, false_));
      }
      await quiet();

      const brought = [...order.map((at) => caught[at % caught.length]), ...caught].filter((each) => !!each);
      if (atOnce) {
        await Promise.all(brought.flatMap((each) => [bring(each), look()]));
      } else {
        for (const [index, each] of brought.entries()) {
          await bring(each);
          if (looks[index % looks.length]) await look();
        }
      }
      for (let round = 0; round < 15 && (await look()) > 0; round++);

      let wanted = before;
      for (const [index, { story, amountBututs }] of told.entries()) {
        const payment = payments[index] as Transaction;
        expect(await statusOf(payment), story.happens.join(' ')).toBe(story.end);
        const [row] = await sql`select count(*)::int as n from journals where transaction_id = ${payment.id}`;
        expect(row?.n, story.happens.join(' ')).toBe(story.journals);
        if (story.gains === 1) wanted += amountBututs - (amountBututs * 150n + 5_000n) / 10_000n;
        if (story.gains === -1) wanted -= amountBututs;
      }
      expect(await balance()).toBe(wanted);
    }),
    // Each run is new payments over real HTTP; on a busy machine there are fewer of them.
    { numRuns: daily(40), interruptAfterTimeLimit: 25_000, markInterruptAsFailure: false },
  );
  expect(runs).toBeGreaterThan(5);
  expect(await auditFaults()).toEqual([]);
}, 90_000);

/** Lets it happen at the rail; nobody on our side hears of it. */
async function happen(
  { rail, happens }: Story,
  amountBututs: bigint,
  false_: string[],
): Promise<Transaction> {
  if (happens[0] === 'payout') {
    // A rail that has said nothing final, so that its notices have something to decide.
    await control('misbehave', { rail, operation: 'payout', kind: 'pending', times: 1 });
    const payout = await payOut(amountBututs, rail);
    await lie(payout, rail, false_);
    for (const what of happens.slice(1)) {
      const about = { rail, reference: payout.id };
      await (what === 'reverse'
        ? control('reverse', about)
        : control('payout-end', { ...about, state: what }));
    }
    return payout;
  }
  const collection = await collect(amountBututs, rail);
  await lie(collection, rail, false_);
  for (const what of happens) await control(what, { rail, reference: collection.id });
  return collection;
}

/** False notices that come with the true ones. */
async function lie({ id }: Transaction, rail: string, kinds: string[]): Promise<void> {
  for (const kind of kinds) {
    await control('misbehave', { rail, operation: 'notice', kind, times: 1, reference: id });
  }
}

/** Until the rails have told all that they have to tell. */
async function quiet(): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const state = (await (await fetch(`${simulator.url}/control/state`)).json()) as {
      notices: { owed: number };
    };
    if (state.notices.owed === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the rails owe notices still');
}

/** Refused where it is forged, as it should be; anything else that goes wrong is a fault. */
async function bring({ provider, raw, headers }: Notice): Promise<void> {
  await receive(provider, raw, headers, new Date()).catch((error) => {
    if (error.code !== 'UNAUTHORIZED') throw error;
  });
}

/** What a worker would do now with the notices that wait; how many were claimed. */
async function look(): Promise<number> {
  await sql`update rail_notices set run_at = now() - interval '1 second' where run_at > now() and lease_token is null`;
  const claimed = await kit.claimNotices(100);
  await Promise.all(claimed.map((each) => kit.workNotice(each)));
  return claimed.length;
}
