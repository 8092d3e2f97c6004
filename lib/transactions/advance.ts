import { isDatabaseAway } from '#db/client';
import { actorName, type Context, type IdempotencyLease } from '#lib/context';
import { invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import { wakeWorker } from '#lib/jobs/wake';
import type { Entry } from '#lib/ledger/postings';
import { transitionsTotal } from '#lib/metrics';
import { refreshRailFaces } from '#lib/rails/rail-faces';
import { heldBack } from '#lib/rails/scenarios';
import { seal } from '#lib/seal';
import { type CommitOutcome, commitTogether } from '#lib/transactions/commit-together';
import { type Adjustment, type Change, decide, type FeeChange, type Trigger } from '#lib/transactions/decide';
import { changedColumns, toRow } from '#lib/transactions/row';
import { isFinal, type Transaction } from '#lib/transactions/transaction';
import { eventBodies } from '#lib/webhooks/event-body';

/**
 * Guarantee: all of the changes are committed in one statement, with their journals, history, events, deliveries,
 * jobs and stored answer; or nothing is, and the outcome says why. Changes after the first build on it.
 */
export async function commitChanges(
  ctx: Context,
  changes: Change[],
  result?: unknown,
): Promise<CommitOutcome> {
  // An event names the rail.
  if (changes.some((change) => change.event !== null)) await refreshRailFaces();
  const lease = ctx.idempotency;
  const commit = () => {
    const payload = changes.map((change, index) => {
      const isLast = index === changes.length - 1;
      return toCommit(
        ctx,
        change,
        isLast && lease && result !== undefined ? answerOf(lease, result) : undefined,
      );
    });
    return commitTogether(changes, JSON.stringify(payload));
  };
  const committed = await commit().catch((error: { code?: unknown }) => {
    if (error.code !== LINK_IS_FULL) throw error;
    // Others paid first, and the money has come all the same: it is credited, and says so in its event too.
    for (const { after } of changes) after.overLimit = true;
    return commit();
  });
  if (committed.outcome === 'done') {
    if (lease && result !== undefined) lease.stored = true;
    for (const change of changes) {
      if (change.trigger !== 'amended') {
        transitionsTotal.inc({
          environment: change.after.environment,
          type: change.after.type,
          status: change.after.status,
          provider: change.after.provider,
        });
      }
      if (change.event !== null) wakeWorker('deliveries');
      // The payment may have been the last that its link wanted: what others have open there is closed.
      if (change.after.paymentLinkId !== null && change.after.status === 'SUCCEEDED')
        wakeWorker('operations');
      for (const { runAt, leaseToken } of change.operations) {
        if (leaseToken === undefined) wakeWorker('operations', runAt);
      }
    }
  }
  return committed;
}

/** What `count_link_payment` says of one payment too many. */
const LINK_IS_FULL = 'KA030';

export interface AdvanceOptions {
  /** Makes the verb's result, which is then stored with the change for an idempotency key. */
  answer?: ((after: Transaction) => unknown) | undefined;
  /** What goes with the change, such as how the call ended that brought the news. */
  also?: Partial<Pick<Change, 'operations' | 'callEnd' | 'closeCase' | 'closeCases'>> | undefined;
  /** Only what was read is moved: when anybody changed it since, nothing moves, and the caller looks anew. */
  onlyAsRead?: boolean;
  /** Whoever ends the transaction first wins: when that was somebody else, nothing moves. */
  onlyWhileOpen?: boolean;
}

/** How often a change is decided anew when somebody else changed the transaction first. */
const MAX_TRIES = 8;

/**
 * Guarantee: takes the edge that `trigger` has from the transaction's present status, once, whoever else tries;
 * returns the transaction as it stands afterwards and whether this call moved it. A trigger without an edge moves
 * nothing. `reread` fetches the present row.
 */
export function advance(
  ctx: Context,
  start: Transaction,
  trigger: Trigger,
  reread: (transaction: Transaction) => Promise<Transaction>,
  options: AdvanceOptions = {},
): Promise<Committed> {
  const build = (transaction: Transaction) => {
    if (options.onlyAsRead && transaction !== start) return null;
    if (options.onlyWhileOpen && transaction !== start && isFinal(transaction.status)) return null;
    const change = decide(transaction, transaction, trigger, ctx.now());
    return 'refused' in change ? null : [{ ...change, ...options.also }];
  };
  return commitOn(ctx, start, build, reread, options.answer);
}

export interface Committed {
  /** As it stands afterwards. */
  transaction: Transaction;
  moved: boolean;
  /** Why it did not move, where the books refused. */
  refusal?: Exclude<CommitOutcome, { outcome: 'done' | 'stale' }>;
}

/**
 * Guarantee: what `build` makes of the transaction as it stands is committed once; where somebody else changed it
 * first, it is built anew. Null from `build`, or a refusal of the books, moves nothing.
 */
export async function commitOn(
  ctx: Context,
  start: Transaction,
  build: (transaction: Transaction) => Change[] | null | Promise<Change[] | null>,
  reread: (transaction: Transaction) => Promise<Transaction>,
  answer?: AdvanceOptions['answer'],
): Promise<Committed> {
  let transaction = start;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const changes = await build(transaction);
    const last = changes?.at(-1);
    if (!changes || !last) return { transaction, moved: false };
    const committed = await commitSurely(ctx, changes, answer?.(last.after));
    if (committed.outcome === 'done') return { transaction: last.after, moved: true };
    if (committed.outcome !== 'stale') return { transaction, moved: false, refusal: committed };
    transaction = await reread(transaction);
  }
  throw new Error(`Transaction ${transaction.id} changed ${MAX_TRIES} times while it was being advanced`);
}

