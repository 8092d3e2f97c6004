import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';

/** Throws `FORBIDDEN` where a person may not decide what this one asked for: nobody decides a request of their own. */
export function requireMayDecide(ctx: UserContext, requestedBy: string): void {
  if (requestedBy !== ctx.user.id) return;
  throw new AppError('FORBIDDEN', 'Nobody decides a request of their own. Ask another operator.');
}
