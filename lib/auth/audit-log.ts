import type { PendingQuery, Row } from 'postgres';
import { sqlClient } from '#db/client';
import { newId } from '#lib/ids';

/** A piece of a statement; a whole one where it is awaited. */
export type Fragment = PendingQuery<Row[]>;

interface Actor {
  user?: { id: string; name: string } | undefined;
  clientId?: string | undefined;
  address: string | undefined;
  now(): Date;
}

interface Entry {
  /** `noun.verb`. */
  action: string;
  /** Whose account it is about, where that is not the actor's own. */
  clientId?: string | undefined;
  environment?: 'SANDBOX' | 'LIVE';
  subjectId?: string;
  /** Never a secret. SQL may name what `from` has. */
  before?: Record<string, unknown> | Fragment;
  after?: Record<string, unknown> | Fragment;
}

/**
 * The line of who did what, append-only. It stands as a CTE in the statement that makes the change, with
 * `from changed`, so that there is neither without the other: no row, no line. `from` has one row at most.
 */
export function auditLine(actor: Actor, entry: Entry, from: Fragment = sqlClient()``): Fragment {
  const now = actor.now();
  return sqlClient()`
    insert into audit_log (id, at, user_id, user_name, client_id, environment, action, subject_id, before, after, address)
    select ${newId(now)}::uuid, ${now.toISOString()}::timestamptz, ${actor.user?.id ?? null}::uuid,
           ${actor.user?.name ?? null}::text, ${entry.clientId ?? actor.clientId ?? null}::uuid,
           ${entry.environment ?? null}::text, ${entry.action}::text, ${entry.subjectId ?? null}::text,
           ${jsonOf(entry.before)}, ${jsonOf(entry.after)}, ${actor.address ?? null}::text
    ${from}`;
}

function jsonOf(value: Record<string, unknown> | Fragment | undefined): Fragment {
  if (value instanceof Promise) return value as Fragment;
  return sqlClient()`${value === undefined ? null : JSON.stringify(value)}::jsonb`;
}
