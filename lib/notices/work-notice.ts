import { isDatabaseAway, sqlClient } from '#db/client';
import { openCase, openCaseOf } from '#lib/cases/open-case';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { isUuid, newId } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { formatAmount } from '#lib/money';
import { readStored } from '#lib/notices/stored-notice';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { wasTakenBack } from '#lib/rail-work/book-payout';
import { openDoubt } from '#lib/rail-work/doubt';
import { lookUpCollection, lookUpPayout } from '#lib/rail-work/look-up';
import { isOpenAtRail } from '#lib/rail-work/start';
import type { CollectionNews, RailNotice } from '#lib/rails/rail';
import { traitsOf } from '#lib/rails/registry';
import { places } from '#lib/seal';
import { mismatchOf } from '#lib/transactions/rail-side';
import { fromRow } from '#lib/transactions/row';
import { failure, isFinal, isSent, type Transaction } from '#lib/transactions/transaction';

const LEASE_SECONDS = 30;
/** A notice may overtake our own commit, and a rail's look-up may lag behind its notice. */
const AGAIN_SECONDS = [1, 2, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600];
/** After so many, people are called to what is said to be paid and was, as far as we know, never opened. */
const DOUBT_AFTER = 3;
/** After so many tries a notice that still does not fit is a case. */
const UNKNOWN_AFTER = 8;

export interface ClaimedNotice {
  provider: string;
  dedupeId: string;
  bodySealed: Buffer;
  attempts: number;
  leaseToken: string;
  lagSeconds: number;
}

/** Takes notices that are due under a lease, in one statement. */
export async function claimNotices(limit: number): Promise<ClaimedNotice[]> {
  const rows = await sqlClient()`
    with due as (
      select provider, dedupe_id, run_at from rail_notices
      where run_at <= now() order by run_at limit ${limit} for update skip locked
    )
    update rail_notices n
    set lease_token = ${newId()}, run_at = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = n.attempts + 1
    from due where n.provider = due.provider and n.dedupe_id = due.dedupe_id
    returning n.*, extract(epoch from now() - due.run_at)::float8 as lag`;
  return rows.map((row) => ({
    provider: row.provider,
    dedupeId: row.dedupe_id,
    bodySealed: row.body_sealed,
    attempts: row.attempts,
    leaseToken: row.lease_token,
    lagSeconds: row.lag,
  }));
}

/** What is made of a notice. `again`: not yet. */
type Made = { status: 'APPLIED' | 'IGNORED' | 'CASE' | 'again'; note: string; about?: Transaction };

/**
 * Works one notice. A notice of a rail that can be asked moves nothing by itself: the rail's own record does, which is
 * asked for because of it. Duplicates, reorderings and replays therefore change nothing.
 */
export async function workNotice(claimed: ClaimedNotice, now = () => new Date()): Promise<void> {
  const made = await make(claimed, now).catch((error): Made => {
    log.error({ provider: claimed.provider, ...describeError(error) }, 'a notice could not be worked on');
    const isLast = claimed.attempts >= AGAIN_SECONDS.length && !isDatabaseAway(error);
    return { status: isLast ? 'CASE' : 'again', note: 'It could not be worked on; the log has the error.' };
  });
  if (made.status === 'CASE' && made.about === undefined) await openUnknown(claimed, made.note, now());
  const seconds = AGAIN_SECONDS[Math.min(claimed.attempts, AGAIN_SECONDS.length) - 1] ?? 1;
  const isOver = made.status !== 'again';
  await sqlClient()`
    update rail_notices
    set status = ${isOver ? made.status : 'RECEIVED'}, note = ${made.note}, lease_token = null,
        client_id = ${made.about?.clientId ?? null}, transaction_id = ${made.about?.id ?? null},
        run_at = ${isOver ? sqlClient()`null` : sqlClient()`now() + make_interval(secs => ${seconds})`}
    where provider = ${claimed.provider} and dedupe_id = ${claimed.dedupeId} and lease_token = ${claimed.leaseToken}`;
}

