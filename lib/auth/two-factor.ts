import { createHash, randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import { toString as qrCode } from 'qrcode';
import { sqlClient } from '#db/client';
import { auditLine, type Fragment } from '#lib/auth/audit-log';
import { countAttempt, forgiveAttempt } from '#lib/auth/login-throttle';
import { isPassword } from '#lib/auth/passwords';
import { prepareSession } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { networkOf } from '#lib/http/peer';
import { places, seal, unseal } from '#lib/seal';

const RECOVERY_CODES = 10;
/**
 * A code may be one step of 30 s late and never early, so that each is of use for a minute at most.
 * https://www.rfc-editor.org/rfc/rfc6238#section-5.2
 */
const TOLERANCE_SECONDS: [past: number, future: number] = [30, 0];

export interface SecondFactor {
  code?: string | undefined;
  recoveryCode?: string | undefined;
}

/**
 * A new secret that waits for its first code; an earlier one that waits is dead. Needs the password, or a borrowed
 * browser could have it shown. Throws `FORBIDDEN`, `RATE_LIMITED`, and `INVALID_STATE` when it is on.
 */
export async function beginTwoFactor(ctx: UserContext, password: string) {
  await requirePassword(ctx, password);
  const secret = generateSecret();
  const [row] = await sqlClient()`
    with changed as (
      update users set totp_secret_sealed = ${seal(places.totpSecret(ctx.user.id), secret)}, totp_last_step = null
      where id = ${ctx.user.id} and totp_enabled_at is null returning 1
    ), noted as (${ownLine(ctx, 'two_factor.begun')})
    select 1 from changed`;
  if (!row)
    throw new AppError(
      'INVALID_STATE',
      'Two-factor authentication is on already. Switch it off first to set it up anew.',
    );
  const uri = generateURI({ issuer: 'Kaira', label: ctx.user.email, secret });
  return { secret, uri, qr_svg: await qrCode(uri, { type: 'svg', margin: 2 }) };
}

/**
 * Switches it on with the first code. Returns the recovery codes, the only time that they are seen, and a session that
 * takes the place of the present one. Throws `INVALID_OTP`, `INVALID_STATE` and `RATE_LIMITED`.
 */
export async function confirmTwoFactor(ctx: UserContext, code: string) {
  await takeSecondFactor(ctx.user.id, { code }, ctx.address, ctx.now());
  const { session, insert } = await prepareSession(ctx.user, ctx, ctx.now(), sqlClient()`from changed`);
  const recovery = makeRecoveryCodes();
  // A secret that was begun after the code was taken has no last step.
  const [row] = await sqlClient()`
    with changed as (
      update users set totp_enabled_at = ${ctx.now().toISOString()}
      where id = ${ctx.user.id} and totp_enabled_at is null and totp_last_step is not null returning id
    ), ${recovery.replace}, started as (${insert}), noted as (${ownLine(ctx, 'two_factor.enabled')})
    select 1 from changed`;
  if (!row)
    throw new AppError(
      'INVALID_STATE',
      'Two-factor authentication is on already, or was begun again: take the code of the newest picture.',
    );
  return { recoveryCodes: recovery.codes, session };
}

/**
 * Switches it off with the password and a code or a recovery code. Returns a session that takes the place of the
 * present one. Throws `FORBIDDEN`, `INVALID_OTP` and `RATE_LIMITED`.
 */
export async function disableTwoFactor(ctx: UserContext, proof: SecondFactor & { password: string }) {
  await requirePassword(ctx, proof.password);
  await takeSecondFactor(ctx.user.id, proof, ctx.address, ctx.now());
  const { session, insert } = await prepareSession(ctx.user, ctx, ctx.now(), sqlClient()`from changed`);
  const [row] = await sqlClient()`
    with changed as (
      update users set totp_enabled_at = null, totp_secret_sealed = null, totp_last_step = null
      where id = ${ctx.user.id} and totp_enabled_at is not null returning id
    ), forgotten as (delete from recovery_codes where user_id in (select id from changed)),
    started as (${insert}), noted as (${ownLine(ctx, 'two_factor.disabled')})
    select 1 from changed`;
  if (!row) throw new AppError('INVALID_STATE', 'Two-factor authentication is off already.');
  return { session };
}

/** Ten new recovery codes; the ones before are dead. Throws `FORBIDDEN`, `INVALID_OTP` and `RATE_LIMITED`. */
export async function renewRecoveryCodes(
  ctx: UserContext,
  proof: { password: string; code: string },
): Promise<string[]> {
  await requirePassword(ctx, proof.password);
  await takeSecondFactor(ctx.user.id, { code: proof.code }, ctx.address, ctx.now());
  const recovery = makeRecoveryCodes();
  const [row] = await sqlClient()`
    with changed as (select id from users where id = ${ctx.user.id} and totp_enabled_at is not null for update),
    ${recovery.replace}, noted as (${ownLine(ctx, 'recovery_codes.renewed')})
    select 1 from changed`;
  if (!row) throw new AppError('INVALID_STATE', 'Two-factor authentication is off. Switch it on first.');
  return recovery.codes;
}

/**
 * Takes a code or a recovery code, each of which works once, also when it comes fifty times at once. Five wrong ones
 * lock for a quarter of an hour. Throws `INVALID_OTP` and `RATE_LIMITED`.
 */
export async function takeSecondFactor(
  userId: string,
  factor: SecondFactor,
  address: string | undefined,
  now: Date,
): Promise<void> {
  const throttle = { address: networkOf(address), secondFactor: userId };
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
    secret: unseal(places.totpSecret(userId), user.totp_secret_sealed),
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

/**
 * The password once more, before what a borrowed browser must not do. Returns the hash that it fits. Throws
 * `FORBIDDEN` and `RATE_LIMITED`.
 */
export async function requirePassword(ctx: UserContext, password: string): Promise<string> {
  const throttle = { address: networkOf(ctx.address), password: ctx.user.id };
  await countAttempt(throttle);
  const [row] = await sqlClient()`select password_hash from users where id = ${ctx.user.id}`;
  if (!(await isPassword(password, row?.password_hash ?? null))) {
    throw new AppError('FORBIDDEN', 'The password is wrong.');
  }
  await forgiveAttempt(throttle);
  return row?.password_hash;
}

function ownLine(ctx: UserContext, action: string): Fragment {
  return auditLine(ctx, { action, subjectId: ctx.user.id }, sqlClient()`from changed`);
}

/** New codes, and the CTEs that put them in the place of those of the user in `changed`. */
function makeRecoveryCodes(): { codes: string[]; replace: Fragment } {
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  const hashes = codes.map((code) => hashRecoveryCode(code).toString('hex'));
  const replace = sqlClient()`
    forgotten as (delete from recovery_codes where user_id in (select id from changed)),
    added as (
      insert into recovery_codes (user_id, code_hash)
      select id, decode(hash, 'hex') from changed, unnest(${hashes}::text[]) hash
    )`;
  return { codes, replace };
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
