import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { settings } from '#lib/settings';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
let key: Buffer | undefined;

/**
 * Encrypts what the database must hold but not show (webhook secrets, stored answers): AES-256-GCM under a key
 * derived from `KAIRA_SECRET`. The purpose is bound in, so that a value cannot be moved to another column.
 */
export function seal(purpose: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(), nonce);
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when the value was altered, or sealed under another `KAIRA_SECRET` or for another purpose. */
export function unseal(purpose: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(), sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return (
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch (cause) {
    throw new Error(
      `A sealed value (${purpose}) cannot be read: it was altered, or KAIRA_SECRET is not the one that sealed it.`,
      { cause },
    );
  }
}

function sealingKey(): Buffer {
  key ??= deriveKey('kaira seal v1');
  return key;
}

/** A key for one purpose, the same in every process with this `KAIRA_SECRET`. It tells nothing of the other keys. */
export function deriveKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', settings().KAIRA_SECRET, '', purpose, 32));
}
