import { expect, test } from 'vitest';
import { fakeGateway } from '../fake-gateway.ts';

const page = (ids: number[], next_cursor: string | null) => ({
  body: { status: 'success', data: ids, pagination: { limit: 2, next_cursor } },
});

test('a walk takes page after page by the cursor, each once, and keeps the filters', async () => {
  const { kaira, requests } = fakeGateway([page([5, 4], 'b'), page([3, 2], 'c'), page([1], null)]);
  const found: unknown[] = [];
  for await (const each of kaira.transactions.list({ status: 'FAILED', page: 1, limit: 2 })) found.push(each);
  expect(found).toEqual([5, 4, 3, 2, 1]);
  const at = '/api/v1/client/transactions';
  expect(requests.map((each) => each.target)).toEqual([
    `${at}?limit=2&status=FAILED&page=1`,
    `${at}?limit=2&status=FAILED&cursor=b`,
    `${at}?limit=2&status=FAILED&cursor=c`,
  ]);
});

test('nothing is asked for before it is wanted', async () => {
  const { kaira, requests } = fakeGateway([page([5, 4], 'b'), page([3, 2], null)]);
  const list = kaira.events.list();
  expect(requests).toHaveLength(0);
  for await (const each of list) if ((each as unknown) === 4) break;
  expect(requests).toHaveLength(1);
});

test('a walk takes whole pages, and the first page is as the gateway has it', async () => {
  const { kaira, requests } = fakeGateway([page([1], null)]);
  for await (const one of kaira.ledger.list({ limit: undefined }).pages()) expect(one.data).toEqual([1]);
  expect(await kaira.ledger.list().firstPage()).toMatchObject({ data: [1], pagination: { limit: 2 } });
  expect(requests.map((each) => each.target)).toEqual([
    '/api/v1/client/ledger?limit=100',
    '/api/v1/client/ledger',
  ]);
});

test('a cursor that does not move ends the walk with an error, and not never', async () => {
  const { kaira } = fakeGateway([page([1], 'b')]);
  const walk = async () => {
    for await (const _ of kaira.events.list());
  };
  await expect(walk()).rejects.toThrow('same cursor');
});
