import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** 120 random bits, easy to copy. */
export function randomPassword(): string {
  return randomBytes(15).toString('base64url');
}
