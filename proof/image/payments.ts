import { setTimeout as sleep } from 'node:timers/promises';
import type { Container } from './container.ts';

// Sandbox money through a container's API, as a merchant's server asks, behind a proxy with TLS.

export function ask(container: Container, asked: string, key?: string, body?: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${container.port}${asked}`, {
    headers: {
      'x-forwarded-proto': 'https',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
}

interface Money {
  id: string;
  status: string;
}

/** A collection of 100.00; answers with its id when it is acknowledged. The same reference again is the same collection. */
export function beginCollection(container: Container, key: string, reference: string): Promise<string> {
  return begin(container, key, 'collections', {
    amount: '100.00',
    currency: 'GMD',
    client_reference: reference,
    success_url: 'https://example.com/paid',
    error_url: 'https://example.com/not-paid',
  });
}

/** The same, to its outcome. */
export async function collect(container: Container, key: string, reference: string): Promise<Money> {
  await beginCollection(container, key, reference);
  return outcome(container, key, 'collections', reference);
}

/** 25.00, from a float that it fills before. */
export async function payOut(container: Container, key: string, reference: string): Promise<Money> {
  await ask(container, '/api/v1/sandbox/rail-floats', key, { provider: 'PROVIDER_W', amount: '500.00' });
  await begin(container, key, 'payouts', {
    amount: '25.00',
    currency: 'GMD',
    client_reference: reference,
    recipient_mobile: '+2203456789',
  });
  return outcome(container, key, 'payouts', reference);
}

async function begin(container: Container, key: string, kind: string, body: object): Promise<string> {
  const answer = await ask(container, `/api/v1/${kind}/initiate`, key, body);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: { transaction_id: string } }).data.transaction_id;
}

/** As it stands after 20 s at the latest. */
export async function outcome(
  container: Container,
  key: string,
  kind: string,
  reference: string,
): Promise<Money> {
  let found: Money = { id: '', status: '' };
  for (let tries = 0; tries < 100 && !/SUCCEEDED|FAILED/.test(found.status); tries++) {
    await sleep(200);
    const answer = await ask(container, `/api/v1/${kind}/status/${reference}`, key);
    const { data } = (await answer.json()) as { data: { transaction_id: string; status: string } };
    found = { id: data.transaction_id, status: data.status };
  }
  return found;
}
