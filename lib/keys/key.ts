import type { Scope } from '#lib/auth/find-caller';
import { mayHoldKey } from '#lib/auth/roles';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';

/** spec.md "API keys": rotation every 90 days is recommended. */
const ROTATE_AFTER_MS = 90 * 24 * 60 * 60 * 1000;

export const scopes = ['full', 'read', 'collections', 'payouts'] as const satisfies readonly Scope[];

/** A row of `api_keys` as raw SQL returns it: what a dashboard may show. The hash is not among it. */
export interface KeyRow {
  id: string;
  environment: 'SANDBOX' | 'LIVE';
  prefix: string;
  last4: string;
  scope: Scope;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  last_used_address: string | null;
  last_used_route: string | null;
}

export function presentKey(row: KeyRow, now: Date) {
  const status = statusOf(row, now);
  const createdAt = new Date(row.created_at);
  return {
    id: row.id,
    environment: row.environment,
    prefix: row.prefix,
    last4: row.last4,
    scope: row.scope,
    status,
    created_at: createdAt.toISOString(),
    expires_at: toIso(row.expires_at),
    revoked_at: toIso(row.revoked_at),
    last_used_at: toIso(row.last_used_at),
    last_used_address: row.last_used_address,
    last_used_route: row.last_used_route,
    /** Older than 90 days, and nothing replaces it yet. */
    rotation_due: status === 'ACTIVE' && now.getTime() - createdAt.getTime() >= ROTATE_AFTER_MS,
  };
}

export type Key = ReturnType<typeof presentKey>;

export function keyNotFound(): AppError {
  return new AppError('NOT_FOUND', 'There is no such key.');
}

/** A key may do no more than who asks for it. Throws `FORBIDDEN`. */
export function requireHoldable({ user, environment }: Context & UserContext, scope: Scope): void {
  if (mayHoldKey(user.role, environment, scope)) return;
  throw new AppError(
    'FORBIDDEN',
    `Your role, ${user.role}, may not have a live key of the scope ${scope}. Ask an owner of the account.`,
  );
}

function statusOf(row: KeyRow, now: Date): 'ACTIVE' | 'EXPIRING' | 'EXPIRED' | 'REVOKED' {
  if (row.revoked_at !== null) return 'REVOKED';
  if (row.expires_at === null) return 'ACTIVE';
  return Date.parse(row.expires_at) > now.getTime() ? 'EXPIRING' : 'EXPIRED';
}

function toIso(time: string | null): string | null {
  return time && new Date(time).toISOString();
}
