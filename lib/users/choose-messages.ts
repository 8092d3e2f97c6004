import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { UserContext } from '#lib/auth/user-context';
import { choicesOf } from '#lib/messages/audience';

export const messageChoices = z.object({
  off: z.array(z.string().max(40)).max(40),
});

/** Which kinds of messages a person of this role may do without, and which of them they do. */
export function presentMessages({ user }: Pick<UserContext, 'user'>, off: readonly string[]) {
  return choicesOf(user.role).map(({ kind, label }) => ({ kind, label, is_on: !off.includes(kind) }));
}

/** From now on the caller is told of all that concerns them but these. What is about security always goes. */
export async function chooseMessages(ctx: UserContext, off: readonly string[]) {
  const chosen = choicesOf(ctx.user.role).flatMap(({ kind }) => (off.includes(kind) ? [kind] : []));
  await sqlClient()`update users set messages_off = ${chosen} where id = ${ctx.user.id}`;
  return { messages: presentMessages(ctx, chosen) };
}
