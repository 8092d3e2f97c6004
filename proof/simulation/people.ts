import { sqlClient } from '#db/client';
import type { Role, SessionUser } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import type { Context, Environment } from '#lib/context';
import { newId } from '#lib/ids';

export type Client = Context['client'];
/** Somebody of a client at the dashboard of one environment. */
export type Member = Context & UserContext;

/** A client and its people. */
export interface Desk {
  client: Client;
  owner: UserContext;
  accountant: UserContext;
}

/** Puts a person into the books of the house or of a client; without a password, for nobody signs in here. */
export async function hire(name: string, role: Role, client?: Client): Promise<UserContext> {
  const id = newId(new Date());
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}.${id.slice(-6)}@people.example`;
  await sqlClient()`
    insert into users (id, client_id, email, name, role, confirmed_at)
    values (${id}, ${client?.id ?? null}, ${email}, ${name}, ${role},
            ${client === undefined ? new Date().toISOString() : null})`;
  return contextOf({ id, email, name, role }, client);
}

export function contextOf(user: SessionUser, client?: Client): UserContext {
  return {
    user,
    sessionId: newId(),
    clientId: client?.id,
    isConfirmed: true,
    address: '203.0.113.9',
    userAgent: null,
    now: () => new Date(),
  };
}

export function atDesk(person: UserContext, client: Client, environment: Environment): Member {
  return { ...person, client, environment, actor: { type: 'user', id: person.user.id } };
}
