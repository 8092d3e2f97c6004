import { sqlClient } from '#db/client';
import type { users } from '#db/schema/users';
import type { Fragment } from '#lib/auth/audit-log';
import { decodeToken, encodeToken } from '#lib/auth/session-token';
import type { Language } from '#lib/browser/language/languages';
import type { ClientProfile } from '#lib/context';
import { newId } from '#lib/ids';

export const SESSION_COOKIE = 'session_token';
/** Without a request for this long a session is over. */
export const IDLE_MS = 24 * 60 * 60 * 1000;
/** And after this long in any case. */
const LIFE_MS = 30 * 24 * 60 * 60 * 1000;
/** A request is noted at most this often, so that most of them only read. */
const NOTED_EVERY_MS = 60_000;

export type Role = (typeof users.$inferSelect)['role'];
/** Which dashboard a person belongs to. */
export type Door = 'client' | 'admin';

export interface SessionUser {
  id: string;
  email: string;
  name: string;
  role: Role;
}

export interface Session {
  id: string;
  door: Door;
  user: SessionUser;
  /** Of a client's user; undefined for the operators' staff. */
  client: (ClientProfile & { suspended: boolean }) | undefined;
  twoFactor: boolean;
  /** Of the operators' staff: another operator has confirmed them. Until then they only read. */
  isConfirmed: boolean;
  /** When the person last proved to be there, by a log-in or a step-up. */
  provedAt: Date;
  /** When it ends if no request comes. */
  expiresAt: Date;
}

export interface RequestOrigin {
  address: string | undefined;
  userAgent: string | null;
}

export interface StartedSession {
  token: string;
  /** What the person has chosen to read; undefined where nothing was chosen, or the session is not of a log-in. */
  language?: Language | undefined;
  user: SessionUser;
  expiresAt: Date;
}

/**
 * A new session and the insert that makes it, one for the row that `from` has: a CTE of the statement that grants it.
 * The user's earlier session, wherever it was, ends with it.
 */
export async function prepareSession(
  user: SessionUser,
  { address, userAgent }: RequestOrigin,
  now: Date,
  from: Fragment,
): Promise<{ session: StartedSession; insert: Fragment }> {
  const id = newId();
  const insert = sqlClient()`
    insert into sessions (user_id, id, created_at, last_seen_at, proved_at, address, user_agent)
    select ${user.id}::uuid, ${id}::uuid, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz,
           ${now.toISOString()}::timestamptz, ${address ?? null}::text, ${userAgent?.slice(0, 255) ?? null}::text
    ${from}
    on conflict (user_id) do update
    set id = excluded.id, created_at = excluded.created_at, last_seen_at = excluded.last_seen_at,
        proved_at = excluded.proved_at, address = excluded.address, user_agent = excluded.user_agent`;
  const token = await encodeToken('session', { sub: user.id, sid: id }, LIFE_MS / 1000);
  return { session: { token, user, expiresAt: new Date(now.getTime() + IDLE_MS) }, insert };
}

/**
 * The live session behind a cookie's token, and notes that it was used. The row decides: a token whose session was
 * ended, replaced, idle for a day or whose user was switched off stands for nothing.
 */
export async function findSession(token: string | undefined, now: Date): Promise<Session | undefined> {
  const id = (await claimsOf(token))?.sessionId;
  if (id === undefined) return undefined;
  const [row] = await sqlClient()`
    select s.last_seen_at, s.created_at, coalesce(s.proved_at, s.created_at) as proved_at,
           u.id as user_id, u.email, u.name, u.role, u.totp_enabled_at is not null as two_factor,
           u.confirmed_at is not null as confirmed,
           c.id as client_id, c.name as client_name, c.commission_bps, c.status as client_status
    from sessions s join users u on u.id = s.user_id left join clients c on c.id = u.client_id
    where s.id = ${id} and u.disabled_at is null`;
  if (row === undefined) return undefined;
  const lastSeen = new Date(row.last_seen_at).getTime();
  const createdAt = new Date(row.created_at).getTime();
  if (Math.min(lastSeen + IDLE_MS, createdAt + LIFE_MS) <= now.getTime()) return undefined;
  if (now.getTime() - lastSeen > NOTED_EVERY_MS) {
    await sqlClient()`update sessions set last_seen_at = ${now.toISOString()} where id = ${id}`;
  }
  return {
    id,
    door: row.client_id === null ? 'admin' : 'client',
    user: { id: row.user_id, email: row.email, name: row.name, role: row.role },
    client:
      row.client_id === null
        ? undefined
        : {
            id: row.client_id,
            name: row.client_name,
            commissionBps: row.commission_bps,
            suspended: row.client_status !== 'ACTIVE',
          },
    twoFactor: row.two_factor,
    isConfirmed: row.confirmed,
    provedAt: new Date(row.proved_at),
    expiresAt: new Date(Math.min(now.getTime() + IDLE_MS, createdAt + LIFE_MS)),
  };
}

/** The token is dead from then on; a token that stands for nothing is ended as well. */
export async function endSession(token: string | undefined): Promise<void> {
  const id = (await claimsOf(token))?.sessionId;
  if (id !== undefined) await sqlClient()`delete from sessions where id = ${id}`;
}

/** Which session of whom a token of ours was made for, whether it lives or not. */
export async function claimsOf(
  token: string | undefined,
): Promise<{ sessionId: string; userId: string } | undefined> {
  if (token === undefined || token === '') return undefined;
  const claims = await decodeToken('session', token);
  if (typeof claims?.sid !== 'string' || typeof claims.sub !== 'string') return undefined;
  return { sessionId: claims.sid, userId: claims.sub };
}

/** The session of a user that a log-in at this time ends: a CTE that its audit line names, to be read before the insert. */
export function livingSession(userId: string, now: Date): Fragment {
  return sqlClient()`
    select id from sessions
    where user_id = ${userId} and last_seen_at > ${new Date(now.getTime() - IDLE_MS).toISOString()}
      and created_at > ${new Date(now.getTime() - LIFE_MS).toISOString()}
    for update`;
}