/** The database is waited for so long with what a rail has just said, which is said only once. */
const KEEP_TRYING_MS = 15_000;
const TRY_AGAIN_MS = 250;
const ANSWER_LEASE_LOST = 'KA006';

/**
 * Commits how a call to a rail ended, also through a short absence of the database: the version of the row makes a
 * repeat harmless. An idempotency key that somebody else holds by now does not stand in its way.
 */
async function commitSurely(ctx: Context, changes: Change[], result: unknown): Promise<CommitOutcome> {
  const isPrecious = changes.some((change) => change.callEnd !== undefined);
  const endsAt = Date.now() + KEEP_TRYING_MS;
  let answered = result;
  for (;;) {
    try {
      return await commitChanges(ctx, changes, answered);
    } catch (error) {
      if (!isPrecious) throw error;
      if ((error as { code?: unknown }).code === ANSWER_LEASE_LOST && answered !== undefined) {
        answered = undefined;
      } else if (isDatabaseAway(error) && Date.now() < endsAt) {
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      } else {
        throw error;
      }
    }
  }
}

/** The form of an answer in which the ledger's functions store it. */
export function answerOf(lease: IdempotencyLease, result: unknown) {
  const { responseStatus, body } = lease.render(result);
  return {
    key: lease.key,
    lease_token: lease.leaseToken,
    response_status: responseStatus,
    response_sealed: `\\x${seal(lease.place, body).toString('hex')}`,
  };
}

