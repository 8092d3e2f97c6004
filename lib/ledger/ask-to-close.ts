import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Approval } from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import type { UserContext } from '#lib/auth/user-context';
import type { Environment } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { isSettled, lastDayOf, monthField } from '#lib/ledger/periods';
import { startAudit } from '#lib/ledger/run-audit';

export const closeRequest = z.object({
  month: monthField,
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
});

/**
 * Asks another operator to close the books of an environment until the end of a month, and has them recounted
 * meanwhile: they are closed only when that finds nothing. Whatever may still book into the month began before this, so
 * the decision waits for its end. Throws `INVALID_STATE` for a month that is not over for a day or is closed, and while another request waits.
 */
export async function askToClose(
  ctx: UserContext,
  { month, environment = 'LIVE' }: z.input<typeof closeRequest>,
): Promise<Approval> {
  const lastDay = lastDayOf(month);
  if (!isSettled(lastDay, ctx.now())) {
    throw new AppError(
      'INVALID_STATE',
      'A month can be closed when it has been over for a day: until then something may be booked into it.',
    );
  }
  await requireOpen(environment, lastDay);
  const from = sqlClient()`
    select jsonb_build_object('environment', ${environment}::text, 'last_day', ${lastDay}::text, 'settled_after', pg_current_xact_id()::text) as details,
           null::uuid as key_id`;
  const request = await ask(ctx, {
    clientId: HOUSE_CLIENT_ID,
    kind: 'period_close',
    environment: null,
    from,
  });
  invariant(request, 'there is always a period to ask for');
  await startAudit(ctx);
  return request;
}

/** Throws `INVALID_STATE` for a day that lies in a closed period. */
export async function requireOpen(environment: Environment, lastDay: string): Promise<void> {
  const [row] = await sqlClient()`
    select closed_by_name from period_closes where environment = ${environment} and last_day >= ${lastDay}::text::date
    order by last_day limit 1`;
  if (row === undefined) return;
  throw new AppError('INVALID_STATE', `${row.closed_by_name} has closed this period already.`);
}
