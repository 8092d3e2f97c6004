import { database } from '#db/client';
import { users } from '#db/schema/users';
import { hashPassword, randomPassword } from '#lib/auth/passwords';
import { newId } from '#lib/ids';

type Role = (typeof users.$inferInsert)['role'];

interface NewUser {
  /** Null for the operators' own staff. */
  clientId: string | null;
  email: string;
  name: string;
  role: Role;
}

/** Makes a user with a random password and returns it: the only time that it is seen. A known e-mail is a database error (23505). */
export async function createUser(user: NewUser): Promise<{ id: string; password: string }> {
  const id = newId();
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  await database()
    .insert(users)
    .values({ ...user, id, email: user.email.toLowerCase(), passwordHash });
  return { id, password };
}
