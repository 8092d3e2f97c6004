import type { AdjustmentData, EventType, Open, WebhookData } from './openapi.ts';

export interface WebhookEvent {
  /** The same in every attempt, and signed: do nothing for an id that you have dealt with. */
  id: string;
  event: Open<EventType>;
  /** True if you asked for it with `webhookEndpoints.test`: no money moved, deliver nothing for it. */
  test?: boolean;
  /** An adjustment has no `status`: `'status' in data` tells them apart. */
  data: WebhookData | AdjustmentData;
}

export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from the time here, before or after; 300 without it. */
  toleranceSeconds?: number | undefined;
}

/** A request that is not to be trusted, and why. Answer 400 with the message: it will stand in the delivery log. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

/**
 * The event of a webhook, after checking its signature, its time and its form. Takes the request as it came: the
 * signature is that of the exact bytes, so nothing may have read the body before.
 *
 * Guarantee: who sent it knows the secret, and sent these bytes at most `toleranceSeconds` ago under this id. A replay
 * within that time has the same `id`. While a secret is being replaced, the one before and the new one both verify.
 * Throws `WebhookVerificationError`, or a `TypeError` for a secret or a tolerance that is none.
 * https://www.standardwebhooks.com/
 */
export async function verifyWebhook(
  request: Request,
  secret: string | undefined,
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(secret ?? '')) {
    throw new TypeError('The secret is not whsec_ and 44 characters, as it was shown with the endpoint.');
  }
  // Written so that what is no number is refused as well.
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds is a number of seconds.');
  const id = requiredHeader(request, 'webhook-id');
  const timestamp = requiredHeader(request, 'webhook-timestamp');
  const signatures = requiredHeader(request, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('webhook-timestamp is not a number of seconds');
  }
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError(
      `webhook-timestamp is more than ${toleranceSeconds} seconds from the time here`,
    );
  }

  const body = await bodyOf(request);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const keyBytes = bytesOf((secret as string).slice('whsec_'.length));
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify']);
  let isSigned = false;
  for (const each of signatures) {
    const [, base64] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(each) ?? [];
    // `verify` compares in constant time, which a comparison of texts does not.
    if (base64 && (await crypto.subtle.verify('HMAC', key, bytesOf(base64), signed))) isSigned = true;
  }
  if (!isSigned) throw new WebhookVerificationError('no signature matches');
  return eventOf(id, body);
}

function requiredHeader(request: Request, name: string): string {
  const value = request.headers.get(name);
  if (!value) throw new WebhookVerificationError(`${name} is missing`);
  return value;
}

async function bodyOf(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    throw new WebhookVerificationError('the body cannot be read, or was read before');
  }
}

function eventOf(id: string, body: Uint8Array): WebhookEvent {
  let event: Partial<WebhookEvent>;
  try {
    event = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookVerificationError('the body is not JSON');
  }
  if (typeof event.event === 'string' && typeof event.data === 'object' && event.data !== null) {
    return { ...(event as WebhookEvent), id };
  }
  // Its amounts are JSON numbers, which would be read as floats.
  throw new WebhookVerificationError(
    'the endpoint has the payload_form legacy: set it to current with webhookEndpoints.update',
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
