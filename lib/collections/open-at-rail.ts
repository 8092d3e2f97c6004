import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import { askRail, whyOf } from '#lib/rails/ask-rail';
import type { CollectionOpening, Rail, RailCall } from '#lib/rails/rail';
import { getRail } from '#lib/rails/registry';
import { settings } from '#lib/settings';
import { type AdvanceOptions, advance, commitOn } from '#lib/transactions/advance';
import { amend, type Change } from '#lib/transactions/decide';
import { countCalls } from '#lib/transactions/rail-calls';
import { CALL_LEASE_MS, newCall, sealRailState, toRailCollection } from '#lib/transactions/rail-side';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/** A wrong one-time password may be tried this often; the third one fails the collection. */
export const OTP_ATTEMPTS = 3;
/** A customer is sent so many at most by one collection while their wallet's answers are lost. */
const PASSWORDS = 4;
/** A start whose outcome is not known is looked into after this time, one that did not reach the rail sooner. */
const START_AGAIN_MS = { unknown: 15_000, not_sent: 5_000 };
/** A redirect rail is first asked after this time, if no notice has come. */
const FIRST_LOOK_UP_MS = 15_000;
/** What a rail said last is asked again after this time: its record may have been behind its own books. */
const LOOK_BACK_AFTER_MS = 60_000;
/** What was paid in the last moment is known to the rail by then. */
export const CLOSE_AFTER_MS = 5_000;

export interface Opened {
  transaction: Transaction;
  /** `not_sent`: the rail surely received nothing; it is tried again. `unknown`: it may have, and is looked into. */
  outcome: 'opened' | 'refused' | 'not_sent' | 'unknown';
}

/** What the books need beside the transaction before a live rail is asked to open it. */
export function intentToOpen(call: RailCall, expiresAt: Date): Pick<Change, 'call' | 'operations'> {
  return {
    call: { id: call.attemptId, operation: 'start' },
    operations: [
      { kind: 'start', runAt: new Date(call.now.getTime() + CALL_LEASE_MS), leaseToken: newId(call.now) },
      { kind: 'close', runAt: new Date(expiresAt.getTime() + CLOSE_AFTER_MS) },
    ],
  };
}

/** Whether the rail has told what the customer has to do. */
export function isOpenAtRail({ redirectUrl, nextStep, railReference }: Transaction): boolean {
  return redirectUrl !== null || nextStep !== null || railReference !== null;
}

/**
 * Opens a collection at its live rail and books what came of it. The intent was committed before, and the caller has
 * the operation `start` in hand. `resume`: an earlier start may have reached the rail, so it is asked first.
 */
export async function openAtRail(
  ctx: Context,
  rail: Rail,
  start: Transaction,
  { call, resume, answer }: { call: RailCall; resume?: boolean; answer?: AdvanceOptions['answer'] },
): Promise<Opened> {
  const outcome = await askRail(start, 'start', async () => {
    const collection = toRailCollection(start);
    if (resume && rail.resumeCollection) {
      const found = await rail.resumeCollection(collection, call);
      if (found.kind !== 'done') return found;
      if (found.value !== 'absent') return { kind: 'done', value: found.value };
    }
    invariant(rail.startCollection, `${start.provider} opens collections`);
    return rail.startCollection(collection, returnLinks(start), call);
  });
  const callEnd = { id: call.attemptId, outcome: outcome.kind, note: whyOf(outcome) };
  if (outcome.kind === 'refused') {
    const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: start.provider } };
    const trigger = { kind: 'rail_failed', failure: outcome.failure } as const;
    const { transaction } = await advance(railCtx, start, trigger, reread, { answer, also: { callEnd } });
    return { transaction, outcome: 'refused' };
  }
  const now = ctx.now();
  const build = (transaction: Transaction): Change[] | null => {
    if (transaction.status !== 'PENDING' || isOpenAtRail(transaction)) return null;
    if (outcome.kind !== 'done') {
      const runAt = new Date(now.getTime() + START_AGAIN_MS[outcome.kind]);
      return [{ ...amend(transaction, {}, now), callEnd, operations: [{ kind: 'start', runAt }] }];
    }
    const change = amend(transaction, openingFacts(outcome.value, now), now);
    return [{ ...change, callEnd, operations: afterOpening(change.after, now), dropOperations: ['start'] }];
  };
  // Nothing is kept for an idempotency key of what the caller is told to repeat.
  const kept = outcome.kind === 'not_sent' ? undefined : answer;
  const { transaction } = await commitOn(ctx, start, build, reread, kept);
  return { transaction, outcome: outcome.kind === 'done' ? 'opened' : outcome.kind };
}

