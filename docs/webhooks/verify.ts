// Verifies a webhook from Kaira. For whatever hands you a Request: Next route handlers, Hono, Bun, Deno, Node 20 or newer.
//
//   export async function POST(request: Request) {
//     const event = await verifyWebhook(request, process.env.KAIRA_WEBHOOK_SECRET);
//
// A WebhookError says why a request is not to be trusted: answer 400. The signature is that of the exact bytes, so the
// body is read here; JSON that was parsed and printed again has other bytes.

import { createHmac, timingSafeEqual } from 'node:crypto';

export interface WebhookEvent {
  /** The same in every attempt, and signed: do nothing for an id that you have dealt with. */
  id: string;
  /** `payment.succeeded`, `payment.failed`, … */
  event: string;
  /** True if you asked for it with `POST /webhook-endpoints/{id}/test`: no money moved. */
  test?: boolean;
  /** In the payload form `legacy` there is `transaction` instead. */
  data: {
    id: string;
    type: 'collection' | 'payout' | 'adjustment';
    reference: string;
    /** Decimal, such as `150.00`; of an adjustment it may be negative. */
    amount: string;
    currency: string;
    /** Of collections and payouts, as is `provider`. */
    status?: string;
    provider?: string;
    environment: 'SANDBOX' | 'LIVE';
    completed_at: string | null;
    /** Of adjustments. */
    reason?: string;
    recipient_mobile?: string;
    failure?: { code: string; message: string };
  };
}

export class WebhookError extends Error {}

const toleranceSeconds = 300;

/** Verifies `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks). This is all you need. */
export async function verifyWebhook(request: Request, secret: string | undefined): Promise<WebhookEvent> {
  const key = Buffer.from(checkedSecret(secret).slice('whsec_'.length), 'base64');
  const id = requiredHeader(request, 'webhook-id');
  const timestamp = requiredHeader(request, 'webhook-timestamp');
  const signatures = requiredHeader(request, 'webhook-signature');

  if (!/^[0-9]{1,12}$/.test(timestamp))
    throw new WebhookError('webhook-timestamp is not a number of seconds');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError('webhook-timestamp is more than 5 minutes from the time here');
  }

  const body = await bodyBytes(request);
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  const expected = `v1,${hmac.digest('base64')}`;
  // While a secret is being replaced there are two signatures: one by the new secret, one by the previous one.
  const given = signatures.match(/\bv1,[A-Za-z0-9+/]{43}=/g) ?? [];
  if (!given.some((each) => isSame(each, expected))) throw new WebhookError('no signature matches');
  return { ...parse(body), id };
}

/**
 * Verifies `x-gw-signature` alone, for when you cannot use the above. It covers the body and nothing else: no id, and
 * no time, so that a request which somebody recorded is accepted for ever. Remember what you have dealt with.
 */
export async function verifyBodySignature(
  request: Request,
  secret: string | undefined,
): Promise<Omit<WebhookEvent, 'id'>> {
  const key = checkedSecret(secret);
  const given = requiredHeader(request, 'x-gw-signature');
  const previous = request.headers.get('x-gw-signature-previous') ?? '';
  const body = await bodyBytes(request);
  const expected = createHmac('sha256', key).update(body).digest('hex');
  if (!isSame(given, expected) && !isSame(previous, expected)) throw new WebhookError('no signature matches');
  return parse(body);
}

function checkedSecret(secret = ''): string {
  if (/^whsec_[A-Za-z0-9+/]{43}=$/.test(secret)) return secret;
  throw new WebhookError('the secret is not whsec_ and 44 characters');
}

function requiredHeader(request: Request, name: string): string {
  const value = request.headers.get(name);
  if (!value) throw new WebhookError(`${name} is missing`);
  return value;
}

async function bodyBytes(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    throw new WebhookError('the body cannot be read, or was read before');
  }
}

/** In constant time. The length is no secret. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function parse(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookError('the body is not JSON');
  }
}
