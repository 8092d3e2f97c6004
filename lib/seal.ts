import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { settings } from '#lib/settings';

/** What a sealed value is, and in which row it stands; it is read nowhere else. */
export interface Place {
  purpose: string;
  row: readonly string[];
}

const place = (purpose: string, ...row: string[]): Place => ({ purpose, row });

/** Everything that the database must hold but not show. `lib/secrets/reseal.ts` has the columns. */
export const places = {
  /** Of an `Idempotency-Key`. */
  answer: (clientId: string, environment: string, key: string) => place('answer', clientId, environment, key),
  webhookSecret: (endpointId: string) => place('webhook secret', endpointId),
  /** The endpoint's secret of before, while it still signs. */
  previousWebhookSecret: (endpointId: string) => place('webhook secret', endpointId, 'previous'),
  totpSecret: (userId: string) => place('totp secret', userId),
  railConnection: (provider: string) => place('rail_connection', provider),
  railConnectionVersion: (provider: string, mark: Buffer) =>
    place('rail_connection', provider, mark.toString('hex')),
  railConnectionRequest: (id: string) => place('rail_connection_request', id),
  railNotice: (provider: string, dedupeId: string) => place('rail_notice', provider, dedupeId),
  /** Of a message to one person, whose event no other one has. */
  messageLink: (event: string) => place('message link', event),
  /** Of a link by which whoever has a message does without its kind. */
  unsubscribe: () => place('unsubscribe'),
  /** Of a link that proves that a message to this person arrived. */
  emailConfirmation: () => place('email confirmation'),
  railState: (transactionId: string) => place('rail_state', transactionId),
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Before each value: that its row is bound in, and under which secret. Without it, it is of a release before. */
const FORM = Buffer.from('K2');
const MARK_BYTES = FORM.length + 4;

interface SealingKey {
  /** The form, and 32 bits that tell the secrets apart and nothing of them. */
  mark: Buffer;
  key: Buffer;
  /** Of values that are bound to their purpose alone. */
  unboundKey: Buffer;
}

let known: SealingKey[] | undefined;

/** The present secret first. */
function sealingKeys(): [SealingKey, ...SealingKey[]] {
  known ??= secrets().map((secret) => ({
    mark: Buffer.concat([FORM, derive(secret, 'kaira seal v2 mark').subarray(0, 4)]),
    key: derive(secret, 'kaira seal v2'),
    unboundKey: derive(secret, 'kaira seal v1'),
  }));
  return known as [SealingKey, ...SealingKey[]];
}

/**
 * Encrypts what the database must hold but not show: AES-256-GCM under a key derived from `KAIRA_SECRET`. The place is
 * bound in, so that a value cannot be moved to another column or another row.
 */
export function seal({ purpose, row }: Place, text: string): Buffer {
  const [{ mark, key }] = sealingKeys();
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(JSON.stringify([purpose, ...row])));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([mark, nonce, cipher.getAuthTag(), sealed]);
}

/** Kept on `globalThis`, because Next bundles its own copy of this module beside the one that server.ts loads. */
const shared = globalThis as { kairaOnlyBound?: boolean };

/** From now on this process reads nothing that is not bound to its row and column. */
export function refuseUnbound(): void {
  shared.kairaOnlyBound = true;
}

/**
 * What was sealed for this place, under `KAIRA_SECRET` or `KAIRA_SECRET_PREVIOUS`, until `refuseUnbound` also by releases
 * that bound the purpose alone. Throws when the value was altered, or sealed under another secret or for another place.
 */
export function unseal({ purpose, row }: Place, sealed: Buffer): string {
  const bound = Buffer.from(JSON.stringify([purpose, ...row]));
  for (const { mark, key } of sealingKeys()) {
    if (!sealed.subarray(0, MARK_BYTES).equals(mark)) continue;
    const text = open(key, bound, sealed.subarray(MARK_BYTES));
    if (text !== undefined) return text;
  }
  for (const { unboundKey } of shared.kairaOnlyBound ? [] : sealingKeys()) {
    const text = open(unboundKey, Buffer.from(purpose), sealed);
    if (text !== undefined) return text;
  }
  throw new Error(
    `A sealed value (${purpose}) cannot be read: it was altered, or KAIRA_SECRET is not the one that sealed it.`,
  );
}

function open(key: Buffer, bound: Buffer, sealed: Buffer): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(bound);
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8');
    return text + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** What every value begins with that is sealed as one would be now. */
export function presentMark(): Buffer {
  return sealingKeys()[0].mark;
}

/**
 * Keys for one purpose, the same in every process with these secrets: the one to use first, and to compare with as
 * long as there is a `KAIRA_SECRET_PREVIOUS` that of it. They tell nothing of the other keys.
 */
export function deriveKeys(purpose: string): [Buffer, ...Buffer[]] {
  return secrets().map((secret) => derive(secret, purpose)) as [Buffer, ...Buffer[]];
}

/** `KAIRA_SECRET`, and the one before while it is being replaced. */
export function secrets(): [string, ...string[]] {
  const { KAIRA_SECRET, KAIRA_SECRET_PREVIOUS } = settings();
  return KAIRA_SECRET_PREVIOUS === undefined ? [KAIRA_SECRET] : [KAIRA_SECRET, KAIRA_SECRET_PREVIOUS];
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
