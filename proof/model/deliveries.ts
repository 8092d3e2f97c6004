import { failure, flat, id, success } from './answers.ts';
import { type Answer, any, type Expected, text, whole } from './expected.ts';
import { choose } from './explore.ts';
import type { Account, Delivery } from './world.ts';

// The log of deliveries and sending once more: contract §7, guide webhooks.

/** contract §7: GET /api/v1/webhook-deliveries. */
export function deliveries(account: Account, query: Record<string, string>): Answer {
  const wanted = query.transaction_id?.replace(/^⟨(.*)⟩$/, '$1');
  const events = account.events
    .filter(({ payment }) => (wanted ?? payment) === payment)
    .map(({ id: each }) => each);
  const found = account.deliveries.filter(
    ({ event, status, endpoint }) =>
      events.includes(event) &&
      (query.status ?? status) === status &&
      (query.endpoint_id ?? endpoint) === endpoint,
  );
  const limit = Number(query.limit ?? 10);
  // How the log tells of an event that arrives twice is in no document.
  const isTold = !found.some(({ isCopy }) => isCopy);
  const items = found.map((each) => presentDelivery(account, each));
  return {
    ...success(null),
    body: {
      status: 'success',
      // In which order is in no document.
      data: isTold ? { $: 'set', items } : any,
      pagination: { limit, next_cursor: null },
    },
  };
}

function presentDelivery(account: Account, delivery: Delivery): Expected {
  const told = account.events.find(({ id: each }) => each === delivery.event);
  return {
    id: id(delivery.id),
    event_id: id(delivery.event),
    endpoint_id: delivery.endpoint,
    transaction_id: id(told?.payment ?? ''),
    event: told?.event ?? '',
    status: delivery.status,
    attempts: delivery.attempts.map(({ status }, index) => ({
      attempt: index + 1,
      at: { $: 'pattern', source: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' },
      address: '127.0.0.1',
      response_status: status,
      latency_ms: whole,
      response_excerpt: status === 204 ? any : 'heard',
      // Why it failed; null when it was delivered (the description of the API).
      error: status >= 200 && status < 300 ? null : text,
      request_headers: any,
    })),
    next_attempt_at: delivery.next === null ? null : { $: 'pattern', source: 'Z$' },
    created_at: any,
  };
}

/**
 * contract §7: POST …/{id}/resend. The description: whatever became of it, the same bytes are sent, with the whole
 * schedule of retries before them.
 */
export function resend(account: Account, wanted: string): Answer {
  const delivery = account.deliveries.find(({ id: each }) => each === wanted);
  if (delivery === undefined) return failure(404, 'NOT_FOUND');
  const endpoint = account.endpoints.find(({ id: each }) => each === delivery.endpoint);
  if (endpoint?.status !== 'ACTIVE') return failure(422, 'INVALID_STATE');
  // guide limits: 50 attempts, after which it is not resent.
  if (delivery.attempts.length >= 50) return failure(422, 'INVALID_STATE');
  delivery.status = 'PENDING';
  delivery.schedule = 0;
  delivery.next = { from: account.now, to: account.now };
  delivery.after = null;
  // Whether it is answered before or after the attempt is in no document.
  return success({
    ...(presentDelivery(account, delivery) as object),
    status: any,
    attempts: any,
    next_attempt_at: any,
  });
}

/** What a rail would tell, signed by nobody who may (the description: 401). No rail of live is connected: 404. */
export function forgedNotice(): Answer {
  return choose([failure(404, 'NOT_FOUND'), flat(401)]);
}