/** Commits the intent to open it again; null when that is no longer wanted. */
export async function intendToOpenAgain(
  ctx: Context,
  start: Transaction,
): Promise<{ transaction: Transaction; call: RailCall } | null> {
  const { traits } = await getRail(start.environment, start.provider);
  if (traits.style === 'otp' && (await countCalls(start, 'start')) >= PASSWORDS) return null;
  const call = newCall(ctx.now());
  const { transaction, moved } = await commitOn(
    ctx,
    start,
    (present) =>
      present.status !== 'PENDING' || isOpenAtRail(present)
        ? null
        : [{ ...amend(present, {}, call.now), call: { id: call.attemptId, operation: 'start' } }],
    reread,
  );
  return moved ? { transaction, call } : null;
}

/** What a transaction knows once its rail has opened it. */
export function openingFacts(opening: CollectionOpening, now: Date): Partial<Transaction> {
  const { step } = opening;
  return {
    railReference: opening.railReference,
    ...(opening.railState !== undefined && { railStateSealed: sealRailState(opening.railState) }),
    ...(opening.expiresAt !== null && { expiresAt: opening.expiresAt }),
    ...(step.type === 'redirect' && { redirectUrl: step.url }),
    ...(step.type === 'show_card_page' && { nextStep: step.type, cardPageUrl: step.url }),
    ...(step.type === 'submit_otp' && {
      nextStep: step.type,
      otpLength: step.otpLength,
      otpAttemptsRemaining: OTP_ATTEMPTS,
      otpSentAt: now,
    }),
  };
}

/** The rail with a password is asked once there is something to ask about; the card rail is not asked at all. */
function afterOpening({ redirectUrl, expiresAt }: Transaction, now: Date): Change['operations'] {
  return [
    ...(redirectUrl === null
      ? []
      : [{ kind: 'look_up', runAt: new Date(now.getTime() + FIRST_LOOK_UP_MS) } as const]),
    ...(expiresAt === null
      ? []
      : [{ kind: 'close', runAt: new Date(expiresAt.getTime() + CLOSE_AFTER_MS) } as const]),
  ];
}

/**
 * What is still to be done about a live collection that ends. Leave to charge is given back. One that ends without money
 * is asked about again, because the rail's notice of a payment may be lost and its record may have lagged; a payment is
 * then a late one. `unpaidSince`: from when no money can come any more; null where it came.
 */
export function afterEnd(
  transaction: Transaction,
  now: Date,
  unpaidSince: Date | null,
): Change['operations'] {
  const { environment, nextStep, railReference, railStateSealed } = transaction;
  if (environment !== 'LIVE') return [];
  const operations: Change['operations'] = [];
  if (nextStep === 'submit_otp' && railStateSealed !== null) operations.push({ kind: 'revoke', runAt: now });
  // Without a charge the rail with a password knows of nothing.
  if (unpaidSince !== null && (nextStep !== 'submit_otp' || railReference !== null)) {
    const from = Math.max(now.getTime(), unpaidSince.getTime());
    operations.push({ kind: 'look_up', runAt: new Date(from + LOOK_BACK_AFTER_MS) });
  }
  return operations;
}

/** Where the rail sends the customer back to: our own page, which believes nothing but the rail. */
function returnLinks({ id }: Transaction): { success: string; error: string } {
  const page = `${settings().baseUrl}/checkout/${id}/return`;
  return { success: page, error: `${page}?from=error` };
}
