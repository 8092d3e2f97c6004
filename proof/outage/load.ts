import { setTimeout as sleep } from 'node:timers/promises';
import type { Sent } from './judge.ts';

const giveUpMs = 30_000;
const lanes = 8;

export interface Load {
  sent: Sent[];
  /** Resolves when the last one is answered. */
  stop(): Promise<void>;
}

/** A client that begins so many collections a second, whatever becomes of those before. */
export function startLoad(origin: string, key: string, perSecond: number): Load {
  const sent: Sent[] = [];
  const running = new Set<Promise<unknown>>();
  let isOver = false;
  const loop = (async () => {
    for (let turn = 1; !isOver; turn++) {
      const sending = initiate(origin, key, `order-${turn}`, sent);
      running.add(sending);
      void sending.finally(() => running.delete(sending));
      await sleep(1000 / perSecond);
    }
  })();
  return {
    sent,
    async stop() {
      isOver = true;
      await loop;
      await Promise.all(running);
    },
  };
}

/** Each reference that has no 200 once more; answers how many have none then. */
export async function repeat(origin: string, key: string, sent: Sent[]): Promise<number> {
  const again: Sent[] = [];
  const left = sent.filter(({ status }) => status !== 200).map(({ reference }) => reference);
  const lane = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop())
      await initiate(origin, key, next, again);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return again.filter(({ status }) => status !== 200).length;
}

async function initiate(origin: string, key: string, reference: string, into: Sent[]): Promise<void> {
  const entry: Sent = { reference, at: performance.now(), endedAt: 0, status: 0, hasRetryAfter: false };
  // By a timer that is ours to keep: eight requests with AbortSignal.timeout() were seen to wait far beyond it.
  const patience = new AbortController();
  const overdue = setTimeout(() => patience.abort(), giveUpMs);
  try {
    const response = await fetch(`${origin}/api/v1/collections/initiate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        // Paid by itself, docs/guides/sandbox.md.
        amount: '100.00',
        currency: 'GMD',
        customer_name: 'Awa Ceesay',
        customer_mobile: '+2207012345',
        client_reference: reference,
      }),
      signal: patience.signal,
    });
    const body = (await response.json()) as { data?: { transaction_id?: string } };
    entry.status = response.status;
    entry.hasRetryAfter = Number(response.headers.get('retry-after')) > 0;
    entry.transactionId = body.data?.transaction_id;
  } catch {
    // No answer, or none that can be read.
  } finally {
    clearTimeout(overdue);
  }
  entry.endedAt = performance.now();
  into.push(entry);
}
