import type { Sql } from 'postgres';
import { sqlClient } from '#db/client';
import { factsOf } from '#lib/collections/collection-request';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { parseAmount } from '#lib/money';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { newReceiptToken } from '#lib/receipts/receipt-token';
import { hashOf } from '#lib/transactions/request';

/** What every initiation of the bench asks for; an amount without magic, so that it stays pending. */
export const collectionBody = {
  amount: '150.00',
  currency: 'GMD',
  customer_name: 'Awa Ceesay',
  customer_mobile: '+2207012345',
  metadata: { channel: 'shop', till: '4' },
};

/**
 * The statement of one initiation, as the product makes it: its verb is run once with a database that only listens.
 * Each call of what this returns runs the same statement with an id and a reference of its own.
 */
export async function captureInitiation(client: Context['client']): Promise<() => Promise<unknown>> {
  const ctx = contextOf(client);
  const { payload, transaction } = await listen(() => initiateCollection(ctx, requestOf(TEMPLATE)));
  const initiation = template(payload, [transaction.id, TEMPLATE, hashIn(TEMPLATE)]);
  return async () => {
    const id = newId();
    await commit(initiation([id, `s-${id}`, hashIn(`s-${id}`)]));
    return id;
  };
}

/**
 * What begins a collection and what settles it, with its journal, its event and the delivery for the client's one endpoint:
 * each call makes the payloads of another one, for `commit_together`.
 */
export async function captureStatements(client: Context['client']) {
  const ctx = contextOf(client);
  const initiated = await listen(() => initiateCollection(ctx, requestOf(TEMPLATE)));
  const { id, receiptToken } = initiated.transaction;
  const settled = await listen(() => bookCollectionNews(ctx, initiated.transaction, { state: 'SUCCEEDED' }));
  const [{ journal, event }] = JSON.parse(settled.payload);
  const words = [id, TEMPLATE, receiptToken as string];
  const initiation = template(initiated.payload, [...words, hashIn(TEMPLATE)]);
  const settlement = template(settled.payload, [...words, journal.id, event.id]);
  return () => {
    const own = newId();
    const others = [own, `s-${own}`, newReceiptToken()];
    return {
      initiation: initiation([...others, hashIn(`s-${own}`)]),
      settlement: settlement([...others, newId(), newId()]),
    };
  };
}

/**
 * The statements of a collection's whole life: initiated; settled, with its journal, its event and the delivery for
 * the client's one endpoint; the delivery leased; what its endpoint answered written down. Each by itself.
 */
export async function captureLife(client: Context['client']): Promise<() => Promise<unknown>> {
  const ctx = contextOf(client);
  const initiated = await listen(() => initiateCollection(ctx, requestOf(TEMPLATE)));
  const { id } = initiated.transaction;
  const settled = await listen(() => bookCollectionNews(ctx, initiated.transaction, { state: 'SUCCEEDED' }));
  const [{ journal, event }] = JSON.parse(settled.payload);
  const initiation = template(initiated.payload, [id, TEMPLATE, hashIn(TEMPLATE)]);
  const settlement = template(settled.payload, [id, TEMPLATE, journal.id, event.id]);
  return async () => {
    const [ownId, eventId] = [newId(), newId()];
    await commit(initiation([ownId, `s-${ownId}`, hashIn(`s-${ownId}`)]));
    await commit(settlement([ownId, `s-${ownId}`, newId(), eventId]));
    await writeDelivery(client.id, ownId);
    return ownId;
  };
}

/** The same life as the facts that it leaves behind, for statements that are not the product's (floor.ts). */
export async function captureFacts(client: Context['client']) {
  const ctx = contextOf(client);
  const initiated = await listen(() => initiateCollection(ctx, requestOf(TEMPLATE)));
  const settled = await listen(() => bookCollectionNews(ctx, initiated.transaction, { state: 'SUCCEEDED' }));
  const [begun] = JSON.parse(initiated.payload);
  const [ended] = JSON.parse(settled.payload);
  const { id, receiptToken } = initiated.transaction;
  const words = [id, TEMPLATE, receiptToken as string, ended.set.completed_at];
  return {
    begun,
    ended,
    bodyOf: template(ended.event.body, words),
    legacyBodyOf: template(ended.event.legacy_body, words),
    hashOf: requestHash,
  };
}

