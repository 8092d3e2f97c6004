import { database } from '#db/client';
import { auditLog } from '#db/schema/users';
import { newId } from '#lib/ids';

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
  clientId?: string;
  environment?: 'SANDBOX' | 'LIVE';
  subjectId?: string;
  /** Never a secret. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Notes who did what. Append-only. */
export async function writeAuditLog(actor: Actor, entry: Entry): Promise<void> {
  const now = actor.now();
  await database()
    .insert(auditLog)
    .values({
      id: newId(now),
      at: now,
      userId: actor.user?.id,
      userName: actor.user?.name,
      clientId: entry.clientId ?? actor.clientId,
      environment: entry.environment,
      action: entry.action,
      subjectId: entry.subjectId,
      before: entry.before,
      after: entry.after,
      address: actor.address,
    });
}
