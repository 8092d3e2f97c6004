import type { PendingQuery, Row } from 'postgres';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { wakeWorker } from '#lib/jobs/wake';
import { type AccountName, floatOwner } from '#lib/ledger/accounts';
import { readBooks } from '#lib/ledger/balances';
import type { HouseRequest } from '#lib/ledger/move-house-money';
import type { Bututs } from '#lib/money';
import { answerOf } from '#lib/transactions/advance';

export interface RailFloat {
  provider: string;
  balanceBututs: Bututs;
}

export interface FundingOptions {
  /** The same id books nothing again, and throws a unique violation. */
  journalId?: string;
  /** What is written in the same statement; it may name `funded`, which has one row. */
  also?: PendingQuery<Row[]>;
  /** It is booked only while this waits, and ends it. */
  request?: HouseRequest | undefined;
}

/**
 * Guarantee: the float grows by `amountBututs`, once for an idempotency key; held payouts are released soon after.
 * Returns the balance that this funding made. Throws what `request` refuses with. An answer that is stored for a key has to be known before the commit:
 * of two fundings at the same time it may leave out the other.
 */
export async function fundFloat(
  ctx: Context,
  provider: string,
  amountBututs: Bututs,
  { journalId = newId(), also, request }: FundingOptions = {},
): Promise<RailFloat> {
  const account: AccountName = `rail_float:${provider}`;
  const owner = floatOwner(ctx.environment, ctx.client.id);
  const entry = (name: AccountName, amount: Bututs) => ({
    client_id: owner,
    account: name,
    amount_bututs: amount.toString(),
  });
  const foreseen = ctx.idempotency && {
    provider,
    balanceBututs: (await balanceOf(ctx, owner, account)) + amountBututs,
  };
  const funding = {
    client_id: owner,
    environment: ctx.environment,
    account,
    now: ctx.now(),
    journal: {
      id: journalId,
      kind: 'float_funded',
      entries: [entry(account, amountBututs), entry('float_funding', -amountBututs)],
    },
    ...(ctx.idempotency && { answer: answerOf(ctx.idempotency, foreseen) }),
  };
  const sql = sqlClient();
  const [row] = await sql`
    with asked as materialized (${request?.waiting ?? sql`select 1`}),
    funded as materialized (select fund_float(${JSON.stringify(funding)}::jsonb) as balance from asked)
    ${request?.end ? sql`, done as (select from funded), decided as (${request.end})` : sql``}
    ${also ? sql`, also as (${also})` : sql``}
    select balance from funded`;
  if (ctx.idempotency) ctx.idempotency.stored = true;
  if (row === undefined) throw request?.refusal ?? new Error('a funding without a condition is booked');
  wakeWorker('held_payouts');
  return foreseen ?? { provider, balanceBututs: BigInt(row.balance) };
}

async function balanceOf(ctx: Context, owner: string, account: AccountName): Promise<Bututs> {
  return (await readBooks(owner, ctx.environment)).balances.get(account) ?? 0n;
}
