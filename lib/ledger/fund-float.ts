import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { wakeWorker } from '#lib/jobs/wake';
import { type AccountName, floatOwner } from '#lib/ledger/accounts';
import { readBooks } from '#lib/ledger/balances';
import type { Bututs } from '#lib/money';
import { answerOf } from '#lib/transactions/advance';

export interface RailFloat {
  provider: string;
  balanceBututs: Bututs;
}

/** Guarantee: the float grows by `amountBututs`, once for an idempotency key; held payouts are released soon after. */
export async function fundFloat(ctx: Context, provider: string, amountBututs: Bututs): Promise<RailFloat> {
  const account: AccountName = `rail_float:${provider}`;
  const owner = floatOwner(ctx.environment, ctx.client.id);
  const before = (await readBooks(owner, ctx.environment)).balances.get(account) ?? 0n;
  const result: RailFloat = { provider, balanceBututs: before + amountBututs };
  const entry = (name: AccountName, amount: Bututs) => ({
    client_id: owner,
    account: name,
    amount_bututs: amount.toString(),
  });
  const funding = {
    client_id: owner,
    environment: ctx.environment,
    now: ctx.now(),
    journal: {
      id: newId(),
      kind: 'float_funded',
      entries: [entry(account, amountBututs), entry('float_funding', -amountBututs)],
    },
    ...(ctx.idempotency && { answer: answerOf(ctx.idempotency, result) }),
  };
  await sqlClient()`select fund_float(${JSON.stringify(funding)}::jsonb)`;
  if (ctx.idempotency) ctx.idempotency.stored = true;
  wakeWorker('held_payouts');
  return result;
}
