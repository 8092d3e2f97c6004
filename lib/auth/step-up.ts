import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { secretField } from '#lib/auth/secret-field';
import type { Session } from '#lib/auth/sessions';
import { requirePassword, takeSecondFactor } from '#lib/auth/two-factor';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';

/** For how long a proof counts, a log-in included; contract-more.md §15. */
const PROOF_MS = 10 * 60 * 1000;

export const stepUpRequest = z.object({
  password: secretField('password'),
  code: secretField('code').optional(),
  recovery_code: secretField('recovery_code').optional(),
});

/** Throws `STEP_UP_REQUIRED` for a person who proved to be there too long ago. */
export function requireProof({ provedAt }: Pick<Session, 'provedAt'>, now: Date): void {
  if (now.getTime() - provedAt.getTime() < PROOF_MS) return;
  throw new AppError(
    'STEP_UP_REQUIRED',
    'This wants your password again, since it was last given over 10 minutes ago. Send it to /auth/step-up, then repeat the request.',
  );
}

/**
 * The password once more, and the second factor where that is on, for what a borrowed browser or a stolen cookie must
 * not do. Returns until when it counts. As at the log-in, what is wrong is `UNAUTHORIZED` and has a line in the audit
 * log, and too many tries are `RATE_LIMITED`. Throws `TWO_FACTOR_REQUIRED` for the right password without a code.
 */
export async function stepUp(
  ctx: UserContext,
  { twoFactor }: Pick<Session, 'twoFactor'>,
  body: z.output<typeof stepUpRequest>,
): Promise<Date> {
  try {
    await requirePassword(ctx, body.password);
    if (twoFactor) await requireSecondFactor(ctx, body);
  } catch (error) {
    if (!(error instanceof AppError) || !['FORBIDDEN', 'INVALID_OTP'].includes(error.code)) throw error;
    await auditLine(ctx, { action: 'session.proof_refused', subjectId: ctx.user.id });
    throw new AppError('UNAUTHORIZED', error.message);
  }
  const sql = sqlClient();
  const entry = { action: 'session.proved', subjectId: ctx.user.id };
  const [row] = await sql`
    with changed as (
      update sessions set proved_at = ${ctx.now().toISOString()} where id = ${ctx.sessionId} returning 1
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select 1 from changed`;
  if (row === undefined) throw new AppError('UNAUTHORIZED', 'This session has just ended. Sign in.');
  return new Date(ctx.now().getTime() + PROOF_MS);
}

async function requireSecondFactor(ctx: UserContext, body: z.output<typeof stepUpRequest>): Promise<void> {
  if (body.code === undefined && body.recovery_code === undefined) {
    throw new AppError(
      'TWO_FACTOR_REQUIRED',
      'Two-factor authentication is on: send the code of your authenticator app as well.',
    );
  }
  await takeSecondFactor(
    ctx.user.id,
    { code: body.code, recoveryCode: body.recovery_code },
    ctx.address,
    ctx.now(),
  );
}
