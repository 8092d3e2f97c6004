import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a signature's time may lie from ours, either way. */
export const NOTICE_TOLERANCE_SECONDS = 300;

/** The secrets of a setting that lists them with commas: the rail signs with one of them while they are rotated. */
export function secretsOf(setting: string): string[] {
  return setting
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
}

interface SignatureInput {
  algorithm: 'sha256' | 'sha512';
  secrets: readonly string[];
  /** What is signed: these parts, one after the other. */
  content: readonly (string | Uint8Array)[];
  /** In hex, of either case. */
  signatures: readonly string[];
}

/** Whether one of the signatures was made with one of the secrets. Compares every pair, in constant time. */
export function isSigned({ algorithm, secrets, content, signatures }: SignatureInput): boolean {
  let found = false;
  for (const secret of secrets) {
    const hmac = createHmac(algorithm, secret);
    for (const part of content) hmac.update(part);
    const expected = hmac.digest();
    for (const signature of signatures) {
      const given = /^([0-9a-f]{2})+$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0);
      if (given.length === expected.length && timingSafeEqual(given, expected)) found = true;
    }
  }
  return found;
}

/** Whether a time in unix seconds, as the header has it, lies too far away. */
export function isStale(unixSeconds: string, now: Date): boolean {
  const distance = Math.abs(now.getTime() / 1_000 - Number(unixSeconds));
  return !(distance <= NOTICE_TOLERANCE_SECONDS);
}

/** The JSON of a notice, or undefined for other bytes. */
export function parseNotice(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return undefined;
  }
}
