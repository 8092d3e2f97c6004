import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { countAttempt } from '#lib/auth/login-throttle';
import type { UserContext } from '#lib/auth/user-context';
import { inLanguage } from '#lib/language/in-language';
import { choicesOf } from '#lib/messages/audience';

export const messageChoices = z.object({
  off: z.array(z.string().max(40)).max(40),
});

/**
 * Which kinds of messages the caller may do without, and which of them they do. `stopped`: a link in a message did that,
 * and the caller has not chosen since; whoever had the message had the link.
 */
export async function listMessages({ user }: Pick<UserContext, 'user'>) {
  const [row] = await sqlClient()`
    select u.messages_off as off, coalesce((
      select jsonb_object_agg(s.after->>'messages', jsonb_build_object('at', s.at, 'address', s.address) order by s.id)
      from audit_log s
      where s.action = 'messages.stopped' and s.subject_id = u.id::text and u.messages_off <> '{}' and not exists (
        select from audit_log c where c.user_id = u.id and c.action = 'messages.chosen' and c.id > s.id)
    ), '{}') as stops
    from users u where u.id = ${user.id}`;
  const off: string[] = row?.off ?? [];
  return choicesOf(user.role).map(({ kind, label }) => {
    const stop = off.includes(kind) ? row?.stops[inLanguage('en', label)] : undefined;
    return {
      kind,
      label: label(),
      is_on: !off.includes(kind),
      stopped: stop ? { at: new Date(stop.at).toISOString(), address: stop.address as string | null } : null,
    };
  });
}

export type MessageChoice = Awaited<ReturnType<typeof listMessages>>[number];

/**
 * From now on the caller is told of all that concerns them but these. What is about security always goes. It stands in
 * the audit log, and so answers what links have stopped before. Throws `RATE_LIMITED` after thirty in an hour.
 */
export async function chooseMessages(ctx: UserContext, off: readonly string[]) {
  await countAttempt({ choice: ctx.user.id });
  const chosen = choicesOf(ctx.user.role).flatMap(({ kind }) => (off.includes(kind) ? [kind] : []));
  const sql = sqlClient();
  const entry = { action: 'messages.chosen', subjectId: ctx.user.id, after: { off: chosen } };
  await sql`
    with changed as (update users set messages_off = ${chosen} where id = ${ctx.user.id} returning id),
    noted as (${auditLine(ctx, entry, sql`from changed`)})
    select 1`;
  return { messages: await listMessages(ctx) };
}