/** A collection that is initiated and settled by the product's verbs, with all that they do in this process. */
export async function settleOne(client: Context['client']): Promise<void> {
  const ctx = contextOf(client);
  const { transaction } = await initiateCollection(ctx, requestOf(`v-${newId()}`));
  const { moved } = await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  if (!moved) throw new Error('a collection was not settled');
}

const TEMPLATE = 'reference-of-the-template';

function contextOf(client: Context['client']): Context {
  return systemContext(client, 'SANDBOX');
}

function requestOf(client_reference: string) {
  const { customer_name, customer_mobile, metadata } = collectionBody;
  const amount = parseAmount(collectionBody.amount)!;
  return {
    currency: 'GMD',
    customer_name,
    customer_mobile,
    metadata,
    amount,
    client_reference,
    provider: 'PROVIDER_W',
  } as const;
}

function requestHash(reference: string): Buffer {
  return hashOf('collection', factsOf(requestOf(reference)));
}

/** As the hash of a request stands in a payload. */
function hashIn(reference: string): string {
  return requestHash(reference).toString('hex');
}

/** What a verb would have committed, in one statement that nobody runs. */
async function listen<Result>(verb: () => Promise<Result>): Promise<Result & { payload: string }> {
  const sql = sqlClient();
  const pool = globalThis as { kairaSql?: Sql };
  let payload = '';
  pool.kairaSql = (async (strings: TemplateStringsArray, ...values: unknown[]) => {
    // A condition within the statement, where nothing is known yet that it could ask for.
    if (strings[0] === 'true') return [];
    if (!strings[0]?.includes('commit_changes')) throw new Error('the verb asked for something else');
    payload = String(values[0]);
    return [{ result: { outcome: 'done' } }];
  }) as unknown as Sql;
  const result = await verb().finally(() => {
    pool.kairaSql = sql;
  });
  return { ...result, payload };
}

/** The text with other words in the places of `words`. */
function template(text: string, words: string[]): (others: string[]) => string {
  const parts = text.split(new RegExp(`(${words.join('|')})`));
  const places = parts.map((part) => words.indexOf(part));
  return (others) => parts.map((part, index) => others[places[index]!] ?? part).join('');
}

async function commit(payload: string): Promise<void> {
  const [row] = await sqlClient()`select commit_changes(${payload}::jsonb) as result`;
  if (row?.result.outcome !== 'done') throw new Error(`a statement ended as ${row?.result.outcome}`);
}

/** As lib/webhooks/deliver.ts writes one, without what it reads. */
async function writeDelivery(clientId: string, transactionId: string): Promise<void> {
  const sql = sqlClient();
  const leaseToken = newId();
  await sql`
    update deliveries set lease_token = ${leaseToken}, run_at = now() + interval '30 seconds'
    where client_id = ${clientId} and transaction_id = ${transactionId} and status = 'PENDING'`;
  const written = await sql`
    with written as (
      update deliveries set attempts = attempts + 1, status = 'SUCCEEDED', lease_token = null, run_at = null
      where client_id = ${clientId} and transaction_id = ${transactionId} and lease_token = ${leaseToken}
      returning client_id, id, attempts
    )
    insert into delivery_attempts (client_id, delivery_id, attempt, at, request_headers, address, response_status, latency_ms, response_excerpt)
    select client_id, id, attempts, now(), ${JSON.stringify(deliveryHeaders)}::jsonb, '127.0.0.1', 204, 2, '' from written
    returning 1`;
  if (written.length !== 1) throw new Error('a collection had no delivery');
}

/** As long as those that are sent. */
const deliveryHeaders = {
  'content-type': 'application/json',
  'user-agent': 'Kaira/1.0',
  'x-kaira-event': 'payment.succeeded',
  'webhook-id': '01900000-0000-7000-8000-000000000000',
  'webhook-timestamp': '1790000000',
  'webhook-signature': `v1,${'A'.repeat(44)}`,
};
