import type { Sql } from 'postgres';
import { sqlClient } from '#db/client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { parseAmount } from '#lib/money';

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
  const sql = sqlClient();
  const pool = globalThis as { kairaSql?: Sql };
  const reference = 'reference-of-the-template';
  let payload = '';
  const listen = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    if (!strings[0]?.includes('commit_changes')) throw new Error('the initiation asked for something else');
    payload = String(values[0]);
    return [{ result: { outcome: 'done' } }];
  };
  pool.kairaSql = listen as unknown as Sql;
  const ctx: Context = {
    client,
    environment: 'SANDBOX',
    actor: { type: 'api_key', id: newId() },
    now: () => new Date(),
  };
  const { transaction } = await initiateCollection(ctx, {
    ...collectionBody,
    currency: 'GMD',
    amount: parseAmount(collectionBody.amount)!,
    client_reference: reference,
    provider: 'PROVIDER_W',
  }).finally(() => {
    pool.kairaSql = sql;
  });

  const parts = payload.split(new RegExp(`(${transaction.id}|${reference})`));
  const ids = parts.flatMap((part, index) => (part === transaction.id ? [index] : []));
  const references = parts.flatMap((part, index) => (part === reference ? [index] : []));
  return async () => {
    const id = newId();
    for (const index of ids) parts[index] = id;
    for (const index of references) parts[index] = `s-${id}`;
    const [row] = await sql`select commit_changes(${parts.join('')}::jsonb) as result`;
    if (row?.result.outcome !== 'done') throw new Error(`the initiation ended as ${row?.result.outcome}`);
    return id;
  };
}
