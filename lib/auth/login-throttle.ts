import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';

/**
 * Failed attempts in each window, kept in the database so that a restart forgets none. An account is known by its
 * e-mail whether it exists or not. The widest one bounds a guess from a thousand addresses at one account; it is the
 * only one by which a stranger can keep the owner out, for a quarter of an hour at a time.
 */
const limits = {
  accountAndAddress: { points: 5, duration: 15 * 60 },
  account: { points: 50, duration: 15 * 60 },
  address: { points: 100, duration: 60 * 60 },
  secondFactor: { points: 5, duration: 15 * 60 },
} as const;

type LimitName = keyof typeof limits;
export type ThrottleKeys = Partial<Record<LimitName, string>>;

export function passwordThrottle(email: string, address: string | undefined): ThrottleKeys {
  const from = address ?? 'unknown';
  return { accountAndAddress: `${email} ${from}`, account: email, address: from };
}

export function secondFactorThrottle(userId: string): ThrottleKeys {
  return { secondFactor: userId };
}

/**
 * Counts an attempt before it is made, so that many at once cannot slip through. Throws `RATE_LIMITED` with the time
 * to wait. Call `forgiveAttempt` when it succeeds.
 */
export async function countAttempt(keys: ThrottleKeys): Promise<void> {
  for (const [name, key] of entriesOf(keys)) {
    try {
      await limiter(name).consume(key);
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      throw new AppError('RATE_LIMITED', 'Too many attempts. Wait a while, then try again.', {
        retryAfterSeconds: thrown.msBeforeNext / 1000,
      });
    }
  }
}

/** What a success says of the attempts before it: the person's own are forgotten, one address's other ones are not. */
export async function forgiveAttempt(keys: ThrottleKeys): Promise<void> {
  for (const [name, key] of entriesOf(keys)) {
    if (name === 'address') await limiter(name).reward(key);
    else await limiter(name).delete(key);
  }
}

const limiters = new Map<LimitName, RateLimiterPostgres>();

function limiter(name: LimitName): RateLimiterPostgres {
  let found = limiters.get(name);
  if (found === undefined) {
    found = new RateLimiterPostgres({
      ...limits[name],
      keyPrefix: name,
      storeClient: queryable,
      storeType: 'client',
      tableName: 'login_throttles',
      tableCreated: true,
      clearExpiredByTimeout: true,
    });
    limiters.set(name, found);
  }
  return found;
}

/** The one method of `pg` that the limiter calls, over our pool. */
const queryable = {
  async query({ text, values }: { text: string; values: (string | number)[] }) {
    const rows = await sqlClient().unsafe(text, values);
    return {
      rowCount: rows.count,
      rows: rows.map((row) => ({ points: Number(row.points), expire: Number(row.expire) })),
    };
  },
};

/** Hashed: an e-mail that belongs to nobody here is not kept. */
function entriesOf(keys: ThrottleKeys): [LimitName, string][] {
  return (Object.entries(keys) as [LimitName, string][]).map(([name, key]) => [
    name,
    createHash('sha256').update(key).digest('base64url'),
  ]);
}
