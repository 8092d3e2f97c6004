import { parseArgs } from 'node:util';
import { z } from 'zod';
import { closeDatabase, sqlClient } from '#db/client';
import type { EmbeddedPostgres } from '#db/embedded';
import { migrate } from '#db/migrate';
import { OneSentenceError } from '#db/one-sentence-error';
import { createUser } from '#lib/clients/create-user';
import { findDatabase } from '#scripts/find-database';
import { reportFailure } from '#scripts/terminal';

// npm run admin:create -- --email awa@example.com --name "Awa Ceesay"

const usage = 'Use it so: npm run admin:create -- --email awa@example.com --name "Awa Ceesay"';

let postgres: EmbeddedPostgres | undefined;
try {
  const { email, name } = readArguments();
  const database = await findDatabase();
  postgres = database.postgres;
  await migrate(database.owner, database.application, {
    tell: (sentence) => process.stdout.write(`${sentence}\n`),
  });
  const [taken] = await sqlClient()`select 1 from users where email = ${email}`;
  if (taken)
    throw new OneSentenceError(`A user with the e-mail ${email} exists already; nothing was changed.`);
  const { password } = await createUser({ clientId: null, email, name, role: 'admin' });
  process.stdout.write(
    `${name} may sign in as an operator.\n\n  E-mail    ${email}\n  Password  ${password}\n\nThe password is shown this once.\n`,
  );
} catch (error) {
  reportFailure(error);
} finally {
  await closeDatabase();
  // A server that was running already serves somebody else.
  if (postgres && !postgres.reused) await postgres.stop();
}

function readArguments(): { email: string; name: string } {
  let given: { email?: string; name?: string };
  try {
    given = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } }).values;
  } catch (error) {
    throw new OneSentenceError(`${(error as Error).message}. ${usage}`);
  }
  const email = z.email().max(254).safeParse(given.email?.trim().toLowerCase());
  if (!email.success) throw new OneSentenceError(`--email must be an e-mail address. ${usage}`);
  const name = z.string().min(1).max(100).safeParse(given.name?.trim());
  if (!name.success) throw new OneSentenceError(`--name must be 1 to 100 characters. ${usage}`);
  return { email: email.data, name: name.data };
}
