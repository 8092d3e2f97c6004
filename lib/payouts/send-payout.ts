import { sqlClient } from '#db/client';
import { openCaseOf, openDoubt } from '#lib/cases/open-case';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import { askRail, whyOf } from '#lib/rails/ask-rail';
import type { PayoutView, Rail, RailCall } from '#lib/rails/rail';
import { getRail } from '#lib/rails/registry';
import { type AdvanceOptions, commitOn } from '#lib/transactions/advance';
import { amend, type CallEnd, type Change, decide, type Trigger } from '#lib/transactions/decide';
import { lastCall } from '#lib/transactions/rail-calls';
import { CALL_LEASE_MS, isTooLate, mismatchOf, newCall, toRailPayout } from '#lib/transactions/rail-side';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/** A payout whose fate is not known is looked into after this time, one that did not reach the rail sent sooner. */
const LOOK_UP_AFTER_MS = 15_000;
const SEND_AGAIN_MS = 5_000;
/** A rail that said that it is short is left alone for half as long as the payout has waited, within these bounds. */
const SHORT_FOR_SECONDS = { least: 60, most: 900 };
const REVERSED_BY_RAIL = 'The rail took the payout back.';

type Options = { callEnd?: CallEnd; answer?: AdvanceOptions['answer'] };

/**
 * The call that sends a payout. A rail that does a key once is given the payout's own id, for ever, so that nothing
 * that was sent late, twice or by a process thought dead pays a second time. Any other rail has no key; each call is
 * one of its own, and is not begun while an earlier one may have paid (db/functions/30_commit_changes.sql).
 */
export function callToSend(rail: Rail, payout: Pick<Transaction, 'id'>, now: Date): RailCall {
  return rail.traits.payoutRepeat === 'by_key' ? newCall(now, payout.id) : newCall(now);
}

/** What the books need beside the payout before a live rail is asked to pay. */
export function intentToSend(call: RailCall): Pick<Change, 'call' | 'operations'> {
  return {
    call: { id: call.attemptId, operation: 'send' },
    operations: [
      { kind: 'send', runAt: new Date(call.now.getTime() + CALL_LEASE_MS), leaseToken: newId(call.now) },
    ],
  };
}

/** Commits the intent to send a payout that waits to be sent, and sends it; returns it as it stands then. */
export async function sendNow(ctx: Context, rail: Rail, payout: Transaction): Promise<Transaction> {
  const call = callToSend(rail, payout, ctx.now());
  const build = (present: Transaction): Change[] | null =>
    present.status === 'PENDING' ? [{ ...underWay(present, null, call.now), ...intentToSend(call) }] : null;
  const { transaction, moved } = await commitOn(ctx, payout, build, reread);
  return moved ? sendPayout(ctx, rail, transaction, call) : transaction;
}

/**
 * Sends a payout to its live rail and books what came of it. The intent was committed before, and the caller has the
 * operation `send` in hand. Only the rail's word ends the payout: what is not known stays `PENDING` and is looked into.
 */
