import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. Each runs on a thread of libuv's pool, so at most four
 * at once. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MIN_LENGTH = 12;
const MAX_LENGTH = 256;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), parameters);
}

/** Takes the same time whether or not there is a hash to compare with. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummyHash ??= hashPassword(randomPassword());
  const matches = await verify(passwordHash ?? (await dummyHash), password.normalize('NFKC'));
  return matches && passwordHash !== null;
}
let dummyHash: Promise<string> | undefined;

/** 120 random bits, easy to copy. */
export function randomPassword(): string {
  return randomBytes(15).toString('base64url');
}

/**
 * What is wrong with a new password, as a sentence, or undefined. Length and not composition, and no password that
 * everybody tries first. https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
 */
export function passwordFault(password: string, person: { email: string; name: string }): string | undefined {
  const length = [...password].length;
  if (length < MIN_LENGTH) return `The password must have at least ${MIN_LENGTH} characters.`;
  if (length > MAX_LENGTH) return `The password must have at most ${MAX_LENGTH} characters.`;
  // What a log-in refuses as no password at all must not become one.
  if (!password.isWellFormed() || /\p{Cc}/u.test(password))
    return 'The password must be well-formed Unicode without control characters.';
  const plain = password.toLowerCase();
  if (isCommon(plain)) return 'This password is among those that everybody tries first. Choose another one.';
  if (new Set(plain).size < 5) return 'The password repeats too few characters. Choose another one.';
  const own = [...person.email.toLowerCase().split('@'), ...person.name.toLowerCase().split(/\s+/), 'kaira'];
  const rest = own.filter((word) => word.length > 2).reduce((left, word) => left.replaceAll(word, ''), plain);
  if ([...rest].length < MIN_LENGTH / 2)
    return 'The password must not be made of your name or e-mail address.';
  return undefined;
}

/** Also with digits and signs around it. */
function isCommon(plain: string): boolean {
  common ??= new Set(dictionary['passwords-common']);
  return common.has(plain) || common.has(plain.replace(/^\P{L}+|\P{L}+$/gu, ''));
}
let common: Set<string> | undefined;
