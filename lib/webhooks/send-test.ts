import { z } from 'zod';
import type { Context } from '#lib/context';
import { rateLimited, validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import type { Adjustment } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { failure, type Transaction } from '#lib/transactions/transaction';
import { getEndpoint, signingSecrets, type WebhookEndpoint } from '#lib/webhooks/endpoints';
import { eventBodies } from '#lib/webhooks/event-body';
import { type EventType, eventTypes } from '#lib/webhooks/event-types';
import { ownSender } from '#lib/webhooks/own-sender';
import type { SendResult } from '#lib/webhooks/send';
import { webhookHeaders } from '#lib/webhooks/signature';

/** Each holds a request open for up to ten seconds. */
const TESTS_AT_ONCE = 4;
const EXAMPLE_AMOUNT = 150_00n;

export const testRequest = z.object({
  event: z
    .enum(eventTypes, `The event must be one of ${eventTypes.join(', ')}.`)
    .default('payment.succeeded')
    .meta({ description: 'Which event the example tells of.', examples: ['payment.succeeded'] }),
});

export interface TestAttempt {
  sentAt: Date;
  headers: Record<string, string>;
  body: string;
  result: SendResult;
}

/**
 * Sends a signed example of an event to an endpoint, whatever its status and its list of events, and waits for the
 * answer (10 s at most). The example says `"test":true` first of all, carries `x-gw-test: true` and tells of a
 * transaction that does not exist; it is not repeated and stands in no log. Throws `NOT_FOUND`, `VALIDATION_ERROR`
 * (a step that the earlier payload form cannot tell) and `RATE_LIMITED` (four at a time).
 */
export async function sendTestEvent(
  ctx: Context,
  endpointId: string,
  { event }: z.output<typeof testRequest>,
): Promise<TestAttempt> {
  const endpoint = await getEndpoint(ctx, endpointId);
  const body = exampleBody(ctx, endpoint, event);
  return withinLimit(ctx.client.id, async () => {
    const sentAt = ctx.now();
    const headers = {
      ...webhookHeaders({
        environment: ctx.environment,
        event,
        eventId: newId(),
        deliveryId: newId(),
        attempt: 1,
        body,
        sentAt,
        ...signingSecrets(endpoint, sentAt),
      }),
      'x-gw-test': 'true',
    };
    const result = await ownSender().send({ url: endpoint.url, headers, body });
    return { sentAt, headers, body, result };
  });
}

/** An attempt as the delivery log shows it, and what was sent. */
export function presentTestAttempt({ sentAt, headers, body, result }: TestAttempt) {
  return {
    attempt: 1,
    at: sentAt.toISOString(),
    address: result.address,
    response_status: result.status,
    latency_ms: result.latencyMs,
    response_excerpt: result.responseExcerpt,
    error: result.error,
    request_headers: headers,
    request_body: body,
  };
}

const exampleStates: Record<EventType, Pick<Transaction, 'type' | 'status'>> = {
  'payment.succeeded': { type: 'collection', status: 'SUCCEEDED' },
  'payment.failed': { type: 'collection', status: 'FAILED' },
  'payment.expired': { type: 'collection', status: 'EXPIRED' },
  'payment.cancelled': { type: 'collection', status: 'CANCELLED' },
  'payout.succeeded': { type: 'payout', status: 'SUCCEEDED' },
  'payout.failed': { type: 'payout', status: 'FAILED' },
  'payout.pending': { type: 'payout', status: 'PENDING' },
  'payout.reversed': { type: 'payout', status: 'REVERSED' },
  'refund.pending': { type: 'refund', status: 'PENDING' },
  'refund.succeeded': { type: 'refund', status: 'SUCCEEDED' },
  'refund.failed': { type: 'refund', status: 'FAILED' },
  'balance.adjusted': { type: 'collection', status: 'SUCCEEDED' },
};

function exampleAdjustment(): Adjustment {
  return {
    id: newId(),
    caseId: newId(),
    railBututs: -EXAMPLE_AMOUNT,
    borneBy: 'client',
    reason: 'A payout that had failed was paid all the same.',
    evidence: '',
    proposedByName: '',
    confirmedByName: '',
  };
}

function exampleBody(ctx: Context, endpoint: WebhookEndpoint, event: EventType): string {
  const { type, status } = exampleStates[event];
  const now = ctx.now();
  const declined = failure(type === 'collection' ? 'DECLINED' : 'RECIPIENT_NOT_FOUND');
  const example = newTransaction(
    ctx,
    {
      id: newId(),
      type,
      status,
      clientReference: 'kaira-test-event',
      attempt: 1,
      requestHash: Buffer.alloc(0),
      provider: 'PROVIDER_W',
      amountBututs: EXAMPLE_AMOUNT,
      mobile: '+2207654321',
      ...(type === 'refund' && { collectionId: newId(), collectionReference: 'kaira-test-collection' }),
      completedAt: status === 'PENDING' ? null : now,
      ...(status === 'FAILED' && { failureCode: declined.code, failureMessage: declined.message }),
    },
    now,
  );
  const { body, legacyBody } = eventBodies(
    event,
    example,
    event === 'balance.adjusted' ? exampleAdjustment() : undefined,
  );
  const text = endpoint.payloadForm === 'legacy' ? legacyBody : body;
  if (text === null) {
    throw validationError([
      {
        path: 'event',
        message: `The endpoint's payload_form "legacy" tells final states only, so ${event} is never sent there. Choose another event, or the payload_form "current".`,
        code: 'not_sent',
      },
    ]);
  }
  return `{"test":true,${text.slice(1)}`;
}

const underWay = new Map<string, number>();

async function withinLimit<Result>(clientId: string, work: () => Promise<Result>): Promise<Result> {
  const count = underWay.get(clientId) ?? 0;
  if (count >= TESTS_AT_ONCE) {
    throw rateLimited(
      `At most ${TESTS_AT_ONCE} test events are sent at a time. Wait for an answer to one of them.`,
      {
        limit: TESTS_AT_ONCE,
        remaining: 0,
        retryAfterSeconds: 10,
        resetSeconds: 10,
      },
    );
  }
  underWay.set(clientId, count + 1);
  try {
    return await work();
  } finally {
    const left = (underWay.get(clientId) ?? 1) - 1;
    if (left > 0) underWay.set(clientId, left);
    else underWay.delete(clientId);
  }
}
