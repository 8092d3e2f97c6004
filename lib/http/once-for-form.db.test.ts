import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { onceForForm } from '#lib/http/once-for-form';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { readNewLink } from '#lib/payment-links/link-request';
import { listPaymentLinks, paymentLinkQuery } from '#lib/payment-links/list-payment-links';
import { presentPaymentLink } from '#lib/payment-links/payment-link';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a form that is sent twice at once makes one link, and both are answered with it; another form another', async () => {
  const owner = await newUser('owner', await newClient());
  const send = (key?: string, title = 'School fees') => {
    const body = { title, amount: '5.00' };
    const headers = new Headers(key === undefined ? {} : { 'idempotency-key': key });
    return onceForForm(
      { ...owner },
      { body, headers },
      async () => createPaymentLink(owner, await readNewLink('SANDBOX', body)),
      ({ link }) => presentPaymentLink(link),
    );
  };
  const answers = await Promise.all([send('one'), send('one'), send('one')]);
  answers.push(await send('one'));
  expect(new Set(answers.map(({ body }) => JSON.parse(body).data.code)).size).toBe(1);
  await send('two');
  await Promise.all([send(), send()]);
  const { data } = await listPaymentLinks(owner, paymentLinkQuery.parse({}));
  expect(data).toHaveLength(4);
  await expect(send('one', 'Another title')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  // What was refused may be sent anew, as it was put right.
  await expect(send('three', '')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await send('three');
});
