import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sqlClient } from '#db/client';
import { visitor } from '#e2e/setup/payer';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { beginAttempt } from '#lib/payment-links/begin-attempt';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { findLinkByCode } from '#lib/payment-links/find-open-link';
import { readNewLink } from '#lib/payment-links/link-request';
import { MOST_OPEN } from '#lib/payment-links/open-attempts';
import { openCounter } from '#lib/till/counter';

// What somebody whom nobody knows can do at a link, and cannot.

let database: TestDatabase;
let owner: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = await newUser('owner', await newClient());
});
afterAll(() => database.drop());
afterEach(() => vi.useRealTimers());

async function newLink(facts: Record<string, unknown> = {}) {
  const body = await readNewLink('SANDBOX', { title: 'School fees', amount: '150.00', ...facts });
  return (await createPaymentLink(owner, body)).link;
}

const openOf = async (link: { id: string }) => {
  const [row] = await sqlClient()`
    select count(*)::int as open from transactions where payment_link_id = ${link.id} and status = 'PENDING'`;
  return row?.open;
};

describe('the name at a counter', () => {
  const begin = async (name: string) =>
    visitor(await openCounter(owner)).begin({ amount: '5.00', field0: name });

  test('has 60 letters at most, in the form and at the server, which says so', async () => {
    const refused = await begin('W'.repeat(61));
    expect(refused.status).toBe(422);
    expect(refused.page).toContain('Write 60 letters at most');
    expect(refused.page).toMatch(/name="field0"[^>]*maxlength=.?60/);
    expect((await begin('W'.repeat(60))).status).toBe(303);
  });

  test.each(['\u3164', '\u115f', '\u1160', '\u2800', '\uffa0', ' \u3164 ', '\u00ad', '\u200b'])(
    'is refused where it is blank to the eye: %j',
    async (name) => {
      expect((await begin(name)).status).toBe(422);
    },
  );
});

test('a form that the origin of another site sends begins nothing, whatever else it says', async () => {
  const link = await newLink();
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://kaira.test.evil.example' },
  ]) {
    const answer = await visitor(link, { headers }).begin();
    expect([answer.status, answer.id], JSON.stringify(headers)).toEqual([303, '']);
  }
  expect(await openOf(link)).toBe(0);
  for (const headers of [
    { origin: 'null' },
    { origin: 'http://kaira.test', host: 'kaira.test' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
  ])
    expect((await visitor(link, { headers }).begin()).id, JSON.stringify(headers)).not.toBe('');
});

test('a link whose reference is being paid by the API says so, and not that it is paid', async () => {
  const link = await newLink({ max_payments: 1, client_reference: 'fees-1' });
  const request = { amount: 150_00n, currency: 'GMD', client_reference: 'fees-1', metadata: {} } as const;
  await initiateCollection(owner, { ...request, provider: 'PROVIDER_W' });
  const answer = await visitor(link).begin();
  expect(answer.status).toBe(409);
  expect(answer.page).toContain('it is not paid yet');
  expect(answer.page).not.toContain('has been paid already');
});

test('who opens many payments and pays none holds a bound of them, and others of the address wait two minutes at most', async () => {
  const link = await newLink();
  const honest = visitor(link);
  const met = await findLinkByCode(link.code);
  if (met === undefined) throw new Error('no link');
  // As many strangers as there are cookies to throw away, behind the address of the honest one.
  const facts = { attempt: 1, provider: 'PROVIDER_W', amountBututs: 150_00n, mobile: null, answers: {} };
  for (let at = 0; at < MOST_OPEN; at++) {
    const reference = `${link.code}-stranger${at}`;
    await beginAttempt(met, { ...facts, reference, network: honest.address });
  }
  expect(await openOf(link)).toBe(MOST_OPEN);
  const early = await honest.begin();
  expect(early.status).toBe(422);
  expect(early.page).toMatch(/Wait (2 minutes|a minute), then try again/);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121_000 });
  const begun = await honest.begin();
  expect(begun.id).not.toBe('');
  expect(await openOf(link)).toBe(MOST_OPEN);
  const [first] = await sqlClient()`
    select status from transactions where payment_link_id = ${link.id} order by id limit 1`;
  expect(first?.status).toBe('CANCELLED');
  // Their own payment is nobody's to close, as long as it is a new one.
  expect((await visitor(link).look(begun.id)).status).toBe(200);
});
