import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context, Environment } from '#lib/context';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { isUuid } from '#lib/ids';
import { readBooks } from '#lib/ledger/balances';
import { type Bututs, formatAmount } from '#lib/money';
import { findSchedule, presentSchedule } from '#lib/settlements/change-schedule';
import { readTemplate } from '#lib/settlements/file-template';
import { mostToWallet } from '#lib/settlements/most-to-wallet';
import {
  type OperatorsSettlement,
  presentSettlement,
  presentToOperator,
  type Settlement,
  type SettlementAccount,
  type SettlementRow,
  settlementColumns,
} from '#lib/settlements/settlement';
import { listAccounts, listAskedAccounts, presentAccount } from '#lib/settlements/settlement-accounts';
import { listSettlementFiles } from '#lib/settlements/settlement-files';

const states = {
  waiting: ['REQUESTED', 'IN_FILE', 'SENT'],
  ended: ['CONFIRMED', 'FAILED', 'CANCELLED', 'RETURNED'],
};

const page = { limit: limitField.default(50), cursor: cursorField.optional() };
export const settlementsQuery = z.object(page);
export const operatorsQuery = z.object({
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
  state: z.enum(['waiting', 'ended'], 'The state must be "waiting" or "ended".').default('waiting'),
  file_id: z.string().refine(isUuid, 'This must be an id, a UUID.').optional(),
  ...page,
});

interface ListPage<Item> {
  status: 'success';
  data: Item[];
  pagination: { limit: number; next_cursor: string | null };
}

/** A client's settlements to banks, newest first. Those to wallets are payouts. */
export async function listSettlements(
  ctx: Context,
  { limit, cursor }: z.output<typeof settlementsQuery>,
): Promise<ListPage<Settlement>> {
  const sql = sqlClient();
  const rows = await sql<SettlementRow[]>`
    select ${settlementColumns()} from settlements s
    where s.client_id = ${ctx.client.id} and s.environment = ${ctx.environment}
      ${cursor === undefined ? sql`` : sql`and s.id < ${cursor[0] as string}`}
    order by s.id desc limit ${limit + 1}`;
  return pageOf(rows, limit, presentSettlement);
}

/** All clients' settlements to banks, newest first: those that are under way, or that have ended. */
export async function listOperatorsSettlements({
  environment,
  state,
  file_id,
  limit,
  cursor,
}: z.output<typeof operatorsQuery>): Promise<ListPage<OperatorsSettlement>> {
  const sql = sqlClient();
  const rows = await sql<SettlementRow[]>`
    select ${settlementColumns()} from settlements s
    where s.environment = ${environment} and s.status = any (${states[state]})
      ${file_id === undefined ? sql`` : sql`and s.file_id = ${file_id}`}
      ${cursor === undefined ? sql`` : sql`and s.id < ${cursor[0] as string}`}
    order by s.id desc limit ${limit + 1}`;
  return pageOf(rows, limit, presentToOperator);
}

/** What a client's page of settlements shows beside their list. */
export async function getSettlementDesk(ctx: Context) {
  const [books, accounts, asked, schedule] = await Promise.all([
    readBooks(ctx.client.id, ctx.environment),
    listAccounts(ctx),
    listAskedAccounts(ctx),
    findSchedule(ctx),
  ]);
  const available = books.balances.get('available') ?? 0n;
  return {
    available: formatAmount(available),
    accounts: await Promise.all(accounts.map((account) => presentWithMost(ctx, account, available))),
    asked,
    schedule: schedule === undefined ? null : presentSchedule(schedule),
  };
}

/** With what may go there now, and the limit that this is because of. */
async function presentWithMost(ctx: Context, account: SettlementAccount, available: Bututs) {
  const most =
    account.kind === 'wallet'
      ? await mostToWallet(ctx, account.provider ?? '', available)
      : { bututs: available, limit: null };
  return {
    ...presentAccount(account),
    up_to: formatAmount(most.bututs),
    limit: most.limit?.name ?? null,
  };
}

export type SettlementDesk = Awaited<ReturnType<typeof getSettlementDesk>>;

/** What an operator has to do with the bank: what waits for a file, the files, and their columns. */
export async function getBank(environment: Environment) {
  const [waiting, files, template] = await Promise.all([
    sumWaiting(environment),
    listSettlementFiles(environment),
    readTemplate(environment),
  ]);
  return { waiting, files, template };
}

export type Bank = Awaited<ReturnType<typeof getBank>>;

/** How many wait for a file, what they come to, and how many more are kept back. */
async function sumWaiting(environment: Environment) {
  const [row] = await sqlClient()`
    select count(*) filter (where why is null)::int as count, count(why)::int as kept_back,
           coalesce(sum(amount_bututs) filter (where why is null), 0)::text as bututs
    from (
      select amount_bututs, why_kept_back(s) as why from settlements s
      where environment = ${environment} and status = 'REQUESTED'
    ) waiting`;
  return {
    count: row?.count as number,
    amount: formatAmount(BigInt(row?.bututs)),
    kept_back: row?.kept_back as number,
  };
}

function pageOf<Item>(
  rows: SettlementRow[],
  limit: number,
  present: (row: SettlementRow) => Item,
): ListPage<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    status: 'success',
    data: shown.map(present),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}
