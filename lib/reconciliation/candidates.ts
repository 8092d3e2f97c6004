import { sqlClient } from '#db/client';
import type { UserContext } from '#lib/auth/user-context';
import { hasOtherAmount } from '#lib/cases/case';
import { putProposal } from '#lib/cases/propose-settlement';
import { banjulTime } from '#lib/clock';
import { formatAmount } from '#lib/money';
import { isSameNumber } from '#lib/phone';
import { openDoubt } from '#lib/rail-work/doubt';
import { boundsOf } from '#lib/reconciliation/statement-day';
import { fromRow } from '#lib/transactions/row';
import { isSent, type Transaction } from '#lib/transactions/transaction';

/** How far the rail's time of a payment may be from ours. */
const WITHIN_MS = 30 * 60_000;
/** A call without an end is under way for so long; afterwards its process has died. */
const UNDER_WAY_SECONDS = 60;

interface NamelessLine {
  kind: string;
  railReference: string;
  amountBututs: bigint;
  mobile: string;
  at: Date;
}

interface Doubt {
  transaction: Transaction;
  askedAt: Date;
  caseId: string | null;
  isProposed: boolean;
  /** The rail has named another amount for it elsewhere: people find out which is true. */
  isOtherAmount: boolean;
}

/** Transactions in doubt that a line may be about, by `kind rail_reference`; a line with none has no entry. */
export async function findCandidates(provider: string, day: string): Promise<Map<string, Doubt[]>> {
  const [lines, doubts] = await Promise.all([listNameless(provider, day), listDoubts(provider, day)]);
  const found = new Map<string, Doubt[]>();
  for (const line of lines) {
    const fitting = doubts.filter((doubt) => mayBe(line, doubt));
    if (fitting.length > 0) found.set(`${line.kind} ${line.railReference}`, fitting);
  }
  return found;
}

/**
 * Where one line fits one transaction in doubt, both fit nothing else and no other amount was named for it, puts a proposal on that transaction's case,
 * in the importer's name: somebody else confirms it, and nothing moves before. Returns how many.
 */
export async function proposeCandidates(ctx: UserContext, provider: string, day: string): Promise<number> {
  const lines = await listNameless(provider, day);
  const candidates = await findCandidates(provider, day);
  const fits = new Map<string, number>();
  for (const { transaction } of [...candidates.values()].flat()) {
    fits.set(transaction.id, (fits.get(transaction.id) ?? 0) + 1);
  }
  let proposed = 0;
  for (const line of lines) {
    const [doubt, ...others] = candidates.get(`${line.kind} ${line.railReference}`) ?? [];
    if (doubt === undefined || others.length > 0 || fits.get(doubt.transaction.id) !== 1) continue;
    if (doubt.isOtherAmount) continue;
    const caseId = doubt.caseId ?? (await caseOf(doubt.transaction, ctx.now()));
    const proposal = {
      outcome: 'succeeded',
      rail_reference: line.railReference,
      evidence: evidenceOf(provider, day, line),
    } as const;
    if (caseId && (await putProposal(ctx, { id: caseId, environment: 'LIVE' }, proposal))) proposed++;
  }
  return proposed;
}

/** Pure: the same kind, amount and number, within half an hour of our call. */
function mayBe(line: NamelessLine, { transaction, askedAt }: Doubt): boolean {
  return (
    line.kind === (isSent(transaction) ? 'payout' : transaction.type) &&
    line.amountBututs === transaction.amountBututs &&
    transaction.mobile !== null &&
    isSameNumber(line.mobile, transaction.mobile) &&
    Math.abs(line.at.getTime() - askedAt.getTime()) <= WITHIN_MS
  );
}

/** The lines of a day that name nothing of ours. */
async function listNameless(provider: string, day: string): Promise<NamelessLine[]> {
  const rows = await sqlClient()`
    select kind, rail_reference, amount_bututs, mobile, at from rail_statement_lines
    where provider = ${provider} and day = ${day} and match = 'RAIL_ONLY' and reference is null and mobile is not null
      and currency = 'GMD' and kind <> 'reversal'
    order by at, rail_reference`;
  return rows.map((row) => ({
    kind: row.kind,
    railReference: row.rail_reference,
    amountBututs: BigInt(row.amount_bututs),
    mobile: row.mobile,
    at: new Date(row.at),
  }));
}

/** What was asked of the rail around that day, has no end, and no name that the rail could be asked by. */
async function listDoubts(provider: string, day: string): Promise<Doubt[]> {
  const { from, until } = boundsOf(day);
  const around = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
  const rows = await sqlClient()`
    select t.*, c.asked_at, k.id as case_id, k.proposal is not null as is_proposed,
           ${hasOtherAmount(sqlClient()`t.id`)} as is_other_amount
    from (
      select client_id, environment, transaction_id, max(started_at) as asked_at from rail_calls
      where environment = 'LIVE' and provider = ${provider} and operation in ('charge', 'send')
        and started_at >= ${around(from, -WITHIN_MS)} and started_at < ${around(until, WITHIN_MS)}
        and (outcome = 'unknown' or (outcome is null and started_at < now() - make_interval(secs => ${UNDER_WAY_SECONDS})))
      group by 1, 2, 3
    ) c
    join transactions t on t.client_id = c.client_id and t.environment = c.environment and t.id = c.transaction_id
    left join cases k on k.kind = 'unknown_outcome' and k.subject = t.id::text and k.status = 'OPEN'
    where t.status = 'PENDING' and t.rail_reference is null
    order by t.id`;
  return rows.map((row) => ({
    transaction: fromRow(row),
    askedAt: new Date(row.asked_at),
    caseId: row.case_id,
    isProposed: row.is_proposed,
    isOtherAmount: row.is_other_amount,
  }));
}

async function caseOf(transaction: Transaction, now: Date): Promise<string | undefined> {
  await openDoubt(transaction, now, 'charge');
  const [row] = await sqlClient()`
    select id from cases where kind = 'unknown_outcome' and subject = ${transaction.id} and status = 'OPEN'`;
  return row?.id;
}

function evidenceOf(provider: string, day: string, line: NamelessLine): string {
  const { kind, railReference, amountBututs, mobile, at } = line;
  return `The statement of ${provider} of ${day} has the ${kind} ${railReference} of GMD ${formatAmount(amountBututs)} with ${mobile} at ${banjulTime(at)}, and no other transaction of ours answers to it.`;
}
