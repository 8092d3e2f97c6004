import { expect, test } from 'vitest';
import { hashPassword, isPassword, passwordFault } from '#lib/auth/passwords';

const person = { email: 'awa.ceesay@serekunda.example', name: 'Awa Ceesay' };

test.each([
  ['short', /at least 12/],
  ['a'.repeat(257), /at most 256/],
  ['passwordpassword', /everybody|repeats/],
  ['password123456!', /everybody/],
  ['aaaaaaaaaaaaaaaa', /repeats/],
  ['awa.ceesay@serekunda.example', /your name or e-mail/],
  ['kairakaira123', /your name or e-mail/],
  ['long enough \0 but a NUL', /control/],
  ['long enough \n but a line', /control/],
  ['long enough \ud800 but half', /well-formed/],
])('[66] %j is refused as a new password', (password, message) => {
  expect(passwordFault(password, person)).toMatch(message);
});

test.each([
  'a long enough one 42',
  'ñandú über Straße 🐟',
  `${'é'.normalize('NFD').repeat(3)}bcdefghijklm`,
  'x7'.repeat(6) + 'Qz9 '.repeat(61),
])('[66] %j is taken', (password) => expect(passwordFault(password, person)).toBeUndefined());

test('[66] every byte of a long password counts, also past the 72nd', async () => {
  const long = 'correct horse '.repeat(14);
  const hash = await hashPassword(`${long}1`);
  expect(await isPassword(`${long}1`, hash)).toBe(true);
  expect(await isPassword(`${long}2`, hash)).toBe(false);
  expect(await isPassword(long.slice(0, 72), hash)).toBe(false);
});

test('[66] a composed and a decomposed letter are one password', async () => {
  const hash = await hashPassword('café'.normalize('NFC'));
  expect(await isPassword('café'.normalize('NFD'), hash)).toBe(true);
});

test('nobody without a hash has a password', async () => {
  expect(await isPassword('', null)).toBe(false);
});
