import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { createTestDatabase, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { answerCheckout } from '#lib/checkout/answer-checkout';
import { findCheckout } from '#lib/checkout/find-checkout';
import { createClient } from '#lib/clients/create-client';
import type { CollectionRequest } from '#lib/collections/collection-request';
import { getCollection } from '#lib/collections/get-collection';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { presentCollectionStatus } from '#lib/collections/present-collection';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { listTransactions, transactionQuery } from '#lib/reads/list-transactions';
import { receiptRoute } from '#lib/receipts/receipt-route';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { refundRequest } from '#lib/refunds/refund-request';

let testDatabase: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const id = await createClient({
    name: '<b>Kunta</b> & Sons',
    businessPhone: '+2207000000',
    businessEmail: 'shop@example.com',
  });
  ctx = systemContext({ id, name: '<b>Kunta</b> & Sons', commissionBps: 150 }, 'SANDBOX');
});
afterAll(() => testDatabase.drop());

async function begin(facts: Partial<CollectionRequest> = {}): Promise<string> {
  const request = {
    amount: 150_000n,
    currency: 'GMD',
    client_reference: `order-${newId()}`,
    provider: 'PROVIDER_W',
    customer_mobile: '+2207012345',
    metadata: {},
    ...facts,
  } as CollectionRequest;
  return (await initiateCollection(ctx, request)).transaction.id;
}

async function paid(facts: Partial<CollectionRequest> = {}): Promise<string> {
  const id = await begin(facts);
  const checkout = await findCheckout(id);
  if (checkout) await answerCheckout(checkout, 'pay');
  return id;
}

const shown = async (id: string) => presentCollectionStatus(await getCollection(ctx, id));
const tokenOf = async (id: string) => ((await shown(id)).receipt_url as string).split('/r/')[1] as string;
const open = (token: string) =>
  receiptRoute(new Request(`http://kaira.test/r/${encodeURIComponent(token)}`), {
    params: Promise.resolve({ token }),
  });

describe('a receipt', () => {
  test('is there once the collection succeeded: in its look-up, its list and its event, and nowhere before', async () => {
    const id = await begin();
    expect((await shown(id)).receipt_url).toBeNull();
    await answerCheckout((await findCheckout(id)) as never, 'pay');
    const { receipt_url: url } = await shown(id);
    expect(url).toMatch(/\/r\/[\w-]{38}$/);
    const list = await listTransactions(ctx, transactionQuery.parse({}));
    expect(list.data.find((each) => each.transaction_id === id)).toMatchObject({ receipt_url: url });
    const [event] = await sqlClient()`select body from events where transaction_id = ${id}`;
    expect(JSON.parse(event?.body).data.receipt_url).toBe(url);
  });

  test('says business, amount, time, reference and wallet, escaped, and hides the number but for three digits', async () => {
    const id = await paid({ client_reference: 'order <7>' });
    const response = await open(await tokenOf(id));
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const part of ['1,500.00', '&lt;b&gt;Kunta', 'order &lt;7&gt;', 'Wallet W', '*******345', 'Sandbox'])
      expect(page).toContain(part);
    expect(page).not.toContain('12345');
    expect(page).not.toContain('<script');
  });

  test('says what was refunded since', async () => {
    const id = await paid();
    const token = await tokenOf(id);
    expect(await (await open(token)).text()).not.toContain('Refunded');
    const body = refundRequest.parse({ collection: id, client_reference: newId(), amount: '500.00' });
    await initiateRefund(ctx, body);
    await withoutGuards(
      (sql) =>
        sql`update transactions set status = 'SUCCEEDED', completed_at = now() where collection_id = ${id}`,
    );
    const page = await (await open(token)).text();
    expect(page).toContain('Refunded since');
    expect(page).toContain('GMD 500.00');
  });

  test('is a PDF of one page as well, whatever the reference', async () => {
    const id = await paid({ client_reference: 'W'.repeat(255) });
    const response = await open(`${await tokenOf(id)}.pdf`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const file = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(file.startsWith('%PDF-')).toBe(true);
    expect(file.match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  test('is not found by any other address', async () => {
    const [id, other, waiting] = [await paid(), await paid(), await begin()];
    const [token, otherToken] = [await tokenOf(id), await tokenOf(other)];
    const [row] = await sqlClient()`select receipt_token from transactions where id = ${waiting}`;
    const name = Buffer.from(waiting.replaceAll('-', ''), 'hex').toString('base64url');
    const wrong = [
      `${name}${row?.receipt_token}`,
      `${token.slice(0, 22)}${otherToken.slice(22)}`,
      token.slice(0, 22),
      `${token}x`,
      `${token}.pdf.pdf`,
      id,
      '',
      '\0',
    ];
    for (const each of wrong) expect((await open(each)).status, each).toBe(404);
    expect((await open(token)).status).toBe(200);
  });

  test('of a collection that was begun before there were receipts has an address all the same', async () => {
    const id = await paid();
    await withoutGuards((sql) => sql`update transactions set receipt_token = null where id = ${id}`);
    const token = await tokenOf(id);
    expect(token).toMatch(/^[\w-]{38}$/);
    expect((await open(token)).status).toBe(200);
    expect((await open(`${token.slice(0, -1)}${token.endsWith('z') ? 'y' : 'z'}`)).status).toBe(404);
  });
});
