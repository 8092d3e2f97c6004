import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';

/**
 * Attempts in each window, kept in the database so that a restart forgets none; contract.md §6. An account is
 * known by its e-mail whether it exists or not, so a stranger who knows it can keep the owner out while he goes on.
 */
const limits = {
  account: { points: 5, duration: 15 * 60 },
  address: { points: 20, duration: 15 * 60 },
  secondFactor: { points: 5, duration: 15 * 60 },
  password: { points: 5, duration: 15 * 60 },
  // What succeeds is limited too, since each stands in the audit log: nobody writes it full.
  // Beyond it a stranger is told nothing, and nobody's mailbox is filled.
  resetAccount: { points: 3, duration: 15 * 60 },
  resetAddress: { points: 20, duration: 15 * 60 },
  // A client's people have mail sent to whomever they name, as ours. Operators do not count.
  invited: { points: 5, duration: 60 * 60 },
  invitations: { points: 50, duration: 60 * 60 },
  // A client has mail sent to its customers, as ours: to one address, in all, and files of many.
  customer: { points: 5, duration: 24 * 60 * 60 },
  customers: { points: 100, duration: 60 * 60 },
  customerFiles: { points: 5, duration: 24 * 60 * 60 },
  session: { points: 300, duration: 15 * 60 },
  rename: { points: 30, duration: 60 * 60 },
  paper: { points: 60, duration: 60 * 60 },
  testKey: { points: 30, duration: 60 * 60 },
  confirmation: { points: 5, duration: 60 * 60 },
  choice: { points: 30, duration: 60 * 60 },
} as const;

type LimitName = keyof typeof limits;
export type ThrottleKeys = Partial<Record<LimitName, string>>;

/**
 * Counts an attempt before it is made, so that many at once cannot slip through. Throws `RATE_LIMITED` with the time
 * to wait, after the sentence that is `told`. Call `forgiveAttempt` when it succeeds. In the order of the keys: with the address first, one that is stopped
 * locks no further accounts.
 */
export async function countAttempt(keys: ThrottleKeys, told = 'Too many attempts.'): Promise<void> {
  for (const [name, key] of entriesOf(keys)) {
    try {
      await limiter(name).consume(key);
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      const minutes = Math.max(1, Math.ceil(thrown.msBeforeNext / 60_000));
      throw new AppError('RATE_LIMITED', `${told} Try again in ${minutes} min.`, {
        retryAfterSeconds: thrown.msBeforeNext / 1000,
      });
    }
  }
}

/** A link that a client, by whichever of its people, has sent to an address. Throws `RATE_LIMITED`. */
export async function countInvitation(clientId: string, email: string): Promise<void> {
  await countAttempt({ invited: `${clientId} ${email}`, invitations: clientId });
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
