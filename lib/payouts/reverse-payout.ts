import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { requireReversible, reverse } from '#lib/rail-work/reverse';
import type { Outcome } from '#lib/rails/rail';
import { connectionFor } from '#lib/rails/registry';
import { REVERSAL_WINDOW_MS } from '#lib/transactions/decide';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Asks the rail to take a payout back, for an operator. Guarantee: once, in full, within 72 hours of its completion by
 * the database's clock; the money is the client's again only when the rail says that it is back. Returns the payout as
 * it stands: still `SUCCEEDED` while the rail's answer is not known, and then looked into. A reversed one is answered
 * again. Throws `INVALID_STATE` with the rail's own words where it refuses, `PROVIDER_UNAVAILABLE` where it was not
 * reached.
 */
export async function reversePayout(
  operator: UserContext,
  ctx: Context,
  payout: Transaction,
  reason: string,
): Promise<Transaction> {
  if (payout.status === 'REVERSED') return payout;
  if (payout.type !== 'payout' || payout.status !== 'SUCCEEDED') {
    throw new AppError(
      'INVALID_STATE',
      `Only a payout that SUCCEEDED can be reversed; this one is ${payout.status}.`,
    );
  }
  await requireReversible(payout, REVERSAL_WINDOW_MS);
  const { rail } = await connectionFor(payout, { mayMove: false });
  if (rail.reversePayout === undefined) {
    throw new AppError(
      'INVALID_STATE',
      `${payout.provider} takes no payout back. Ask the recipient to return it.`,
    );
  }
  await sqlClient()`${auditLine(operator, {
    action: 'payout.reversal_asked',
    clientId: payout.clientId,
    environment: payout.environment,
    subjectId: payout.id,
    after: { reason },
  })}`;
  const { transaction, answer } = await reverse(ctx, payout, reason, { isRepeat: false });
  if (answer === null) {
    throw new AppError('INVALID_STATE', 'This payout was just changed by somebody else. Look at it again.');
  }
  if (answer.kind === 'refused') {
    throw new AppError('INVALID_STATE', `The rail refused to take the payout back: ${refusalText(answer)}`, {
      details: { rail_says: answer.why ?? null },
    });
  }
  if (answer.kind === 'not_sent') {
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      'The rail could not be reached; nothing was sent to it. Try again.',
      {
        retryAfterSeconds: 10,
      },
    );
  }
  return transaction;
}

function refusalText({ failure, why }: Extract<Outcome<never>, { kind: 'refused' }>): string {
  return why === undefined ? failure.message : `${why}.`;
}
