import { createHash, randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import { sqlClient } from '#db/client';
import { writeAuditLog } from '#lib/auth/audit-log';
import { countAttempt, forgiveAttempt, secondFactorThrottle } from '#lib/auth/login-throttle';
import { isPassword } from '#lib/auth/passwords';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { seal, unseal } from '#lib/seal';

const TOTP_PURPOSE = 'totp secret';
const RECOVERY_CODES = 10;
/** One step of 30 s to either side, for clocks that differ. https://www.rfc-editor.org/rfc/rfc6238#section-5.2 */
const TOLERANCE_SECONDS = 30;

export interface SecondFactor {
  code?: string | undefined;
  recoveryCode?: string | undefined;
}

/** A new secret that waits for its first code. `uri` is what the QR code shows. Throws `INVALID_STATE` when it is on. */
export async function beginTwoFactor(ctx: UserContext): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret();
  const [row] = await sqlClient()`
    update users set totp_secret_sealed = ${seal(TOTP_PURPOSE, secret)}, totp_last_step = null
    where id = ${ctx.user.id} and totp_enabled_at is null returning 1`;
  if (!row) throw new AppError('INVALID_STATE', 'Two-factor authentication is on already.');
  return { secret, uri: generateURI({ issuer: 'Kaira', label: ctx.user.email, secret }) };
}

/** Switches it on with the first code, and returns the recovery codes: the only time that they are seen. */
export async function confirmTwoFactor(ctx: UserContext, code: string): Promise<string[]> {
  await takeSecondFactor(ctx.user.id, { code }, ctx.now());
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  const [row] = await sqlClient()`
    with switched as (
      update users set totp_enabled_at = ${ctx.now().toISOString()} where id = ${ctx.user.id} and totp_enabled_at is null returning id
    ), forgotten as (
      delete from recovery_codes where user_id in (select id from switched)
    ), added as (
      insert into recovery_codes (user_id, code_hash)
      select id, decode(h, 'hex') from switched, unnest(${codes.map((each) => hashRecoveryCode(each).toString('hex'))}::text[]) h
    )
    select 1 from switched`;
  if (!row) throw new AppError('INVALID_STATE', 'Two-factor authentication is on already.');
  await writeAuditLog(ctx, { action: 'two_factor.enabled', subjectId: ctx.user.id });
  return codes;
}

/** Needs the password and a code or a recovery code. Throws `FORBIDDEN`, `INVALID_OTP` and `RATE_LIMITED`. */
export async function disableTwoFactor(
  ctx: UserContext,
  proof: SecondFactor & { password: string },
): Promise<void> {
  await requirePassword(ctx, proof.password);
  await takeSecondFactor(ctx.user.id, proof, ctx.now());
  await sqlClient()`
    with forgotten as (delete from recovery_codes where user_id = ${ctx.user.id})
    update users set totp_enabled_at = null, totp_secret_sealed = null, totp_last_step = null where id = ${ctx.user.id}`;
  await writeAuditLog(ctx, { action: 'two_factor.disabled', subjectId: ctx.user.id });
}

/**
 * Takes a code or a recovery code, each of which works once, also when it comes fifty times at once. Five wrong ones
 * lock for a quarter of an hour. Throws `INVALID_OTP` and `RATE_LIMITED`.
 */
export async function takeSecondFactor(userId: string, factor: SecondFactor, now: Date): Promise<void> {
  const throttle = secondFactorThrottle(userId);
  await countAttempt(throttle);
  const taken =
    factor.recoveryCode === undefined
      ? await takeCode(userId, factor.code ?? '', now)
      : await takeRecoveryCode(userId, factor.recoveryCode, now);
  if (!taken) {
    throw new AppError(
      'INVALID_OTP',
      'The code is wrong, has expired or was used before. Wait for the next one.',
    );
  }
  await forgiveAttempt(throttle);
}

async function takeCode(userId: string, code: string, now: Date): Promise<boolean> {
  if (!/^[0-9]{6}$/.test(code)) return false;
  const [user] = await sqlClient()`select totp_secret_sealed from users where id = ${userId}`;
  if (!user?.totp_secret_sealed) return false;
  const result = await verify({
    secret: unseal(TOTP_PURPOSE, user.totp_secret_sealed),
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  if (!result.valid || !('timeStep' in result)) return false;
  // Of many at the same time, one moves the step on.
  const [moved] = await sqlClient()`
    update users set totp_last_step = ${result.timeStep}
    where id = ${userId} and totp_secret_sealed = ${user.totp_secret_sealed} and coalesce(totp_last_step, -1) < ${result.timeStep}
    returning 1`;
  return moved !== undefined;
}

async function takeRecoveryCode(userId: string, code: string, now: Date): Promise<boolean> {
  const [used] = await sqlClient()`
    update recovery_codes set used_at = ${now.toISOString()}
    where user_id = ${userId} and code_hash = ${hashRecoveryCode(code)} and used_at is null
    returning 1`;
  return used !== undefined;
}

/** The password once more, before what a borrowed browser must not do. Throws `FORBIDDEN` and `RATE_LIMITED`. */
export async function requirePassword(ctx: UserContext, password: string): Promise<void> {
  const throttle = secondFactorThrottle(`password ${ctx.user.id}`);
  await countAttempt(throttle);
  const [row] = await sqlClient()`select password_hash from users where id = ${ctx.user.id}`;
  if (!(await isPassword(password, row?.password_hash ?? null))) {
    throw new AppError('FORBIDDEN', 'The password is wrong.');
  }
  await forgiveAttempt(throttle);
}

/** 80 random bits in four groups of four, without letters that look alike (Crockford's base 32). */
function makeRecoveryCode(): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('');
  return letters.replace(/.{4}(?=.)/g, '$&-');
}

function hashRecoveryCode(code: string): Buffer {
  const plain = code.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return createHash('sha256').update(plain).digest();
}
