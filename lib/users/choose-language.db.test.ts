import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { logIn } from '#lib/auth/log-in';
import { createUser } from '#lib/clients/create-user';
import { chooseLanguage } from '#lib/users/choose-language';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a language that somebody chose is theirs alone, and the next log-in brings it along', async () => {
  const newPerson = async () => {
    const email = `${randomUUID()}@kaira.example`;
    return { email, ...(await createUser({ clientId: null, email, name: 'Awa', role: 'admin' })) };
  };
  const [person, other] = [await newPerson(), await newPerson()];
  const languageAt = async ({ email, password }: typeof person) => {
    const from = { address: '198.51.100.7', userAgent: null };
    const result = await logIn('admin', { email, password }, from, new Date());
    return result.status === 'success' ? result.session.language : 'refused';
  };
  expect(await languageAt(person)).toBeUndefined();
  await chooseLanguage({ user: { id: person.id } } as never, 'fr');
  expect([await languageAt(person), await languageAt(other)]).toEqual(['fr', undefined]);
  // As a release that offers more may have left it.
  await superuserSql()`update users set language = 'wo' where id = ${person.id}`;
  expect(await languageAt(person)).toBeUndefined();
});
