import { sqlClient } from '#db/client';
import type { Context, Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';
import type { Bututs } from '#lib/money';
import { requestOf } from '#lib/payout-batches/check-rows';
import { initiatePayout } from '#lib/payouts/initiate-payout';

/** What a dead worker had in hand is taken up by another after this time; longer than a rail may take to answer. */
const LEASE_SECONDS = 20;
/** After an error that says nothing about the row, such as a database that is away. */
const AGAIN_SECONDS = 5;
/** Outcomes are written down after this many rows or this time: what a crash leaves to be found out again. */
const ROWS_AT_ONCE = 20;
const WRITE_EVERY_MS = 500;
/** A worker gives a batch back after this time, so that many batches share it and a stop does not wait. */
const TURN_MS = 1_000;

export interface ClaimedBatch {
  id: string;
  provider: string;
  environment: Environment;
  client: Context['client'];
  confirmedBy: string;
  leaseToken: string;
  lagSeconds: number;
}

interface ReadyRow {
  line: number;
  reference: string;
  mobile: string;
  name: string | null;
  provider: string | null;
  note: string | null;
  amountBututs: Bututs;
}

interface RowOutcome {
  line: number;
  status: 'ACCEPTED' | 'REFUSED';
  reason: string | null;
  transaction_id: string | null;
}

/** Takes confirmed batches that are due under a lease, those that waited longest first; none of a suspended client. */
export async function claimBatches(limit: number, leaseSeconds = LEASE_SECONDS): Promise<ClaimedBatch[]> {
  const leaseToken = newId();
  const rows = await sqlClient()`
    with due as (
      select b.client_id, b.environment, b.id, b.run_at from payout_batches b
      join clients c on c.id = b.client_id and c.status = 'ACTIVE'
      where b.status = 'RUNNING' and b.run_at <= now() order by b.run_at limit ${limit} for update of b skip locked
    )
    update payout_batches b
    set lease_token = ${leaseToken}, run_at = now() + make_interval(secs => ${leaseSeconds})
    from due join clients c on c.id = due.client_id
    where b.client_id = due.client_id and b.environment = due.environment and b.id = due.id
    returning b.*, c.name as client_name, c.commission_bps, extract(epoch from now() - due.run_at)::float8 as lag`;
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    environment: row.environment,
    client: { id: row.client_id, name: row.client_name, commissionBps: row.commission_bps },
    confirmedBy: row.confirmed_by,
    leaseToken,
    lagSeconds: row.lag,
  }));
}

/**
 * Guarantee: works through a batch in the order of the file for one turn. Each row is a payout with the row's own
 * reference and the batch in its metadata, so a row that is worked twice, by a crash, a second worker or a lost lease,
 * is the same payout; a reference that anything else has used is refused. `pay` and `turnMs` are for tests.
 */
export async function workBatch(
  batch: ClaimedBatch,
  { pay = initiatePayout, turnMs = TURN_MS }: { pay?: typeof initiatePayout; turnMs?: number } = {},
): Promise<void> {
  const ctx: Context = {
    client: batch.client,
    environment: batch.environment,
    actor: { type: 'user', id: batch.confirmedBy },
    now: () => new Date(),
  };
  const endsAt = performance.now() + turnMs;
  for (;;) {
    const rows = await nextRows(batch);
    if (rows.length === 0) return finish(batch);
    const outcomes: RowOutcome[] = [];
    try {
      const writeAt = performance.now() + WRITE_EVERY_MS;
      for (const row of rows) {
        outcomes.push(await payRow(ctx, batch, row, pay));
        if (performance.now() > writeAt) break;
      }
    } catch (error) {
      await record(batch, outcomes);
      await handBack(batch, AGAIN_SECONDS);
      throw error;
    }
    const isOurs = await record(batch, outcomes);
    if (!isOurs) return;
    if (performance.now() > endsAt) return handBack(batch, 0);
  }
}

