import type { Session, SessionUser } from '#lib/auth/sessions';

/** Who acts in a dashboard, from where, and what time it is: what a verb about users and accounts is told. */
export interface UserContext {
  user: SessionUser;
  sessionId: string;
  /** Undefined for the operators' staff. */
  clientId: string | undefined;
  /** Of the operators' staff: another operator has confirmed them. Until then they only read. */
  isConfirmed: boolean;
  address: string | undefined;
  userAgent: string | null;
  now(): Date;
}

export function userContext(
  session: Session,
  from: Pick<UserContext, 'address' | 'userAgent'>,
  now = () => new Date(),
): UserContext {
  const { id: sessionId, user, isConfirmed } = session;
  return { user, sessionId, clientId: session.client?.id, isConfirmed, ...from, now };
}
