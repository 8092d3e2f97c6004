import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { Look } from './judge.ts';

const everyMs = 100;
const withinMs = 1_000;
/** So much that a full disk is noticed soon, and nothing that can be made smaller. */
const bytes = 1_500;

export interface Witness {
  looks: Look[];
  /** Resolves when the last look has ended. */
  stop(): Promise<void>;
}

/** Somebody who knows nothing of Kaira and opens a new connection to each address ten times a second, to write. */
export function startWitness(addresses: string[]): Witness {
  const looks: Look[] = [];
  const running = new Set<Promise<void>>();
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const look: Look = { at: performance.now(), endedAt: Number.POSITIVE_INFINITY, isWritten: false };
      looks.push(look);
      const looking = Promise.all(addresses.map(write)).then((written) => {
        look.isWritten = written.includes(true);
        look.endedAt = performance.now();
        running.delete(looking);
      });
      running.add(looking);
      await sleep(everyMs);
    }
  })();
  return {
    looks,
    async stop() {
      isOver = true;
      await loop;
      await Promise.all(running);
    },
  };
}

export async function prepareWitness(address: string): Promise<void> {
  const sql = postgres(address, { max: 1, onnotice: () => {} });
  await sql`create table witness (noise bytea not null)`;
  await sql.end();
}

async function write(address: string): Promise<boolean> {
  const sql = postgres(address, {
    max: 1,
    connect_timeout: withinMs / 1000,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'witness', statement_timeout: withinMs },
  });
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)));
  const written = sql`insert into witness values (${noise})`.then(
    () => true,
    () => false,
  );
  const late = new AbortController();
  const overdue = sleep(withinMs, false, { signal: late.signal }).catch(() => false);
  try {
    return await Promise.race([written, overdue]);
  } finally {
    late.abort();
    sql.end({ timeout: 0 }).catch(() => {});
  }
}
