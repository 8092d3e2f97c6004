import { database, sqlState } from '#db/client';
import { users } from '#db/schema/users';
import { hashPassword, randomPassword } from '#lib/auth/passwords';
import type { Role } from '#lib/auth/sessions';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';

interface NewUser {
  /** Null for the operators' own staff. */
  clientId: string | null;
  email: string;
  name: string;
  role: Role;
}

const UNIQUE_VIOLATION = '23505';

/** Makes a user with a random password and returns it: the only time that it is seen. Throws as `addUser` does. */
export async function createUser(user: NewUser): Promise<{ id: string; password: string }> {
  const password = randomPassword();
  const id = await addUser(user, await hashPassword(password));
  return { id, password };
}

/** Makes a user who cannot sign in before an invitation is accepted. Throws `INVALID_STATE` for a known e-mail. */
export async function addUser(user: NewUser, passwordHash: string | null = null): Promise<string> {
  const id = newId();
  try {
    await database()
      .insert(users)
      .values({ ...user, id, email: user.email.toLowerCase(), passwordHash });
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new AppError('INVALID_STATE', `A user with the e-mail ${user.email} exists already.`);
  }
  return id;
}
