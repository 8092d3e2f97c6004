import type { Sql } from 'postgres';
import type { BucketRate, Taken } from '#lib/http/token-bucket';
import { createLanes } from '#lib/together';
import { within } from '#lib/within';

/** A database that takes longer has other worries: then the process counts by itself. */
const ANSWERS_WITHIN_MS = 300;

interface Ask extends BucketRate {
  keyId: string;
}

// What comes while one statement is under way leaves with the next, so that many requests cost one.
const ask = createLanes<Ask, Taken>({
  underWay: 1,
  carries: 1_000,
  alone: async (sql, item) => (await takeAll(sql, [item]))[0] as Taken,
  together: takeAll,
});

/** As `takeOfShared`, however long the database takes. */
export function take(keyId: string, rate: BucketRate): Promise<Taken> {
  return ask('rates', { keyId, ...rate });
}

/**
 * Takes one request of an API key's bucket in the database, which all servers of an installation share: in any span of t
 * seconds the key gets at most `ratePerSecond` × t + `burst` of all of them together, on whatever connections it asks.
 * Undefined: the database does not say in time.
 */
export function takeOfShared(keyId: string, rate: BucketRate): Promise<Taken | undefined> {
  return within(ANSWERS_WITHIN_MS, take(keyId, rate)).catch(() => undefined);
}

async function takeAll(sql: Sql, asks: Ask[]): Promise<Taken[]> {
  const wanted = new Map<string, Ask & { want: number }>();
  for (const each of asks) {
    wanted.set(each.keyId, { ...each, want: (wanted.get(each.keyId)?.want ?? 0) + 1 });
  }
  const keys = [...wanted.values()];
  const rows = await sql<{ key_id: string; taken: number; tokens: number }[]>`
    select key_id, taken, tokens from take_of_rates(${keys.map((each) => each.keyId)}::uuid[],
      ${keys.map((each) => each.want)}::int[], ${keys.map((each) => each.ratePerSecond)}::double precision[],
      ${keys.map((each) => each.burst)}::int[])`;
  const granted = new Map(rows.map((row) => [row.key_id, row]));
  return asks.map(({ keyId, ratePerSecond, burst }) => {
    const row = granted.get(keyId) ?? { taken: 0, tokens: 0 };
    const allowed = row.taken > 0;
    // Those that came first had them first.
    row.taken = Math.max(0, row.taken - 1);
    const tokens = row.tokens + (allowed ? row.taken : 0);
    return {
      allowed,
      remaining: Math.floor(tokens),
      limit: burst,
      retryAfterSeconds: allowed ? 0 : Math.ceil((1 - row.tokens) / ratePerSecond),
      resetSeconds: Math.ceil((burst - tokens) / ratePerSecond),
    };
  });
}
