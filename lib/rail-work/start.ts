import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { collectionEnd } from '#lib/rail-work/book-collection';
import { callsTo, readCalls } from '#lib/rail-work/calls';
import { type Booking, type Moment, type Ran, run, type Work } from '#lib/rail-work/run';
import { CLOSE_AFTER_MS, nextOf, PASSWORDS } from '#lib/rail-work/timetable';
import type { CollectionOpening, Outcome } from '#lib/rails/rail';
import { traitsOf } from '#lib/rails/registry';
import { settings } from '#lib/settings';
import { amend, type Change } from '#lib/transactions/decide';
import { sealRailState, toRailCollection } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

/** A wrong one-time password may be tried this often; the third one fails the collection. */
export const OTP_ATTEMPTS = 3;

/** Opens a collection that begins with it. `begin` is the change that begins it. */
export function start(
  ctx: Context,
  draft: Transaction,
  begin: () => Change[],
  answer: (after: Transaction) => unknown,
): Promise<Ran<CollectionOpening>> {
  return run<CollectionOpening>(ctx, 'start', draft, {
    isNew: true,
    begin,
    ask: (rail, call, collection) => {
      invariant(rail.startCollection, `${collection.provider} opens collections`);
      return rail.startCollection(toRailCollection(collection), returnLinks(collection), call);
    },
    book,
    // Nothing is kept for an idempotency key of what the caller is told to repeat.
    answer: (after, outcome) => (outcome.kind === 'not_sent' ? undefined : answer(after)),
  });
}

/**
 * Opens a collection that an earlier call may have opened: where the rail can search by our reference it is asked first.
 * The caller has the operation `start` in hand. Not asked, with `answer` null: it is no longer wanted.
 */
export async function startAgain(
  ctx: Context,
  found: Transaction,
  turns: number,
): Promise<Ran<CollectionOpening>> {
  const tries = callsTo(await readCalls(found), 'start').filter(({ outcome }) => outcome !== 'not_sent');
  if (traitsOf(found.provider).style === 'otp' && tries.length >= PASSWORDS) {
    return { transaction: found, moved: false, answer: null };
  }
  const work: Work<CollectionOpening> = {
    turns,
    begin: (present, now) =>
      present.status === 'PENDING' && !isOpenAtRail(present) ? [amend(present, {}, now)] : null,
    async ask(rail, call, collection) {
      const subject = toRailCollection(collection);
      if (rail.resumeCollection) {
        const resumed = await rail.resumeCollection(subject, call);
        if (resumed.kind !== 'done') return resumed;
        if (resumed.value !== 'absent') return { kind: 'done', value: resumed.value };
      }
      invariant(rail.startCollection, `${collection.provider} opens collections`);
      return rail.startCollection(subject, returnLinks(collection), call);
    },
    book,
  };
  return run(ctx, 'start', found, work);
}

/** Whether the rail has told what the customer has to do. */
export function isOpenAtRail({ redirectUrl, nextStep, railReference }: Transaction): boolean {
  return redirectUrl !== null || nextStep !== null || railReference !== null;
}

function book(
  present: Transaction,
  answer: Outcome<CollectionOpening>,
  { now, turns }: Moment,
): Booking | null {
  if (answer.kind === 'refused') {
    return collectionEnd(present, { state: 'FAILED', failure: answer.failure }, null, now);
  }
  if (present.status !== 'PENDING' || isOpenAtRail(present)) return null;
  if (answer.kind !== 'done') {
    return {
      changes: [{ ...amend(present, {}, now), operations: nextOf('start', answer.kind, turns, now) }],
    };
  }
  const change = amend(present, openingFacts(present.id, answer.value, now), now);
  return {
    changes: [
      { ...change, operations: afterOpening(change.after, answer.value, now), dropOperations: ['start'] },
    ],
  };
}

/** What a transaction knows once its rail has opened it. */
function openingFacts(id: string, opening: CollectionOpening, now: Date): Partial<Transaction> {
  const { step } = opening;
  return {
    railReference: opening.railReference,
    ...(opening.railState !== undefined && { railStateSealed: sealRailState(id, opening.railState) }),
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

/** A rail with a password is asked once there is something to ask about; the card rail is not asked at all. */
function afterOpening(
  { environment, redirectUrl, expiresAt }: Transaction,
  { decidedAt }: CollectionOpening,
  now: Date,
): Change['operations'] {
  // The simulator has decided long before the end of the checkout, so one operation is enough.
  if (environment === 'SANDBOX') {
    if (decidedAt) return [{ kind: 'look_up', runAt: decidedAt }];
    return expiresAt ? [{ kind: 'close', runAt: expiresAt }] : [];
  }
  return [
    ...(redirectUrl === null ? [] : nextOf('start', 'pending', 0, now)),
    ...(expiresAt === null
      ? []
      : [{ kind: 'close', runAt: new Date(expiresAt.getTime() + CLOSE_AFTER_MS) } as const]),
  ];
}

/** Where the rail sends the customer back to: our own page, which believes nothing but the rail. */
function returnLinks({ id }: Transaction): { success: string; error: string } {
  const page = `${settings().baseUrl}/checkout/${id}/return`;
  return { success: page, error: `${page}?from=error` };
}