export async function sendPayout(
  ctx: Context,
  rail: Rail,
  payout: Transaction,
  call: RailCall,
  answer?: AdvanceOptions['answer'],
): Promise<Transaction> {
  const sent = await askRail(payout, 'send', async () => {
    if (isTooLate(call, ctx.now())) return { kind: 'not_sent', why: 'this process stood still too long' };
    invariant(rail.sendPayout, `${payout.provider} pays out`);
    return rail.sendPayout(toRailPayout(payout), call);
  });
  const isShort = sent.kind === 'done' && sent.value === 'float_short';
  const note = isShort ? 'Our wallet at the rail has not enough.' : whyOf(sent);
  const callEnd: CallEnd = { id: call.attemptId, outcome: isShort ? 'refused' : sent.kind, note };
  if (sent.kind === 'done') {
    if (sent.value === 'float_short') return bookShortFloat(ctx, payout, { callEnd, answer });
    const { transaction } = await applyPayoutView(ctx, payout, sent.value, { callEnd, answer });
    if (payout.heldSince !== null) await forgetShortness(payout.provider);
    return transaction;
  }
  if (sent.kind === 'refused') {
    const refused = { kind: 'payout_refused', failure: sent.failure } as const;
    return (await book(ctx, payout, () => [refused], { callEnd, answer })).transaction;
  }
  if (sent.kind === 'unknown' && rail.traits.payoutRepeat === 'never') {
    await openDoubt(payout, ctx.now());
  }
  const now = ctx.now();
  // A key that may have been done is asked about, even when its repeat did not get through.
  const isSurelyUnsent = sent.kind === 'not_sent' && (await lastCall(payout, 'send'))?.outcome !== 'unknown';
  const next: Change['operations'][number] = isSurelyUnsent
    ? { kind: 'send', runAt: new Date(now.getTime() + SEND_AGAIN_MS) }
    : { kind: 'look_up', runAt: new Date(now.getTime() + LOOK_UP_AFTER_MS) };
  return stayInFlight(ctx, payout, { callEnd, answer }, next, null);
}

export interface AppliedPayout {
  transaction: Transaction;
  moved: boolean;
  /** `mismatch`: it is about something else; a case is open. */
  word: PayoutView['news']['state'] | 'mismatch';
}

/**
 * Books what a rail's own record says of a payout, once. What is not about it, or what the transition table has no
 * edge for (delivered and failed afterwards), opens a case and moves nothing.
 */
export async function applyPayoutView(
  ctx: Context,
  payout: Transaction,
  view: PayoutView,
  options: Options = {},
): Promise<AppliedPayout> {
  const { railReference, news } = view;
  const look = { kind: 'look_up', runAt: new Date(ctx.now().getTime() + LOOK_UP_AFTER_MS) } as const;
  const mismatch = mismatchOf(payout, view);
  if (mismatch) {
    await openCaseOf('mismatch', payout, { ...mismatch }, ctx.now());
    const transaction = await stayInFlight(ctx, payout, options, look, null);
    return { transaction, moved: false, word: 'mismatch' };
  }
  if (news.state === 'PENDING') {
    const transaction = await stayInFlight(ctx, payout, options, look, railReference);
    return { transaction, moved: false, word: 'PENDING' };
  }
  const reversal = news.state === 'REVERSED' ? await reversalOf(payout) : undefined;
  const triggersFor = ({ status }: Transaction): Trigger[] => {
    if (news.state === 'FAILED') return [{ kind: 'payout_refused', failure: news.failure }];
    // What was held for want of float has been paid all the same.
    const funded: Trigger[] = status === 'AWAITING_LIQUIDITY' ? [{ kind: 'float_funded' }] : [];
    const delivered: Trigger[] =
      status === 'SUCCEEDED' ? [] : [...funded, { kind: 'payout_delivered', railReference }];
    return reversal ? [...delivered, reversal] : delivered;
  };
  const { transaction, moved } = await book(ctx, payout, triggersFor, options);
  if (!moved) await openCaseFor(ctx, transaction, news.state);
  return { transaction, moved, word: news.state };
}

/** Why a payout came back: an operator had asked for it, or the rail did so by itself. */
async function reversalOf(payout: Transaction): Promise<Extract<Trigger, { kind: 'payout_reversed' }>> {
  const asked = await lastCall(payout, 'reverse');
  const wasAsked = asked !== undefined && asked.outcome !== 'refused' && asked.outcome !== 'not_sent';
  if (!wasAsked) return { kind: 'payout_reversed', reason: REVERSED_BY_RAIL };
  return { kind: 'payout_reversed', reason: asked.note ?? REVERSED_BY_RAIL, askedAt: asked.startedAt };
}

