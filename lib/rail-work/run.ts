import { sqlClient } from '#db/client';
import { openCaseOf } from '#lib/cases/open-case';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { type Call, isInDoubt, readCalls } from '#lib/rail-work/calls';
import { doubtfulCall, isNegative, type Judged, judge } from '#lib/rail-work/judge';
import { CALL_LEASE_MS, RAIL_DEADLINE_MS, timetable } from '#lib/rail-work/timetable';
import { askRail, notSent } from '#lib/rails/ask-rail';
import type { Outcome, Rail, RailCall } from '#lib/rails/rail';
import { type Connected, connectionFor } from '#lib/rails/registry';
import { type Committed, commitOn } from '#lib/transactions/advance';
import {
  amend,
  type CallIntent,
  type Change,
  type OpenCase,
  type OperationKind,
} from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

/** What is to be done with a rail: asked in its own way, and booked in its own way. The rest is the same for all. */
export interface Work<T> {
  /** What happens in our books before the rail is asked; null: it is not wanted any more. Left out: nothing. */
  begin?: ((present: Transaction, now: Date) => Change[] | null) | undefined;
  /** The transaction begins with it. */
  isNew?: boolean | undefined;
  /** The rail's idempotency key, where it is not the call's own id. */
  key?: ((rail: Rail, transaction: Transaction) => string | undefined) | undefined;
  /** Why the rail is asked, where that is not plain; for people. */
  note?: string | undefined;
  ask: (rail: Rail, call: RailCall, transaction: Transaction) => Promise<Outcome<T>>;
  /** Whether what the rail has done is the answer that is waited for; any other changes nothing. Left out: any is. */
  counts?: ((value: T) => boolean) | undefined;
  /** Pure: what the answer, as far as it is believed, changes. Null: nothing. */
  book: (present: Transaction, answer: Outcome<T>, at: Moment) => Booking | null;
  /** Whose deed it is in our books; left out: the rail's. */
  bookedBy?: 'caller' | undefined;
  /** The verb's result, which is then stored with what is booked; undefined: not stored. */
  answer?: ((after: Transaction, answer: Outcome<T>) => unknown) | undefined;
  /** How often a worker has taken this up. */
  turns?: number | undefined;
  /** As which operation, where that is another than what the rail is asked. */
  taken?: OperationKind | undefined;
}

export interface Moment {
  now: Date;
  rail: Rail;
  turns: number;
  taken?: OperationKind | undefined;
}

export interface Booking {
  changes?: Change[] | undefined;
  cases?: OpenCase[] | undefined;
}

export interface Ran<T> extends Committed {
  /** Null: the rail was not asked, because our books did not let us. */
  answer: Outcome<T> | null;
  mismatch?: Judged<T>['mismatch'];
  /** Whether it is a case for people, which is open now. */
  isCase?: boolean;
}

/** What a rail is asked; those that are no operation of the timetable are asked once, while a caller waits. */
export type Asked = OperationKind | 'confirm_otp' | 'resend_otp' | 'resume';

/**
 * Every call to every rail: the intent is committed, the rail is asked outside any transaction, what it answered is
 * committed. What can move nothing needs no intent, and the sandbox's rails, which are inside this process, need one
 * commit for all three. Guarantee: an answer is booked once, as far as it may be believed (`judge.ts`); a crash at any
 * point leaves an operation that a worker takes up. Throws `PROVIDER_UNAVAILABLE` where the wallet is not connected.
 */