async function make(claimed: ClaimedNotice, now: () => Date): Promise<Made> {
  const { provider, attempts } = claimed;
  const notice = readStored(places.railNotice(provider, claimed.dedupeId), claimed.bodySealed);
  if (notice.of === 'none') return { status: 'IGNORED', note: 'It is about no payment.' };
  const found = await findSubject(provider, notice);
  if (found === undefined) {
    if (attempts < UNKNOWN_AFTER) return { status: 'again', note: 'We know of no such payment yet.' };
    const isMoney = notice.state === 'SUCCEEDED' || notice.state === 'REVERSED';
    if (!isMoney) return { status: 'IGNORED', note: 'We know of no such payment.' };
    return { status: 'CASE', note: 'We know of no such payment.' };
  }
  const { transaction, ctx } = found;
  const about = transaction;
  const mismatch =
    (isSent(transaction) ? 'payout' : transaction.type) === notice.of
      ? mismatchOf(transaction, notice)
      : { what: 'type', ours: transaction.type, theirs: notice.of };
  // A session that an earlier try opened, and that nobody paid, ends by itself.
  const isOrphan =
    mismatch?.what === 'rail_reference' && (notice.state === 'EXPIRED' || notice.state === 'CANCELLED');
  if (isOrphan)
    return { status: 'IGNORED', note: 'It is about another session of it, which was not paid.', about };
  if (mismatch) {
    const details = { ...detailsOf(notice), ...mismatch };
    await openCaseOf('mismatch', transaction, details, now());
    return {
      status: 'CASE',
      note: `Its ${mismatch.what} is ${mismatch.theirs}; ours is ${mismatch.ours}.`,
      about,
    };
  }
  if (notice.state === 'PENDING') return { status: 'IGNORED', note: 'It says nothing final.', about };
  if (isSettledBy(transaction, notice))
    return { status: 'IGNORED', note: `It is ${transaction.status} already.`, about };
  const made = await (notice.of === 'payout'
    ? confirmPayout({ ...ctx, now }, transaction, notice)
    : confirmCollection({ ...ctx, now }, transaction, notice));
  // A link that we never got was paid, and the rail cannot be asked about it: its statement tells.
  if (
    made.status === 'again' &&
    notice.of === 'collection' &&
    !isOpenAtRail(about) &&
    attempts >= DOUBT_AFTER
  )
    await openDoubt(about, now(), 'look_up');
  if (made.status !== 'again' || attempts < AGAIN_SECONDS.length) return { ...made, about };
  const details = { ...detailsOf(notice), reason: made.note };
  await openCaseOf('contradiction', transaction, details, now());
  return { status: 'CASE', note: made.note, about };
}

async function confirmCollection(ctx: Context, transaction: Transaction, notice: RailNotice): Promise<Made> {
  if (!traitsOf(transaction.provider).pollable) {
    const { railReference } = notice;
    const applied = await bookCollectionNews(ctx, transaction, newsOf(notice), { railReference });
    return applied.moved
      ? { status: 'APPLIED', note: `It is ${applied.transaction.status}.` }
      : { status: 'IGNORED', note: `It stays ${applied.transaction.status}.` };
  }
  const looked = await lookUpCollection(ctx, transaction, {
    railReference: notice.railReference ?? transaction.railReference,
    isSaidToBePaid: notice.state === 'SUCCEEDED',
  });
  if (looked.moved)
    return { status: 'APPLIED', note: `The rail's record confirms it: ${looked.transaction.status}.` };
  if (looked.word === 'mismatch')
    return { status: 'CASE', note: "The rail's record is about something else." };
  if (isSettledBy(looked.transaction, notice)) {
    return { status: 'IGNORED', note: `It is ${looked.transaction.status} already.` };
  }
  // A try that failed leaves a session open: its end is told by the record, which is asked anyway.
  if (notice.state !== 'SUCCEEDED')
    return { status: 'IGNORED', note: `The rail's record says: ${looked.word}.` };
  return { status: 'again', note: `The notice says SUCCEEDED, the rail's record ${looked.word}.` };
}