/** The rail's final word, which the books could not take: a person has to look, unless they say the same already. */
async function openCaseFor(
  ctx: Context,
  payout: Transaction,
  says: 'SUCCEEDED' | 'FAILED' | 'REVERSED',
): Promise<void> {
  const { status } = payout;
  const isKnown =
    status === says || status === 'REVERSED' || (says === 'FAILED' && status === 'AWAITING_LIQUIDITY');
  if (isKnown) return;
  const kind = status === 'SUCCEEDED' ? 'returned' : 'contradiction';
  await openCaseOf(kind, payout, { ours: status, theirs: says }, ctx.now());
}

/** Takes the edges of all triggers in one statement, or none. A live rail's word is booked in the rail's name. */
function book(
  ctx: Context,
  payout: Transaction,
  triggersFor: (present: Transaction) => Trigger[],
  { callEnd, answer }: Options,
): Promise<{ transaction: Transaction; moved: boolean }> {
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: payout.provider } };
  const build = (present: Transaction): Change[] | null => {
    const changes: Change[] = [];
    for (const trigger of triggersFor(present)) {
      const before = changes.at(-1)?.after ?? present;
      const change = decide(before, before, trigger, ctx.now());
      if ('refused' in change) return null;
      changes.push(change);
    }
    if (changes[0] && callEnd) changes[0].callEnd = callEnd;
    return changes;
  };
  return commitOn(railCtx, payout, build, reread, answer);
}

/** Held as before, but no longer in flight; the rail is left alone for a while. */
async function bookShortFloat(ctx: Context, payout: Transaction, options: Options): Promise<Transaction> {
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: payout.provider } };
  const build = (present: Transaction): Change[] | null => {
    const change = decide(present, present, { kind: 'payout_float_short' }, ctx.now());
    if ('refused' in change) return null;
    return [{ ...change, dropOperations: true, ...(options.callEnd && { callEnd: options.callEnd }) }];
  };
  const { transaction } = await commitOn(railCtx, payout, build, reread, options.answer);
  const heldFor = payout.heldSince === null ? 0 : (ctx.now().getTime() - payout.heldSince.getTime()) / 1000;
  const seconds = Math.min(SHORT_FOR_SECONDS.most, Math.max(SHORT_FOR_SECONDS.least, heldFor / 2));
  await sqlClient()`
    insert into rail_wallets (provider, short_until)
    values (${payout.provider}, now() + make_interval(secs => ${seconds}))
    on conflict (provider) do update set short_until = greatest(rail_wallets.short_until, excluded.short_until)`;
  return transaction;
}

async function forgetShortness(provider: string): Promise<void> {
  await sqlClient()`update rail_wallets set short_until = null where provider = ${provider} and short_until is not null`;
}

/** Nothing is decided: the client hears once that the payout is under way, and `next` is what is done about it. */
async function stayInFlight(
  ctx: Context,
  payout: Transaction,
  { callEnd, answer }: Options,
  next: Change['operations'][number],
  railReference: string | null,
): Promise<Transaction> {
  const now = ctx.now();
  const build = (present: Transaction): Change[] | null => {
    if (present.status !== 'PENDING') return null;
    // Nothing is new: whoever asked asks again, less and less often.
    const isNews =
      callEnd !== undefined ||
      present.version === 1 ||
      (railReference ?? present.railReference) !== present.railReference;
    if (!isNews) return null;
    const change = underWay(present, railReference, now);
    const dropOperations = ['send', 'look_up'] as const;
    return [
      { ...change, operations: [next], dropOperations: [...dropOperations], ...(callEnd && { callEnd }) },
    ];
  };
  return (await commitOn(ctx, payout, build, reread, answer)).transaction;
}

/** The client is told once that a payout is under way: by its second version, whatever made that. */
function underWay(present: Transaction, railReference: string | null, now: Date): Change {
  if (present.version > 1) return amend(present, railReference === null ? {} : { railReference }, now);
  const change = decide(present, present, { kind: 'payout_in_flight', railReference }, now);
  invariant(!('refused' in change), 'a payout in flight can stay so');
  return change;
}

/** The live rail of a payout. */
export function railOf(payout: Transaction): Promise<Rail> {
  return getRail(payout.environment, payout.provider);
}
