import { sqlClient } from '#db/client';
import { openCase } from '#lib/cases/open-case';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import { askRail, whyOf } from '#lib/rails/ask-rail';
import type { PayoutView, Rail, RailCall } from '#lib/rails/rail';
import { getRail } from '#lib/rails/registry';
import { type AdvanceOptions, commitOn } from '#lib/transactions/advance';
import { amend, type CallEnd, type Change, decide, type Trigger } from '#lib/transactions/decide';
import { CALL_LEASE_MS, mismatchOf, newCall, toRailPayout } from '#lib/transactions/rail-side';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/** A payout whose fate is not known is looked into after this time, one that did not reach the rail sent sooner. */
const LOOK_UP_AFTER_MS = 15_000;
const SEND_AGAIN_MS = 5_000;
/** A rail that said that it is short is not sent held payouts for so long. */
const SHORT_FOR_SECONDS = 60;
export const REVERSED_BY_RAIL = 'The rail took the payout back.';

type Options = { callEnd?: CallEnd; answer?: AdvanceOptions['answer'] };

/** What the books need beside the payout before a live rail is asked to pay. */
export function intentToSend(call: RailCall): Pick<Change, 'call' | 'operations'> {
  return {
    call: { id: call.attemptId, operation: 'send' },
    operations: [
      { kind: 'send', runAt: new Date(call.now.getTime() + CALL_LEASE_MS), leaseToken: newId(call.now) },
    ],
  };
}

/** Commits the intent to send a payout that waits to be sent; null when it no longer does. `attemptId`: as before. */
export async function intendToSend(
  ctx: Context,
  payout: Transaction,
  attemptId?: string,
): Promise<{ transaction: Transaction; call: RailCall } | null> {
  const call = newCall(ctx.now(), attemptId);
  const build = (present: Transaction): Change[] | null =>
    present.status === 'PENDING' ? [{ ...underWay(present, null, call.now), ...intentToSend(call) }] : null;
  const { transaction, moved } = await commitOn(ctx, payout, build, reread);
  return moved ? { transaction, call } : null;
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
    invariant(rail.sendPayout, `${payout.provider} pays out`);
    return rail.sendPayout(toRailPayout(payout), call);
  });
  const isShort = sent.kind === 'done' && sent.value === 'float_short';
  const note = isShort ? 'Our wallet at the rail has not enough.' : whyOf(sent);
  const callEnd: CallEnd = { id: call.attemptId, outcome: isShort ? 'refused' : sent.kind, note };
  if (sent.kind === 'done') {
    if (sent.value === 'float_short') return bookShortFloat(ctx, payout, { callEnd, answer });
    return (await applyPayoutView(ctx, payout, sent.value, { callEnd, answer })).transaction;
  }
  if (sent.kind === 'refused') {
    return book(ctx, payout, [{ kind: 'payout_refused', failure: sent.failure }], { callEnd, answer });
  }
  if (sent.kind === 'unknown' && rail.traits.payoutRepeat === 'never') {
    await openCase(unknownPayout(payout), ctx.now());
  }
  const now = ctx.now();
  const next: Change['operations'][number] =
    sent.kind === 'not_sent'
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
  const mismatch = mismatchOf(payout, view);
  if (mismatch) {
    const { provider, id } = payout;
    const details = { ...mismatch };
    await openCase({ kind: 'mismatch', provider, subject: id, transaction: payout, details }, ctx.now());
    const look = { kind: 'look_up', runAt: new Date(ctx.now().getTime() + LOOK_UP_AFTER_MS) } as const;
    return {
      transaction: await stayInFlight(ctx, payout, options, look, null),
      moved: false,
      word: 'mismatch',
    };
  }
  const delivered = { kind: 'payout_delivered', railReference } as const;
  const reversed = { kind: 'payout_reversed', reason: REVERSED_BY_RAIL } as const;
  const booked = async (triggers: Trigger[]): Promise<AppliedPayout> => {
    const transaction = await book(ctx, payout, triggers, options);
    return { transaction, moved: transaction !== payout, word: news.state };
  };
  switch (news.state) {
    case 'SUCCEEDED':
      if (payout.status === 'FAILED') await openCase(contradiction(payout, 'delivered'), ctx.now());
      return booked([delivered]);
    case 'FAILED':
      if (payout.status === 'SUCCEEDED') await openCase(returned(payout, 'failed'), ctx.now());
      return booked([{ kind: 'payout_refused', failure: news.failure }]);
    case 'REVERSED': {
      const after = await booked(payout.status === 'SUCCEEDED' ? [reversed] : [delivered, reversed]);
      if (after.transaction.status === 'SUCCEEDED') await openCase(returned(payout, 'reversed'), ctx.now());
      return after;
    }
    case 'PENDING': {
      const look = { kind: 'look_up', runAt: new Date(ctx.now().getTime() + LOOK_UP_AFTER_MS) } as const;
      const transaction = await stayInFlight(ctx, payout, options, look, railReference);
      return { transaction, moved: false, word: 'PENDING' };
    }
  }
}

/** Takes the edges of all triggers in one statement, or none. A live rail's word is booked in the rail's name. */
async function book(
  ctx: Context,
  payout: Transaction,
  triggers: Trigger[],
  { callEnd, answer }: Options,
): Promise<Transaction> {
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: payout.provider } };
  const build = (present: Transaction): Change[] | null => {
    const changes: Change[] = [];
    for (const trigger of triggers) {
      const before = changes.at(-1)?.after ?? present;
      const change = decide(before, before, trigger, ctx.now());
      if ('refused' in change) return null;
      changes.push(change);
    }
    if (changes[0] && callEnd) changes[0].callEnd = callEnd;
    return changes;
  };
  return (await commitOn(railCtx, payout, build, reread, answer)).transaction;
}

/** Held as before, but no longer in flight; the rail is left alone for a while. */
async function bookShortFloat(ctx: Context, payout: Transaction, options: Options): Promise<Transaction> {
  await sqlClient()`
    insert into rail_wallets (provider, short_until)
    values (${payout.provider}, now() + make_interval(secs => ${SHORT_FOR_SECONDS}))
    on conflict (provider) do update set short_until = excluded.short_until`;
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: payout.provider } };
  const build = (present: Transaction): Change[] | null => {
    const change = decide(present, present, { kind: 'payout_float_short' }, ctx.now());
    if ('refused' in change) return null;
    return [{ ...change, dropOperations: true, ...(options.callEnd && { callEnd: options.callEnd }) }];
  };
  return (await commitOn(railCtx, payout, build, reread, options.answer)).transaction;
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
    return [{ ...change, operations: [next], dropOperations: ['send'], ...(callEnd && { callEnd }) }];
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

/** The case of a payout whose fate nobody can ask for, or that nobody has learnt for long. */
export function unknownPayout(
  payout: Transaction,
  reason = 'The rail’s answer was lost, and it cannot be asked.',
) {
  const { id, provider } = payout;
  const details = { what: 'payout', reason };
  return { kind: 'unknown_outcome', provider, subject: id, transaction: payout, details } as const;
}

function contradiction(payout: Transaction, says: string) {
  const { id, provider, status } = payout;
  const details = { ours: status, theirs: says };
  return { kind: 'contradiction', provider, subject: id, transaction: payout, details } as const;
}

function returned(payout: Transaction, says: string) {
  const { id, provider, status } = payout;
  const details = { ours: status, theirs: says };
  return { kind: 'returned', provider, subject: id, transaction: payout, details } as const;
}
