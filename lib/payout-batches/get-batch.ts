import { and, desc, inArray, lt } from 'drizzle-orm';
import { database, sqlClient } from '#db/client';
import { payoutBatches } from '#db/schema/payout-batches';
import { users } from '#db/schema/users';
import { isUnused } from '#lib/approvals/approval';
import type { Context } from '#lib/context';
import { makeCursor } from '#lib/http/paging';
import { type Bututs, formatAmount } from '#lib/money';
import { mustWait } from '#lib/payment-approvals/threshold';
import { own, type PayoutBatch, requireBatch } from '#lib/payout-batches/batch';
import { type Funds, getFunds, presentFunds } from '#lib/payout-batches/get-funds';
import { isNameDoubtedSql, isNameWaitingSql } from '#lib/payout-batches/name-checks';
import { type Outcome, outcomeSql, rowsSql } from '#lib/payout-batches/outcome';

interface Sum {
  count: number;
  bututs: Bututs;
}

export interface BatchView {
  batch: PayoutBatch;
  /** Names by user id, of those who uploaded and confirmed it. */
  people: Map<string, string>;
  /** How many rows stand where, and what they come to. */
  sums: Map<Outcome, Sum>;
  /** Rows that a person should look at before confirming. */
  warnings: number;
  /** Of the good rows: whose names are still to be asked about, and of which the rail had no word. */
  names: { waiting: number; unavailable: number };
  /** Before it is confirmed: what there is to pay it from. */
  funds: Funds | undefined;
  /** Before it is confirmed: it is above the client's threshold, so it waits, or would, for a second person. */
  approval: 'asked' | 'needed' | null;
}

/** One batch with the outcome of its rows as they stand now. Throws `NOT_FOUND`. */
export async function getBatch(ctx: Context, id: string): Promise<BatchView> {
  const batch = await requireBatch(ctx, id);
  const [people, funds, approval, rows] = await Promise.all([
    namesOf([batch]),
    batch.status === 'CHECKED' ? getFunds(ctx, batch) : undefined,
    batch.status === 'CHECKED' ? approvalOf(ctx, batch) : null,
    sqlClient()`
      select ${outcomeSql()} as outcome, count(*)::int as rows, coalesce(sum(r.amount_bututs), 0)::text as bututs,
             (count(*) filter (where r.warning is not null or ${isNameDoubtedSql()}))::int as warnings,
             (count(*) filter (where ${isNameWaitingSql()}))::int as names_waiting,
             (count(*) filter (where r.status = 'READY' and r.name_check = 'UNAVAILABLE'))::int as names_unavailable
      from ${rowsSql(ctx, batch.id)} group by 1`,
  ]);
  return {
    batch,
    people,
    funds,
    approval,
    sums: new Map(rows.map((row) => [row.outcome, { count: row.rows, bututs: BigInt(row.bututs) }])),
    warnings: rows.reduce((sum, row) => sum + row.warnings, 0),
    names: {
      waiting: rows.reduce((sum, row) => sum + row.names_waiting, 0),
      unavailable: rows.reduce((sum, row) => sum + row.names_unavailable, 0),
    },
  };
}

async function approvalOf(ctx: Context, batch: PayoutBatch): Promise<BatchView['approval']> {
  const [asked] = await sqlClient()`
    select from approvals a
    where a.client_id = ${ctx.client.id} and a.environment = ${ctx.environment} and a.kind = 'payout_batch'
      and a.details ->> 'client_reference' = ${batch.id} and a.status in ('PENDING', 'APPROVED') and not ${isUnused()}`;
  if (asked) return 'asked';
  return (await mustWait(ctx, batch.goodBututs)) ? 'needed' : null;
}

/** Newest first. */
export async function listBatches(ctx: Context, query: { limit: number; cursor?: string[] | undefined }) {
  const found = await database()
    .select()
    .from(payoutBatches)
    .where(and(own(ctx), query.cursor ? lt(payoutBatches.id, query.cursor[0] as string) : undefined))
    .orderBy(desc(payoutBatches.id))
    .limit(query.limit + 1);
  const batches = found.slice(0, query.limit);
  const people = await namesOf(batches);
  const last = batches.at(-1);
  return {
    status: 'success',
    data: batches.map((batch) => presentBatch(batch, people)),
    pagination: {
      limit: query.limit,
      next_cursor: found.length > query.limit && last ? makeCursor([last.id]) : null,
    },
  };
}

export type PresentedBatch = ReturnType<typeof presentBatch>;
export type PresentedBatchView = ReturnType<typeof presentBatchView>;

export function presentBatchView({ batch, people, sums, warnings, names, funds, approval }: BatchView) {
  const presented: Partial<Record<Outcome, { count: number; amount: string }>> = {};
  for (const [outcome, { count, bututs }] of sums)
    presented[outcome] = { count, amount: formatAmount(bututs) };
  return {
    ...presentBatch(batch, people),
    outcomes: presented,
    warnings,
    names,
    approval,
    funds: funds ? presentFunds(funds) : null,
  };
}

function presentBatch(batch: PayoutBatch, people: Map<string, string>) {
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id) ?? null));
  return {
    id: batch.id,
    file_name: batch.fileName,
    provider: batch.provider,
    status: batch.status,
    version: batch.version,
    environment: batch.environment,
    rows: {
      total: batch.rowsTotal,
      good: batch.rowsGood,
      accepted: batch.rowsAccepted,
      refused: batch.rowsRefused,
    },
    amount: formatAmount(batch.goodBututs),
    created_by: nameOf(batch.createdBy),
    created_at: batch.createdAt.toISOString(),
    confirmed_by: nameOf(batch.confirmedBy),
    confirmed_at: batch.confirmedAt?.toISOString() ?? null,
    finished_at: batch.finishedAt?.toISOString() ?? null,
  };
}

async function namesOf(batches: PayoutBatch[]): Promise<Map<string, string>> {
  const ids = [
    ...new Set(batches.flatMap((batch) => [batch.createdBy, batch.confirmedBy ?? batch.createdBy])),
  ];
  if (ids.length === 0) return new Map();
  const rows = await database()
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(rows.map((row) => [row.id, row.name]));
}
