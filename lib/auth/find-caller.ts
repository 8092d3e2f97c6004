import { sqlClient } from '#db/client';
import { hashApiKey } from '#lib/auth/key-format';
import type { ClientProfile, Environment } from '#lib/context';

export type Scope = 'full' | 'read' | 'collections' | 'payouts';

/** The key that a request came with, and the client that it stands for. */
export interface Caller {
  keyId: string;
  scope: Scope;
  environment: Environment;
  expiresAt: Date | null;
  client: ClientProfile & { suspended: boolean; ipAllowlist: string[] };
  rateLimit: { ratePerSecond: number; burst: number } | undefined;
}

/**
 * A key is remembered for this long, so that most requests need no look-up. Every change of a key or a client is
 * announced on the channel `kaira_access` and forgets it at once; this is the bound if an announcement is lost.
 */
const REMEMBER_MS = 5_000;
const REMEMBER_KEYS = 10_000;

const remembered = new Map<string, { caller: Caller; until: number }>();
const lookingUp = new Map<string, Promise<Caller | undefined>>();
const channel: { listening?: Promise<void> | undefined; heard: boolean; forgotten: number } = {
  heard: false,
  forgotten: 0,
};

/**
 * The caller behind a well-formed key, or undefined for a key that is unknown, revoked or expired. `beforeLookUp` is
 * called before a key is looked up that was not good the last time, and may throw.
 */
export async function findCaller(key: string, beforeLookUp?: () => void): Promise<Caller | undefined> {
  const hash = hashApiKey(key);
  const name = hash.toString('base64');
  const now = Date.now();
  const hit = remembered.get(name);
  if (hit && hit.until > now) return isExpired(hit.caller, now) ? undefined : hit.caller;
  if (hit === undefined) beforeLookUp?.();
  const caller = await lookUpOnce(name, hash);
  return caller === undefined || isExpired(caller, Date.now()) ? undefined : caller;
}

/** Of many requests with one key at the same time, one asks. */
function lookUpOnce(name: string, hash: Buffer): Promise<Caller | undefined> {
  const underWay = lookingUp.get(name);
  if (underWay !== undefined) return underWay;
  const asked = lookUp(name, hash).finally(() => {
    if (lookingUp.get(name) === asked) lookingUp.delete(name);
  });
  lookingUp.set(name, asked);
  return asked;
}

async function lookUp(name: string, hash: Buffer): Promise<Caller | undefined> {
  channel.listening ??= listen();
  const { forgotten } = channel;
  const [row] = await sqlClient()`
    select k.id, k.scope, k.environment, k.expires_at, c.id as client_id, c.name, c.status, c.commission_bps,
           c.ip_allowlist, c.rate_limit_per_second, c.rate_limit_burst
    from api_keys k join clients c on c.id = k.client_id
    where k.key_hash = ${hash} and k.revoked_at is null`;
  if (row === undefined) {
    remembered.delete(name);
    return undefined;
  }
  const caller: Caller = {
    keyId: row.id,
    scope: row.scope,
    environment: row.environment,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    client: {
      id: row.client_id,
      name: row.name,
      commissionBps: row.commission_bps,
      suspended: row.status !== 'ACTIVE',
      ipAllowlist: row.ip_allowlist,
    },
    rateLimit:
      row.rate_limit_per_second === null
        ? undefined
        : {
            ratePerSecond: row.rate_limit_per_second,
            burst: row.rate_limit_burst ?? row.rate_limit_per_second * 2,
          },
  };
  // A change that was announced during the look-up may not be in what it found.
  const isSure = channel.heard && forgotten === channel.forgotten;
  if (remembered.size >= REMEMBER_KEYS) remembered.clear();
  remembered.set(name, { caller, until: isSure ? Date.now() + REMEMBER_MS : 0 });
  return caller;
}

/** What is remembered of a client, or of everybody, is looked up anew; that the keys were good stays known. */
export function forgetCallers(clientId?: string): void {
  channel.forgotten++;
  // Who asks from now on is not answered by what was read before.
  lookingUp.clear();
  for (const hit of remembered.values()) {
    if (clientId === undefined || hit.caller.client.id === clientId) hit.until = 0;
  }
}

function isExpired(caller: Caller, now: number): boolean {
  return caller.expiresAt !== null && caller.expiresAt.getTime() <= now;
}

/** Until the channel is heard nothing is remembered; after a reconnection everything is forgotten. */
async function listen(): Promise<void> {
  try {
    await sqlClient().listen('kaira_access', forgetCallers, () => {
      channel.heard = true;
      forgetCallers();
    });
  } catch {
    channel.listening = undefined;
  }
}