export async function run<T>(ctx: Context, kind: Asked, start: Transaction, work: Work<T>): Promise<Ran<T>> {
  if (start.environment === 'SANDBOX') return runInside(ctx, kind, start, work);
  const isRecorded = kind in timetable && timetable[kind as OperationKind].recorded;
  const calls = work.isNew || !isRecorded ? [] : await readCalls(start);
  const mayMove = isRecorded && kind !== 'refund' && !isTied(start, calls);
  const connected = await connectionFor(start, { mayMove });
  const id = newId(ctx.now());
  const call: RailCall = {
    key: work.key?.(connected.rail, start) ?? id,
    deadlineMs: RAIL_DEADLINE_MS,
    now: ctx.now(),
  };
  let transaction = start;
  if (isRecorded) {
    const operation = kind as CallIntent['operation'];
    const intent = { id, key: call.key, operation, connectionId: connected.connectionId, note: work.note };
    const intended = await commitOn(ctx, start, (present) => intend(present, intent, work, call.now), reread);
    if (!intended.moved) return { ...intended, answer: null };
    transaction = intended.transaction;
  }
  const outcome = await askRail(transaction, kind, async () =>
    isRecorded && isTooLate(call, ctx.now())
      ? { kind: 'not_sent', why: notSent.stoodStill }
      : work.ask(connected.rail, call, transaction),
  );
  if (outcome.kind === 'done' && work.counts?.(outcome.value) === false) {
    return { transaction, moved: false, answer: outcome };
  }
  return bookAnswer(ctx, kind, transaction, outcome, {
    ...work,
    rail: connected.rail,
    callId: isRecorded ? id : undefined,
  });
}

/** A rail inside the process: it is asked at once, and all of it is one commit. Without an answer nothing is. */
async function runInside<T>(ctx: Context, kind: Asked, start: Transaction, work: Work<T>): Promise<Ran<T>> {
  const { rail }: Connected = await connectionFor(start, { mayMove: false });
  const now = work.isNew ? start.createdAt : ctx.now();
  let answer: Outcome<T> | null = null;
  const build = async (present: Transaction): Promise<Change[] | null> => {
    const begun = work.begin ? work.begin(present, now) : [];
    if (begun === null) return null;
    const subject = begun.at(-1)?.after ?? present;
    // The simulator's time is that of the client's sandbox, of which some may have been skipped.
    const railNow = new Date(now.getTime() + subject.skippedMs);
    const call = { key: subject.id, deadlineMs: RAIL_DEADLINE_MS, now: railNow };
    answer = await askRail(subject, kind, () => work.ask(rail, call, subject));
    if (work.isNew && answer.kind !== 'done' && answer.kind !== 'refused') return null;
    if (answer.kind === 'done' && work.counts?.(answer.value) === false) return null;
    // The simulator has itself closed what ended in the meantime: its word on it is void.
    if (present !== start && isFinal(present.status)) return null;
    const booked = work.book(subject, answer, { now, rail, turns: work.turns ?? 0 });
    return inOne([...begun, ...(booked?.changes ?? [])]);
  };
  const committed = await commitOn(
    ctx,
    start,
    build,
    reread,
    (after) => answer && work.answer?.(after, answer),
  );
  return { ...committed, answer: committed.refusal ? null : answer };
}

/** What only amends the change before it is a part of it. */
function inOne(changes: Change[]): Change[] {
  const folded: Change[] = [];
  for (const change of changes) {
    const before = folded.at(-1);
    if (before === undefined || change.trigger !== 'amended') {
      folded.push(change);
      continue;
    }
    before.after = { ...change.after, version: before.after.version };
    before.operations = [...before.operations, ...change.operations];
  }
  return folded;
}

/** The intent, and who looks into it if we die. */
function intend<T>(present: Transaction, call: CallIntent, work: Work<T>, now: Date): Change[] | null {
  const changes = work.begin ? work.begin(present, now) : [amend(present, {}, now)];
  const last = changes?.at(-1);
  if (!changes || !last) return null;
  last.after.connectionId = call.connectionId ?? null;
  last.call = call;
  const leased = {
    kind: call.operation,
    runAt: new Date(now.getTime() + CALL_LEASE_MS),
    leaseToken: newId(now),
  };
  last.operations = [leased, ...last.operations];
  return changes;
}

interface BookedWork<T> extends Work<T> {
  rail: Rail;
  /** The recorded call that ends with it. */
  callId: string | undefined;
}

