import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sqlClient } from '#db/client';
import { writeAuditLog } from '#lib/auth/audit-log';
import { countAttempt, forgiveAttempt, passwordThrottle } from '#lib/auth/login-throttle';
import { isPassword } from '#lib/auth/passwords';
import { decodeToken, encodeToken } from '#lib/auth/session-token';
import {
  type Door,
  type RequestOrigin,
  type SessionUser,
  type StartedSession,
  startSession,
} from '#lib/auth/sessions';
import { takeSecondFactor } from '#lib/auth/two-factor';
import { AppError } from '#lib/errors';

const CHALLENGE_SECONDS = 5 * 60;
const MAX_SECRET_LENGTH = 1_024;

const shortText = (name: string) =>
  z
    .string(`The ${name} must be a string.`)
    .max(MAX_SECRET_LENGTH, `The ${name} is too long.`)
    .refine(
      (text) => text.isWellFormed() && !text.includes('\0'),
      `The ${name} has characters that no ${name} has.`,
    );

export const logInRequest = z.object({ email: shortText('email'), password: shortText('password') });

export const secondFactorRequest = z
  .object({
    challenge_token: z.string('The challenge_token must be a string.').max(4_096),
    code: shortText('code').optional(),
    recovery_code: shortText('recovery_code').optional(),
  })
  .refine((body) => (body.code === undefined) !== (body.recovery_code === undefined), {
    path: ['code'],
    message: 'Give either a code or a recovery_code.',
  });

export type LogInResult =
  | { status: 'success'; session: StartedSession }
  | { status: 'two_factor_required'; challengeToken: string; expiresAt: Date };

/**
 * Starts a session with the right password, or asks for the second factor. A wrong e-mail, a wrong password and the
 * other dashboard's door are one and the same `UNAUTHORIZED`, in the same time. Throws `RATE_LIMITED` after too many.
 */
export async function logIn(
  door: Door,
  body: z.output<typeof logInRequest>,
  from: RequestOrigin,
  now: Date,
): Promise<LogInResult> {
  const email = body.email.trim().toLowerCase();
  const throttle = passwordThrottle(`${door} ${email}`, from.address);
  await countAttempt(throttle);
  const user = await findUser('email', email);
  const hash = user !== undefined && user.door === door ? user.passwordHash : null;
  if (!(await isPassword(body.password, hash)) || user === undefined) {
    // Noted for an unknown e-mail as well, so that both take the same time.
    await noteLogIn('session.refused', user, from, now);
    throw new AppError('UNAUTHORIZED', 'The e-mail or the password is wrong.');
  }
  await forgiveAttempt(throttle);
  if (!user.twoFactor) return { status: 'success', session: await begin(user, from, now) };
  const claims = { sub: user.id, door, password: passwordMark(user.passwordHash) };
  return {
    status: 'two_factor_required',
    challengeToken: await encodeToken('two-factor challenge', claims, CHALLENGE_SECONDS),
    expiresAt: new Date(now.getTime() + CHALLENGE_SECONDS * 1000),
  };
}

/** The second step. Throws `UNAUTHORIZED` for a challenge that is not ours or has run out and for a wrong code. */
export async function answerChallenge(
  body: z.output<typeof secondFactorRequest>,
  from: RequestOrigin,
  now: Date,
): Promise<StartedSession> {
  const claims = await decodeToken('two-factor challenge', body.challenge_token);
  const user = typeof claims?.sub === 'string' ? await findUser('id', claims.sub) : undefined;
  // The password must still be the one that was given.
  if (user === undefined || claims?.password !== passwordMark(user.passwordHash)) {
    throw new AppError('UNAUTHORIZED', 'This log-in has run out. Begin again with the password.');
  }
  try {
    await takeSecondFactor(user.id, { code: body.code, recoveryCode: body.recovery_code }, now);
  } catch (error) {
    await noteLogIn('session.refused', user, from, now);
    if (error instanceof AppError && error.code === 'INVALID_OTP') {
      throw new AppError('UNAUTHORIZED', error.message);
    }
    throw error;
  }
  return begin(user, from, now);
}

interface FoundUser extends SessionUser {
  door: Door;
  clientId: string | null;
  passwordHash: string | null;
  twoFactor: boolean;
}

async function findUser(by: 'email' | 'id', value: string): Promise<FoundUser | undefined> {
  const sql = sqlClient();
  const [row] = await sql`
    select id, client_id, email, name, role, password_hash, totp_enabled_at is not null as two_factor
    from users where ${by === 'id' ? sql`id = ${value}` : sql`email = ${value}`} and disabled_at is null`;
  if (row === undefined) return undefined;
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    door: row.client_id === null ? 'admin' : 'client',
    clientId: row.client_id,
    passwordHash: row.password_hash,
    twoFactor: row.two_factor,
  };
}

async function begin(user: FoundUser, from: RequestOrigin, now: Date): Promise<StartedSession> {
  const { id, email, name, role } = user;
  const session = await startSession({ id, email, name, role }, from, now);
  await noteLogIn('session.started', user, from, now);
  return session;
}

async function noteLogIn(
  action: string,
  user: FoundUser | undefined,
  from: RequestOrigin,
  now: Date,
): Promise<void> {
  const actor = { user, clientId: user?.clientId ?? undefined, address: from.address, now: () => now };
  await writeAuditLog(actor, { action, ...(user && { subjectId: user.id }) });
}

function passwordMark(passwordHash: string | null): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');
}
