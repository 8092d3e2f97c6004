import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { openCaseOf } from '#lib/cases/open-case';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import { askRail, whyOf } from '#lib/rails/ask-rail';
import type { Outcome, Rail, RailCall } from '#lib/rails/rail';
import { getRail } from '#lib/rails/registry';
import { advance, commitOn } from '#lib/transactions/advance';
import { amend, type CallEnd, type Change, REVERSAL_WINDOW_MS } from '#lib/transactions/decide';
import { type LastCall, lastCall } from '#lib/transactions/rail-calls';
import { CALL_LEASE_MS, newCall, toRailPayout } from '#lib/transactions/rail-side';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

const AGAIN_MS = 15_000;
/** A reversal whose end is unknown for so long is a case. */
const CASE_AFTER_MS = 15 * 60_000;

/**
 * Asks the rail to take a payout back, for an operator. Guarantee: once, in full, within 72 hours of its completion;
 * the money is the client's again only when the rail says that it is back. Returns the payout as it stands: still
 * `SUCCEEDED` while the rail's answer is not known, and then looked into. A reversed one is answered again.
 * Throws `INVALID_STATE` with the rail's own words where it refuses, `PROVIDER_UNAVAILABLE` where it was not reached.
 */
export async function reversePayout(
  operator: UserContext,
  ctx: Context,
  payout: Transaction,
  reason: string,
): Promise<Transaction> {
  if (payout.status === 'REVERSED') return payout;
  requireReversible(payout, ctx.now());
  const rail = await getRail(payout.environment, payout.provider);
  if (rail.reversePayout === undefined) {
    throw new AppError(
      'INVALID_STATE',
      `${payout.provider} takes no payout back. Ask the recipient to return it.`,
    );
  }
  const call = newCall(ctx.now());
  const intended = await intend(ctx, payout, call, reason);
  await sqlClient()`${auditLine(operator, {
    action: 'payout.reversal_asked',
    clientId: payout.clientId,
    environment: payout.environment,
    subjectId: payout.id,
    after: { reason },
  })}`;
  const { transaction, outcome } = await reverse(ctx, rail, intended, call, reason);
  if (outcome.kind === 'refused') {
    throw new AppError('INVALID_STATE', `The rail refused to take the payout back: ${refusalText(outcome)}`, {
      details: { rail_says: outcome.why ?? null },
    });
  }
  if (outcome.kind === 'not_sent') {
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      'The rail could not be reached; nothing was sent to it. Try again.',
      {
        retryAfterSeconds: 10,
      },
    );
  }
  return transaction;
}

/** The worker's turn at a reversal whose answer was lost: the rail takes a payout back once, however often it is asked. */
export async function reverseAgain(ctx: Context, payout: Transaction): Promise<'done' | 'again'> {
  const last = await lastCall(payout, 'reverse');
  if (payout.status !== 'SUCCEEDED' || last === undefined) return 'done';
  const rail = await getRail(payout.environment, payout.provider);
  const call = newCall(ctx.now(), last.id);
  const { outcome } = await reverse(ctx, rail, payout, call, last.note ?? 'Reversed by an operator', true);
  if (outcome.kind === 'unknown' || outcome.kind === 'not_sent') await raiseAlarm(ctx, payout, last);
  return outcome.kind === 'done' || outcome.kind === 'refused' ? 'done' : 'again';
}

function requireReversible(payout: Transaction, now: Date): void {
  if (payout.type !== 'payout' || payout.status !== 'SUCCEEDED' || payout.completedAt === null) {
    throw new AppError(
      'INVALID_STATE',
      `Only a payout that SUCCEEDED can be reversed; this one is ${payout.status}.`,
    );
  }
  if (now.getTime() > payout.completedAt.getTime() + REVERSAL_WINDOW_MS) {
    throw new AppError('INVALID_STATE', 'The 72 hours in which a payout can be reversed are over.');
  }
}

/** One reversal at a time: throws `INVALID_STATE` while another is under way. */
async function intend(
  ctx: Context,
  payout: Transaction,
  call: RailCall,
  reason: string,
): Promise<Transaction> {
  const leased = {
    kind: 'reverse',
    runAt: new Date(call.now.getTime() + CALL_LEASE_MS),
    leaseToken: newId(call.now),
  } as const;
  const [underWay] = await sqlClient()`
    select 1 from rail_operations
    where client_id = ${payout.clientId} and transaction_id = ${payout.id} and kind = 'reverse'`;
  if (underWay)
    throw new AppError(
      'INVALID_STATE',
      'The rail was asked to take this payout back; its answer is awaited.',
    );
  const change: Change = {
    ...amend(payout, {}, call.now),
    call: { id: call.attemptId, operation: 'reverse', note: reason },
    operations: [leased],
  };
  // On what was read: of two operators at the same time one asks.
  let built = false;
  const once = () => {
    if (built) return null;
    built = true;
    return [change];
  };
  const { transaction, moved } = await commitOn(ctx, payout, once, reread);
  if (!moved)
    throw new AppError('INVALID_STATE', 'This payout was just changed by somebody else. Look at it again.');
  return transaction;
}

async function reverse(
  ctx: Context,
  rail: Rail,
  payout: Transaction,
  call: RailCall,
  reason: string,
  isRepeat = false,
): Promise<{ transaction: Transaction; outcome: Outcome<'reversed'> }> {
  const outcome = await askRail(payout, 'reverse', async () => {
    if (rail.reversePayout === undefined) return { kind: 'not_sent', why: 'this rail takes nothing back' };
    return rail.reversePayout(toRailPayout(payout), call);
  });
  // Until it is over, its note is what it was asked for.
  const note = outcome.kind === 'refused' ? whyOf(outcome) : undefined;
  const callEnd: CallEnd = { id: call.attemptId, outcome: outcome.kind, note };
  if (outcome.kind === 'done') {
    const askedAt = (await lastCall(payout, 'reverse'))?.startedAt ?? call.now;
    const trigger = { kind: 'payout_reversed', reason, askedAt } as const;
    const { transaction } = await advance(ctx, payout, trigger, reread, { also: { callEnd } });
    // The rail has taken it back, and the books could not follow.
    if (transaction.status !== 'REVERSED')
      await openCaseOf('returned', transaction, { ours: transaction.status, theirs: 'REVERSED' }, ctx.now());
    return { transaction, outcome };
  }
  const now = ctx.now();
  // A repeat that did not get through leaves open what the first call did.
  const isOpen = outcome.kind === 'unknown' || (isRepeat && outcome.kind === 'not_sent');
  const build = (present: Transaction): Change[] => [
    {
      ...amend(present, {}, now),
      callEnd,
      dropOperations: ['reverse'],
      operations: isOpen ? [{ kind: 'reverse', runAt: new Date(now.getTime() + AGAIN_MS) }] : [],
    },
  ];
  return { transaction: (await commitOn(ctx, payout, build, reread)).transaction, outcome };
}

function refusalText({ failure, why }: Extract<Outcome<never>, { kind: 'refused' }>): string {
  return why === undefined ? failure.message : `${why}.`;
}

async function raiseAlarm(ctx: Context, payout: Transaction, { startedAt }: LastCall): Promise<void> {
  if (ctx.now().getTime() - startedAt.getTime() < CASE_AFTER_MS) return;
  const details = { ours: payout.status, theirs: 'asked to reverse; it has not said whether it did' };
  await openCaseOf('returned', payout, details, ctx.now());
}