/** What the verb refuses for good. Anything else is no word on the row, and the row is tried again. */
const refusals = [
  'INSUFFICIENT_BALANCE',
  'PAYOUT_LIMIT_EXCEEDED',
  'REFUND_EXCEEDS_COLLECTION',
  'DUPLICATE_REFERENCE',
  'provider_not_enabled',
];

async function payRow(
  ctx: Context,
  batch: ClaimedBatch,
  row: ReadyRow,
  pay: typeof initiatePayout,
): Promise<RowOutcome> {
  try {
    const { transaction } = await pay(ctx, requestOf(batch, row));
    return { line: row.line, status: 'ACCEPTED', reason: null, transaction_id: transaction.id };
  } catch (error) {
    if (!(error instanceof AppError) || !refusals.includes(error.code)) throw error;
    const reason =
      error.code === 'DUPLICATE_REFERENCE' ? 'This reference was already used for a payout.' : error.message;
    return { line: row.line, status: 'REFUSED', reason, transaction_id: null };
  }
}

async function nextRows(batch: ClaimedBatch): Promise<ReadyRow[]> {
  const rows = await sqlClient()`
    select line, reference, mobile, name, provider, note, amount_bututs from payout_batch_rows
    where client_id = ${batch.client.id} and batch_id = ${batch.id} and status = 'READY'
    order by line limit ${ROWS_AT_ONCE}`;
  return rows.map((row) => ({
    line: row.line,
    reference: row.reference,
    mobile: row.mobile,
    name: row.name,
    provider: row.provider,
    note: row.note,
    amountBututs: BigInt(row.amount_bututs),
  }));
}

/** Writes outcomes down, each once whoever else has it, and prolongs the lease. Returns whether it is still ours. */
async function record(batch: ClaimedBatch, outcomes: RowOutcome[]): Promise<boolean> {
  const [row] = await sqlClient()`
    with written as (
      update payout_batch_rows r set status = o.status, reason = o.reason, transaction_id = o.transaction_id
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (line int, status text, reason text, transaction_id uuid)
      where r.client_id = ${batch.client.id} and r.batch_id = ${batch.id} and r.line = o.line and r.status = 'READY'
      returning r.status
    )
    update payout_batches b
    set rows_accepted = rows_accepted + (select count(*) from written where status = 'ACCEPTED'),
        rows_refused = rows_refused + (select count(*) from written where status = 'REFUSED'),
        run_at = case when b.status = 'RUNNING' and lease_token = ${batch.leaseToken}
                      then now() + make_interval(secs => ${LEASE_SECONDS}) else run_at end
    where ${batchIs(batch)}
    returning b.status = 'RUNNING' and lease_token = ${batch.leaseToken} as ours`;
  return row?.ours === true;
}

async function handBack(batch: ClaimedBatch, inSeconds: number): Promise<void> {
  await sqlClient()`
    update payout_batches b set lease_token = null, run_at = now() + make_interval(secs => ${inSeconds})
    where ${batchIs(batch)} and b.status = 'RUNNING' and lease_token = ${batch.leaseToken}`;
}

/** With the message to those whom it concerns; a trial in the sandbox is no news. */
async function finish(batch: ClaimedBatch): Promise<void> {
  const sql = sqlClient();
  const message = {
    kind: 'batch_done' as const,
    event: `batch_done:${batch.id}`,
    facts: sql`(select jsonb_build_object('id', id, 'file', file_name, 'accepted', rows_accepted::text, 'refused', rows_refused::text) from done)`,
  };
  const isLive = sql`exists (select from done where environment = 'LIVE')`;
  await sql`
    with done as (
      update payout_batches b set status = 'DONE', finished_at = now(), run_at = null, lease_token = null
      where ${batchIs(batch)} and b.status = 'RUNNING' and lease_token = ${batch.leaseToken} returning b.*
    )
    ${queueMessage(new Date(), message, peopleOf(message.kind, batch.client.id, isLive))}`;
}

function batchIs(batch: ClaimedBatch) {
  return sqlClient()`b.client_id = ${batch.client.id} and b.environment = ${batch.environment} and b.id = ${batch.id}`;
}
