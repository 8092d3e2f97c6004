import { randomUUID } from 'node:crypto';
import type { Role } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import { createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import type { Context, Environment } from '#lib/context';

type Clock = () => Date;

/** A verb's context of a new person of a client's, as the client dashboard makes it. */
export function memberContext(
  client: Context['client'],
  options: { role?: Role; environment?: Environment; now?: Clock } = {},
): Context & UserContext {
  const person = personContext(options.role ?? 'owner', options.now);
  return {
    ...person,
    clientId: client.id,
    client,
    environment: options.environment ?? 'SANDBOX',
    actor: { type: 'user', id: person.user.id },
  };
}

/** A verb's context of a new member of the operators' staff, as the admin dashboard makes it. */
export function staffContext(role: Role = 'admin', now?: Clock): UserContext {
  return { ...personContext(role, now), clientId: undefined };
}

/** The same of a person who has a row, as whoever has the machine makes it. */
export async function newUser(
  role: Role,
  client?: Context['client'],
  now: Clock = () => new Date(),
): Promise<Context & UserContext> {
  const ctx = memberContext(client ?? { id: randomUUID(), name: 'None', commissionBps: 0 }, { role, now });
  const { email, name } = ctx.user;
  const { id } = await createUser({ clientId: client?.id ?? null, email, name, role });
  return { ...ctx, clientId: client?.id, user: { ...ctx.user, id }, actor: { type: 'user', id } };
}

export async function newClient(): Promise<Context['client']> {
  const name = `Client ${randomUUID().slice(0, 8)}`;
  const id = await createClient({ name, businessPhone: '+2207000003', businessEmail: 'shop@people.example' });
  return { id, name, commissionBps: 150 };
}

function personContext(role: Role, now: Clock = () => new Date()): UserContext {
  const id = randomUUID();
  return {
    user: { id, email: `${id}@people.example`, name: `Some ${role}`, role },
    sessionId: randomUUID(),
    clientId: undefined,
    isConfirmed: true,
    address: '203.0.113.9',
    userAgent: null,
    now,
  };
}
