import { createHmac, randomBytes } from 'node:crypto';
import { invariant } from '#lib/errors';

const secretPrefix = 'whsec_';

interface SignatureInput {
  /** The text that is sent; its UTF-8 bytes are what is signed. */
  body: string;
  secret: string;
  /** The secret before a rotation, while it is still valid (24 h). */
  previousSecret?: string | undefined;
  eventId: string;
  /** The time of this attempt: verifiers refuse one more than five minutes away. */
  timestampSeconds: number;
}

export interface SignatureHeaders extends Record<string, string> {
  'x-gw-signature': string;
  'provider-w-signature': string;
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * The signature headers of one attempt (contract.md §7): the gateway's own, hex and keyed with the text of the whole
 * secret, depend on the body alone and so are the same in every retry; the trio is that of Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md) and carries the time.
 */
export function signWebhook(input: SignatureInput): SignatureHeaders {
  const { body, secret, previousSecret, eventId, timestampSeconds } = input;
  invariant(Number.isSafeInteger(timestampSeconds), 'a webhook is stamped in whole seconds');
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  const content = `${eventId}.${timestampSeconds}.${body}`;
  const signature = bodySignature(body, secret);
  return {
    'x-gw-signature': signature,
    'provider-w-signature': signature,
    ...(previousSecret !== undefined && { 'x-gw-signature-previous': bodySignature(body, previousSecret) }),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets.map((key) => `v1,${standardSignature(content, key)}`).join(' '),
  };
}

interface AttemptFacts {
  environment: 'SANDBOX' | 'LIVE';
  event: string;
  eventId: string;
  deliveryId: string;
  /** From 1. */
  attempt: number;
  body: string;
  sentAt: Date;
  secret: string;
  previousSecret?: string | undefined;
}

/** All headers of one attempt that are ours: the spec's, and the additive ones of contract.md §7. */
export function webhookHeaders(facts: AttemptFacts): Record<string, string> {
  const timestampSeconds = Math.floor(facts.sentAt.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Kaira-Webhooks/1',
    ...signWebhook({ ...facts, timestampSeconds }),
    'x-gw-event': facts.event,
    ...(facts.environment === 'SANDBOX' && { 'x-gw-sandbox': 'true' }),
    'x-gw-event-id': facts.eventId,
    'x-gw-delivery': facts.deliveryId,
    'x-gw-attempt': String(facts.attempt),
    'x-gw-timestamp': String(timestampSeconds),
  };
}

/** `whsec_` and the standard base64 of 32 random bytes. */
export function makeWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

function bodySignature(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('hex');
}

function standardSignature(content: string, secret: string): string {
  invariant(secret.startsWith(secretPrefix), 'a webhook secret begins with whsec_');
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  invariant(key.length > 0, 'a webhook secret holds a key');
  return createHmac('sha256', key).update(content, 'utf8').digest('base64');
}
