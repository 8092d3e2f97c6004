import { isSigned, isStale, parseNotice } from '#lib/rails/notice-signature';
import { isCaptured, lastFailureOf, movedBy } from '#lib/rails/provider-c-card/translate';
import * as wire from '#lib/rails/provider-c-card/wire';
import type { RailNotice } from '#lib/rails/rail';
import { identifier } from '#lib/rails/wire';

/**
 * Pure: verifies `x-notification-signature` over the time and the raw bytes, and reads them. A try that failed or was
 * given up is `PENDING`, with its reason: until its sessions end, the order may still be paid.
 */
export function readNotice(
  raw: Uint8Array,
  headers: Headers,
  now: Date,
  secrets: readonly string[],
): RailNotice | 'bad_signature' | 'stale' | 'unreadable' {
  const timestamp = headers.get('x-notification-timestamp') ?? '';
  const signatures = [headers.get('x-notification-signature') ?? ''];
  const content = [`${timestamp}.`, raw];
  if (!/^\d{1,12}$/.test(timestamp)) return 'bad_signature';
  if (!isSigned({ algorithm: 'sha512', secrets, content, signatures })) return 'bad_signature';
  if (isStale(timestamp, now)) return 'stale';
  const dedupeId = identifier.safeParse(headers.get('x-notification-id')).data;
  const notice = wire.notice.safeParse(parseNotice(raw)).data;
  if (dedupeId === undefined || notice === undefined) return 'unreadable';
  const { order } = notice;
  const failure = lastFailureOf(order);
  return {
    dedupeId,
    of: 'collection',
    state: isCaptured(order) ? 'SUCCEEDED' : 'PENDING',
    railReference: order.id,
    reference: order.id,
    amountBututs: isCaptured(order) ? movedBy(order) : order.amount,
    currency: order.currency,
    ...(failure && { failure }),
  };
}
