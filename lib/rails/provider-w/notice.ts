import { isSigned, isStale, parseNotice } from '#lib/rails/notice-signature';
import { collectionOf, lastFailureOf, payoutOf } from '#lib/rails/provider-w/translate';
import * as wire from '#lib/rails/provider-w/wire';
import type { RailNotice } from '#lib/rails/rail';

/**
 * Pure: verifies `Wave-Signature` over the raw bytes and reads them. A notice that says more than the session or payout
 * within it is `PENDING`; a type that we do not know is about nothing of ours.
 */
export function readNotice(
  raw: Uint8Array,
  headers: Headers,
  now: Date,
  secrets: readonly string[],
): RailNotice | 'bad_signature' | 'stale' | 'unreadable' {
  const { t, signatures } = parseHeader(headers.get('wave-signature') ?? '');
  // https://docs.wave.com/webhook: the time and the body, with nothing between them.
  if (!isSigned({ algorithm: 'sha256', secrets, content: [t, raw], signatures })) return 'bad_signature';
  if (isStale(t, now)) return 'stale';
  const notice = wire.notice.safeParse(parseNotice(raw));
  return notice.success ? (meaningOf(notice.data) ?? 'unreadable') : 'unreadable';
}

function meaningOf({ id, type, data }: { id: string; type: string; data: unknown }): RailNotice | undefined {
  if (type === 'checkout.session.completed' || type === 'checkout.session.payment_failed') {
    const session = wire.session.safeParse(data).data;
    if (session === undefined) return undefined;
    const { news, ...facts } = collectionOf(session);
    const completed = type === 'checkout.session.completed' && news.state === 'SUCCEEDED';
    const failure = completed ? undefined : lastFailureOf(session);
    const state = completed ? 'SUCCEEDED' : 'PENDING';
    const paymentReference = session.transaction_id;
    return { dedupeId: id, of: 'collection', state, ...facts, paymentReference, ...(failure && { failure }) };
  }
  if (type === 'payout.reversed') {
    const payout = wire.payout.safeParse(data).data;
    if (payout === undefined) return undefined;
    const { news, ...facts } = payoutOf(payout);
    const state = news.state === 'REVERSED' ? 'REVERSED' : 'PENDING';
    return { dedupeId: id, of: 'payout', state, ...facts };
  }
  const nothing = { railReference: null, reference: null, amountBututs: null, currency: null };
  return { dedupeId: id, of: 'none', state: 'PENDING', ...nothing };
}

/** `t=<unix seconds>,v1=<hex>[,v1=…]`. */
function parseHeader(header: string): { t: string; signatures: string[] } {
  const fields = header.split(',').map((field) => field.trim());
  const valuesOf = (name: string) =>
    fields.filter((field) => field.startsWith(`${name}=`)).map((field) => field.slice(name.length + 1));
  const times = valuesOf('t');
  // A header with no time, or with two, was not made by the rail; nothing matches a time that is not a number.
  const t = times.length === 1 && /^\d{1,12}$/.test(times[0] ?? '') ? (times[0] ?? '') : '';
  return { t, signatures: t === '' ? [] : valuesOf('v1').slice(0, 10) };
}