async function confirmPayout(ctx: Context, payout: Transaction, notice: RailNotice): Promise<Made> {
  const looked = await lookUpPayout(ctx, payout, {
    railReference: notice.railReference ?? payout.railReference,
    isSaidToBePaid: notice.state === 'SUCCEEDED',
  });
  if (looked.moved)
    return { status: 'APPLIED', note: `The rail's record confirms it: ${looked.transaction.status}.` };
  if (looked.word === 'mismatch')
    return { status: 'CASE', note: "The rail's record is about something else." };
  if (isSettledBy(looked.transaction, notice)) {
    return { status: 'IGNORED', note: `It is ${looked.transaction.status} already.` };
  }
  // What waits for liquidity is none: it can still be booked when the float has room.
  if (looked.isCase) {
    return { status: 'CASE', note: `The rail's record confirms it, but it is ${looked.transaction.status}.` };
  }
  return { status: 'again', note: `The notice says ${notice.state}, the rail's record ${looked.word}.` };
}

/** Nothing that this notice says could still change anything. */
function isSettledBy(transaction: Transaction, { state }: RailNotice): boolean {
  const { type, status } = transaction;
  if (status === state || (state === 'REVERSED' && wasTakenBack(transaction))) return true;
  if (type === 'collection') return status === 'SUCCEEDED' || (isFinal(status) && state !== 'SUCCEEDED');
  return status === 'REVERSED';
}

function newsOf({ state, failure: reason }: RailNotice): CollectionNews {
  if (state === 'FAILED') return { state, failure: reason ?? failure('PROVIDER_ERROR') };
  invariant(state !== 'REVERSED', 'a collection is not reversed');
  return { state };
}

/** By our own id, else by the rail's name for it; only live ones of this rail. */
async function findSubject(
  provider: string,
  { reference, railReference }: RailNotice,
): Promise<{ transaction: Transaction; ctx: Context } | undefined> {
  const sql = sqlClient();
  const wanted =
    reference !== null && isUuid(reference)
      ? sql`t.id = ${reference}`
      : railReference === null
        ? null
        : sql`t.rail_reference = ${railReference}`;
  if (wanted === null) return undefined;
  const [row] = await sql`
    select t.*, c.name as client_name, c.commission_bps as client_commission_bps
    from transactions t join clients c on c.id = t.client_id
    where t.environment = 'LIVE' and t.provider = ${provider} and ${wanted} limit 1`;
  if (row === undefined) return undefined;
  const transaction = fromRow(row);
  return {
    transaction,
    ctx: {
      client: { id: row.client_id, name: row.client_name, commissionBps: row.client_commission_bps },
      environment: 'LIVE',
      actor: { type: 'rail', provider },
      now: () => new Date(),
    },
  };
}

/** The case of a notice that is about nothing that we know, or that nobody could work on. */
async function openUnknown(
  { provider, dedupeId, bodySealed }: ClaimedNotice,
  reason: string,
  now: Date,
): Promise<void> {
  let subject = dedupeId;
  let details: Record<string, string | null> = { reason };
  try {
    const notice = readStored(places.railNotice(provider, dedupeId), bodySealed);
    subject = notice.reference ?? notice.railReference ?? dedupeId;
    details = { ...detailsOf(notice), reason };
  } catch {
    // Sealed under another secret: its name is all that is known of it.
  }
  await openCase({ kind: 'unknown_reference', provider, subject, details }, now);
}

function detailsOf({
  state,
  reference,
  railReference,
  paymentReference = null,
  amountBututs,
  currency,
}: RailNotice): Record<string, string | null> {
  return {
    notice: state,
    reference,
    rail_reference: railReference,
    payment_reference: paymentReference,
    amount: amountBututs === null ? null : formatAmount(amountBututs),
    currency,
  };
}
