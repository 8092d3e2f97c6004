import type { Sql } from 'postgres';
import { makeApiKey } from '#lib/auth/key-format';
import { createApiKey, createClient } from '#lib/clients/create-client';
import { auditLedger } from '#lib/ledger/audit';
import type { Keys } from './request.ts';

// Who takes part in a fuzz, and what is looked at when it is over. The process that imports this must have the settings
// of the gateway (DATABASE_URL, KAIRA_SECRET) in its environment.

/** Clients with keys of every kind, and money to pay out. */
export async function makeKeys(origin: string, sql: Sql): Promise<Keys> {
  const client = (name: string) =>
    createClient({ name: `Fuzz ${name}`, businessPhone: '+2207000001', businessEmail: 'fuzz@example.com' });
  const [owner, other, hooks, suspended] = await Promise.all(
    ['shop', 'other', 'hooks', 'suspended'].map(client),
  );
  const key = (of: string | undefined, ...rest: ['SANDBOX' | 'LIVE', 'read'?]) =>
    createApiKey(of as string, ...rest);
  const keys: Keys = {
    owner: await key(owner, 'SANDBOX'),
    other: await key(other, 'SANDBOX'),
    hooks: await key(hooks, 'SANDBOX'),
    live: await key(owner, 'LIVE'),
    reader: await key(owner, 'SANDBOX', 'read'),
    suspended: await key(suspended, 'SANDBOX'),
    // Of the right form, and of nobody.
    unknown: makeApiKey('SANDBOX'),
  };
  keys.mistyped = `${keys.owner?.slice(0, -1)}${keys.owner?.endsWith('a') ? 'b' : 'a'}`;
  await sql`update clients set status = 'SUSPENDED' where id = ${suspended as string}`;
  for (const each of [keys.owner, keys.other]) {
    for (let number = 1; number <= 12; number++) await earn(origin, each as string, `fuzz-balance-${number}`);
  }
  return keys;
}

/** A collection of the highest amount, paid at once. */
async function earn(origin: string, key: string, reference: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { data: { transaction_id: string } };
  };
  const { data } = await post('/api/v1/collections/initiate', {
    amount: '100000.00',
    currency: 'GMD',
    client_reference: reference,
    provider: 'PROVIDER_A',
    customer_mobile: '+2207012345',
  });
  await post(`/api/v1/collections/${data.transaction_id}/otp`, { otp: '000000' });
}

/** The invariants of the ledger that do not hold, when what is still under way has had time to end. */
export async function auditFaults(sql: Sql, withinMs = 30_000): Promise<string[]> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const lines = await auditLedger(sql);
    const broken = lines.filter((line) => line.violations > 0);
    if (broken.length === 0 && lines.length > 0) return [];
    if (Date.now() > deadline) {
      return broken.map(
        (line) => `${line.invariant} ${line.name}: ${line.violations}, such as ${line.examples.join(', ')}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
