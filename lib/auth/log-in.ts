import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { countAttempt, forgiveAttempt } from '#lib/auth/login-throttle';
import { isPassword } from '#lib/auth/passwords';
import { secretField } from '#lib/auth/secret-field';
import { decodeToken, encodeToken } from '#lib/auth/session-token';
import {
  type Door,
  livingSession,
  prepareSession,
  type RequestOrigin,
  type SessionUser,
  type StartedSession,
} from '#lib/auth/sessions';
import { tellOfNewDevice } from '#lib/auth/tell-of-new-device';
import { takeSecondFactor } from '#lib/auth/two-factor';
import { asLanguage, type Language } from '#lib/browser/language/languages';
import { AppError } from '#lib/errors';
import { networkOf } from '#lib/http/peer';

const CHALLENGE_SECONDS = 5 * 60;

export const logInRequest = z.object({
  email: secretField('email').meta({
    description: 'The e-mail address of the person.',
    examples: ['owner@shop.example.com'],
  }),
  password: secretField('password').meta({
    description: 'Their password.',
    examples: ['correct horse battery staple'],
  }),
});

export const secondFactorRequest = z
  .object({
    challenge_token: z
      .string('The challenge_token must be a string.')
      .max(4_096, 'The challenge_token is not one of ours. Begin again with the password.')
      .meta({
        description: 'What the log-in answered.',
        examples: ['eyJhbGciOiJIUzI1NiJ9.e30.x'],
      }),
    code: secretField('code')
      .optional()
      .meta({ description: 'Of the authenticator.', examples: ['123456'] }),
    recovery_code: secretField('recovery_code')
      .optional()
      .meta({ description: 'Instead of a code; each works once.', examples: ['k7m2-9qxw'] }),
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
  const throttle = { address: networkOf(from.address), account: email };
  await countAttempt(throttle);
  const user = await findUser('email', email);
  const hash = user !== undefined && user.door === door ? user.passwordHash : null;
  if (!(await isPassword(body.password, hash)) || user === undefined) {
    // Noted for an unknown e-mail as well, so that both take the same time.
    await noteRefusal(user, from, now);
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
    await takeSecondFactor(user.id, { code: body.code, recoveryCode: body.recovery_code }, from.address, now);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_OTP') throw error;
    await noteRefusal(user, from, now);
    throw new AppError('UNAUTHORIZED', error.message);
  }
  return begin(user, from, now);
}

interface FoundUser extends SessionUser {
  door: Door;
  clientId: string | null;
  passwordHash: string | null;
  twoFactor: boolean;
  language: Language | undefined;
}

async function findUser(by: 'email' | 'id', value: string): Promise<FoundUser | undefined> {
  const sql = sqlClient();
  const [row] = await sql`
    select id, client_id, email, name, role, password_hash, totp_enabled_at is not null as two_factor, language
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
    language: asLanguage(row.language),
  };
}

/**
 * Throws `UNAUTHORIZED` when the user was disabled or given another password since `findUser` looked, and `RATE_LIMITED`
 * for more sessions than a person begins.
 */
async function begin(user: FoundUser, from: RequestOrigin, now: Date): Promise<StartedSession> {
  await countAttempt({ session: user.id });
  const sql = sqlClient();
  const { id, email, name, role } = user;
  // With the earlier session joined to it, that one is read before it is replaced.
  const changed = sql`from changed left join earlier on true`;
  const { session, insert } = await prepareSession({ id, email, name, role }, from, now, changed);
  const entry = {
    action: 'session.started',
    subjectId: id,
    before: sql`case when earlier.id is not null then jsonb_build_object('ended_session', earlier.id) end`,
    after: { user_agent: from.userAgent?.slice(0, 255) ?? null },
  };
  const [row] = await sql`
    with changed as (
      select 1 from users
      where id = ${id} and disabled_at is null and password_hash is not distinct from ${user.passwordHash}
      for share
    ), earlier as (${livingSession(id, now)}), started as (${insert}),
    noted as (${auditLine(actorOf(user, from, now), entry, changed)}),
    told as (${tellOfNewDevice(user, from, now)})
    select 1 from changed`;
  if (row === undefined)
    throw new AppError('UNAUTHORIZED', 'This log-in has run out. Begin again with the password.');
  return { ...session, language: user.language };
}

/** Nobody was signed in, so the line names the user as its subject only. */
async function noteRefusal(user: FoundUser | undefined, from: RequestOrigin, now: Date): Promise<void> {
  const actor = { ...actorOf(user, from, now), user: undefined };
  await auditLine(actor, { action: 'session.refused', ...(user && { subjectId: user.id }) });
}

function actorOf(user: FoundUser | undefined, from: RequestOrigin, now: Date) {
  return { user, clientId: user?.clientId ?? undefined, address: from.address, now: () => now };
}

function passwordMark(passwordHash: string | null): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');
}
