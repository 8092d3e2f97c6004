import { createHash } from 'node:crypto';
import { isSigned, parseNotice } from '#lib/rails/notice-signature';
import { collectionOf, payoutOf } from '#lib/rails/provider-c/translate';
import * as wire from '#lib/rails/provider-c/wire';
import type { RailNotice } from '#lib/rails/rail';
import { lookUp } from '#lib/rails/wire';

/** What an event says, if its payload says the same. */
const collectionEvents: Readonly<Record<string, RailNotice['state']>> = {
  'charge.succeeded': 'SUCCEEDED',
  'charge.failed': 'FAILED',
  'charge.cancelled': 'CANCELLED',
  'charge.expired': 'EXPIRED',
};
const payoutEvents: Readonly<Record<string, RailNotice['state']>> = {
  'transfer.succeeded': 'SUCCEEDED',
  'transfer.failed': 'FAILED',
  'transfer.reversed': 'REVERSED',
};

/**
 * Pure: verifies `x-modem-signature` over the raw bytes and reads them. The signature bears no time, so nothing is ever
 * stale: a replay is told by the id. A notice whose payload says something else is `PENDING`; an event that we do not
 * know is about nothing of ours.
 */
export function readNotice(
  raw: Uint8Array,
  headers: Headers,
  secrets: readonly string[],
): RailNotice | 'bad_signature' | 'unreadable' {
  const signatures = [headers.get('x-modem-signature') ?? ''];
  if (!isSigned({ algorithm: 'sha512', secrets, content: [raw], signatures })) return 'bad_signature';
  const notice = wire.notice.safeParse(parseNotice(raw)).data;
  if (notice === undefined) return 'unreadable';
  // Without an id of the rail's, the bytes themselves are what a repeat has in common.
  const dedupeId = notice.id ?? createHash('sha256').update(raw).digest('hex');
  return meaningOf(dedupeId, notice.event, notice.payload) ?? 'unreadable';
}

function meaningOf(dedupeId: string, event: string, payload: unknown): RailNotice | undefined {
  const collectionState = lookUp(collectionEvents, event);
  if (collectionState !== undefined) {
    const intent = wire.intent.safeParse(payload).data;
    if (intent === undefined) return undefined;
    const { news, ...facts } = collectionOf(intent);
    const paymentReference = intent.transaction_reference;
    return { dedupeId, of: 'collection', ...agreed(collectionState, news), ...facts, paymentReference };
  }
  const payoutState = lookUp(payoutEvents, event);
  if (payoutState !== undefined) {
    const transfer = wire.transfer.safeParse(payload).data;
    if (transfer === undefined) return undefined;
    const { news, ...facts } = payoutOf(transfer);
    return { dedupeId, of: 'payout', ...agreed(payoutState, news), ...facts };
  }
  const nothing = { railReference: null, reference: null, amountBututs: null, currency: null };
  return { dedupeId, of: 'none', state: 'PENDING', ...nothing };
}

function agreed(
  state: RailNotice['state'],
  news: Pick<RailNotice, 'state' | 'failure'>,
): Pick<RailNotice, 'state' | 'failure'> {
  return news.state === state ? news : { state: 'PENDING' };
}