function toCommit(ctx: Context, change: Change, answer: unknown): Record<string, unknown> {
  const { before, after, journal, float } = change;
  const commit: Record<string, unknown> = {
    client_id: after.clientId,
    environment: after.environment,
    transaction_id: after.id,
    now: after.updatedAt,
    actor: actorName(ctx.actor),
    trigger: change.trigger,
  };
  if (before === null) {
    commit.create = toRow(after);
  } else {
    invariant(before.id === after.id, 'a change stays with its transaction');
    commit.version = before.version;
    commit.set = changedColumns(before, after);
  }
  if (change.debitAvailableBututs !== null)
    commit.debit_available_bututs = change.debitAvailableBututs.toString();
  if (float) {
    commit.float = {
      client_id: float.clientId,
      account: float.account,
      reserve_bututs: float.reserveBututs.toString(),
      spend_bututs: float.spendBututs.toString(),
      ...(change.coverFloat && float.reserveBututs > 0n && { cover_journal_id: newId() }),
    };
  }
  if (journal) {
    const journalId = newJournalId(ctx.now());
    if (change.adjustment) commit.adjustment = adjustmentRow(after, change.adjustment, journalId);
    commit.journal = {
      id: journalId,
      kind: journal.kind,
      entries: journal.entries.map(entryRow),
    };
  }
  if (change.fee) commit.fee = feeRow(after, change.fee, newJournalId(ctx.now()));
  if (change.event !== null) {
    const { body, legacyBody } = eventBodies(change.event, after, change.adjustment);
    const held_back = heldBack(after.scenario, change.event);
    commit.event = {
      id: newId(after.updatedAt),
      event: change.event,
      body,
      legacy_body: legacyBody,
      held_back,
    };
  }
  if (change.operations.length > 0) {
    commit.operations = change.operations.map((each) => ({
      kind: each.kind,
      run_at: each.runAt,
      lease_token: each.leaseToken,
    }));
  }
  if (change.dropOperations && before !== null) commit.drop_operations = change.dropOperations;
  if (change.call) {
    const { id, key, connectionId, operation, note } = change.call;
    commit.call = { id, key, connection_id: connectionId, operation, note };
  }
  if (change.callEnd) commit.call_end = change.callEnd;
  if (change.closeCases) commit.close_cases = change.closeCases;
  if (change.openCases && change.openCases.length > 0) {
    commit.open_cases = change.openCases.map(({ kind, details, ifReferencePaid }) => ({
      id: newId(after.updatedAt),
      kind,
      details,
      if_reference_paid: ifReferencePaid,
    }));
  }
  if (change.closeCase) {
    const { id, closedBy, closedByName, resolution } = change.closeCase;
    commit.close_case = { id, closed_by: closedBy, closed_by_name: closedByName, resolution };
  }
  if (answer !== undefined) commit.answer = answer;
  return commit;
}

function entryRow({ clientId, account, amountBututs }: Entry) {
  return { client_id: clientId, account, amount_bututs: amountBututs.toString() };
}

function feeRow({ provider }: Transaction, fee: FeeChange, journalId: string) {
  const asBooked = ({ railFeeBututs, entries }: { railFeeBututs: bigint; entries: Entry[] }) => ({
    rail_fee_bututs: railFeeBututs.toString(),
    ...(entries.length > 0 && {
      journal: { id: journalId, kind: fee.posting, entries: entries.map(entryRow) },
    }),
  });
  return {
    ...asBooked(fee),
    over_bututs: fee.overBututs.toString(),
    from: fee.from,
    account: `rail_float:${provider}`,
    ...(fee.otherwise && { otherwise: asBooked(fee.otherwise) }),
  };
}

/** Clocks that are less apart are one. */
const SAME_CLOCK_MS = 1_000;

/**
 * Of the moment of booking, since a statement counts a journal in the day of its id, and in the order of making. Where
 * the verb was given another clock, as for the history of a demonstration, of that one's moment.
 */
function newJournalId(now: Date): string {
  return Math.abs(Date.now() - now.getTime()) < SAME_CLOCK_MS ? newId() : newId(now);
}

function adjustmentRow(after: Transaction, adjustment: Adjustment, journalId: string) {
  const { id, caseId, railBututs, borneBy, reason, evidence, proposedByName, confirmedByName } = adjustment;
  return {
    client_id: after.clientId,
    environment: after.environment,
    id,
    transaction_id: after.id,
    case_id: caseId,
    journal_id: journalId,
    client_bututs: borneBy === 'client' ? railBututs.toString() : '0',
    rail_bututs: railBututs.toString(),
    reason,
    evidence,
    proposed_by_name: proposedByName,
    confirmed_by_name: confirmedByName,
    created_at: after.updatedAt,
  };
}