async function bookAnswer<T>(
  ctx: Context,
  kind: Asked,
  start: Transaction,
  outcome: Outcome<T>,
  work: BookedWork<T>,
): Promise<Ran<T>> {
  const actor = work.bookedBy === 'caller' ? ctx.actor : { type: 'rail' as const, provider: start.provider };
  const now = ctx.now();
  let judged: Judged<T> = judge(start, outcome, false);
  let cases: OpenCase[] = [];
  const build = async (present: Transaction): Promise<Change[] | null> => {
    const calls = isNegative(outcome) ? await readCalls(present) : [];
    judged = judge(present, outcome, isInDoubt(calls, doubtfulCall(kind, present), work.callId));
    const { rail, turns = 0, taken } = work;
    const booking = work.book(present, judged.answer, { now, rail, turns, taken });
    cases = [...judged.cases, ...(booking?.cases ?? [])];
    const { paymentReference: payment = null } = judged;
    const isLearnt = payment !== null && present.railPaymentReference === null;
    const facts = isLearnt ? { railPaymentReference: payment } : {};
    const isNoted = work.callId !== undefined || isLearnt;
    const changes = booking?.changes ?? (isNoted ? [amend(present, facts, present.updatedAt)] : []);
    const [first] = changes;
    if (first === undefined) return null;
    if (work.callId !== undefined) first.callEnd = { id: work.callId, ...judged.end };
    // Until it is over, the note is what it was asked for.
    if (first.callEnd && work.note !== undefined && outcome.kind !== 'refused') delete first.callEnd.note;
    first.openCases = [...(first.openCases ?? []), ...cases];
    return changes;
  };
  const answerOf = work.answer && ((after: Transaction) => work.answer?.(after, judged.answer));
  const committed = await commitOn({ ...ctx, actor }, start, build, reread, answerOf);
  if (committed.refusal?.outcome === 'same_payment') {
    // What it names is another payment of ours: of this one, nothing is known.
    const other = committed.refusal.transaction_id;
    await openCaseOf('same_payment', start, { other_transaction_id: other, ...detailsOf(outcome) }, now);
    const why = 'it named a payment that is another one of ours';
    return { ...(await bookAnswer(ctx, kind, start, { kind: 'unknown', why }, work)), isCase: true };
  }
  if (committed.refusal?.outcome === 'adjusted') {
    cases.push({
      kind: 'contradiction',
      details: { ours: start.status, reason: ADJUSTED, ...detailsOf(outcome) },
    });
  }
  if (!committed.moved) {
    for (const each of cases) await openCaseOf(each.kind, committed.transaction, each.details, now);
  }
  const isCase = cases.length > 0;
  return {
    ...committed,
    answer: judged.answer,
    isCase,
    ...(judged.mismatch && { mismatch: judged.mismatch }),
  };
}

const ADJUSTED = 'Two operators have booked by hand what the rail says now.';

function detailsOf(outcome: Outcome<unknown>): Record<string, string | null> {
  const value = outcome.kind === 'done' ? outcome.value : undefined;
  const isNamed = typeof value === 'object' && value !== null && 'railReference' in value;
  return isNamed ? { rail_reference: String(value.railReference) } : {};
}

/** What was begun at a wallet goes on there: it is open at the rail, or may be. */
function isTied({ redirectUrl, nextStep, railReference }: Transaction, calls: readonly Call[]): boolean {
  if (redirectUrl !== null || nextStep !== null || railReference !== null) return true;
  return calls.some(({ outcome }) => outcome !== 'not_sent' && outcome !== 'refused');
}

/** Whether so much time has passed since the intent that somebody else may have taken the call over. */
function isTooLate(call: RailCall, now: Date): boolean {
  return now.getTime() - call.now.getTime() > CALL_LEASE_MS - call.deadlineMs;
}

/** Guarantee: true for one caller at a time, who then does it; false when it is not to be done, or somebody has it in hand. */
export async function takeOperation({ clientId, id }: Transaction, kind: OperationKind): Promise<boolean> {
  const taken = await sqlClient()`
    update rail_operations
    set lease_token = ${newId()}, run_at = now() + make_interval(secs => ${CALL_LEASE_MS / 1000})
    where client_id = ${clientId} and transaction_id = ${id} and kind = ${kind}
      and (lease_token is null or run_at <= now())
    returning 1`;
  return taken.length > 0;
}
