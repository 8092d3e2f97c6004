import { sqlClient } from '#db/client';
import { auditLine, type Fragment } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import { type Bututs, formatAmount, toNumber } from '#lib/money';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import {
  type Begun,
  LEAST_BUTUTS,
  requireSettlement,
  type SettlementAccount,
} from '#lib/settlements/settlement';
import { requireAccount } from '#lib/settlements/settlement-accounts';
import type { Transaction } from '#lib/transactions/transaction';

type MemberContext = Context & UserContext;

/**
 * Settles an amount on request. To a bank: what is available is held for it in the statement that accepts it, and parallel
 * ones never take more than there is. To a wallet: a payout to its number, marked as a settlement. Throws `NOT_FOUND`,
 * `INVALID_AMOUNT`, `INSUFFICIENT_BALANCE`, and what a payout throws.
 */
export async function requestSettlement(
  ctx: MemberContext,
  { accountId, amountBututs }: { accountId: string; amountBututs: Bututs },
): Promise<Begun> {
  const account = await requireAccount(ctx, accountId);
  if (amountBututs < LEAST_BUTUTS) {
    const message = `A settlement is of ${formatAmount(LEAST_BUTUTS)} GMD or more.`;
    throw new AppError('INVALID_AMOUNT', message, { details: { min_amount: formatAmount(LEAST_BUTUTS) } });
  }
  const id = newId(ctx.now());
  if (account.kind === 'wallet') {
    return { payout: await payToWallet(ctx, account, amountBututs, `settlement-${id}`) };
  }
  const sql = sqlClient();
  const entry = {
    action: 'settlement.requested',
    environment: ctx.environment,
    subjectId: id,
    after: { amount: formatAmount(amountBututs), bank: account.bank, account_number: account.accountNumber },
  };
  const begun = await beginSettlement(
    ctx,
    { id, account, amountBututs, actor: ctx.user },
    auditLine(ctx, entry, sql`from done`),
  );
  if (begun.outcome === 'insufficient_balance') throw notEnough(amountBututs, begun.availableBututs);
  // Removed by a colleague at this moment.
  if (begun.outcome !== 'done') throw new AppError('NOT_FOUND', 'This bank account was just removed.');
  return { settlement: await requireSettlement(id, ctx.client.id) };
}

interface Order {
  id: string;
  account: SettlementAccount;
  /** Null: all that is available but what is to be kept. */
  amountBututs: Bututs | null;
  keepBututs?: Bututs;
  aboveBututs?: Bututs | null;
  /** Of a schedule: it settles once in each. */
  period?: string;
  actor: { id: string | null; name: string };
}

interface BeginOutcome {
  outcome: 'done' | 'settled_before' | 'nothing_to_settle' | 'insufficient_balance' | 'no_account';
  availableBututs: Bututs;
}

/** Guarantee: begun once for its period, whoever else begins it; `also` is in the same statement, and may name `done`. */
export async function beginSettlement(ctx: Context, order: Order, also?: Fragment): Promise<BeginOutcome> {
  const { id, account, amountBututs, keepBututs = 0n, aboveBututs = null, period, actor } = order;
  const told = {
    ...{ client_id: ctx.client.id, environment: ctx.environment, id, account_id: account.id },
    ...(amountBututs !== null && { amount_bututs: amountBututs.toString() }),
    ...(aboveBututs !== null && { above_bututs: aboveBututs.toString() }),
    ...(period !== undefined && { period }),
    keep_bututs: keepBututs.toString(),
    least_bututs: LEAST_BUTUTS.toString(),
    // By the end of the id, which is random; the bank shows it to the receiver.
    reference: `KAIRA-${id.replaceAll('-', '').slice(-12).toUpperCase()}`,
    actor: { id: actor.id, name: actor.name },
    journal_id: newId(),
    now: ctx.now(),
  };
  const sql = sqlClient();
  const [row] = await sql`
    with begun as materialized (select begin_settlement(${JSON.stringify(told)}::jsonb) as result),
    done as (select from begun where result->>'outcome' = 'done')
    ${also ? sql`, noted as (${also})` : sql``}
    select result->>'outcome' as outcome, result->>'available_bututs' as available from begun`;
  return { outcome: row?.outcome, availableBututs: BigInt(row?.available ?? 0) };
}

/** A payout to the wallet under this reference, which is paid once. */
export async function payToWallet(
  ctx: Context,
  account: SettlementAccount,
  amount: Bututs,
  client_reference: string,
): Promise<Transaction> {
  const { transaction } = await initiatePayout(ctx, {
    ...{ amount, client_reference, currency: 'GMD' },
    provider: account.provider ?? '',
    recipient_mobile: account.mobile ?? '',
    metadata: { settlement: account.id },
  });
  return transaction;
}

function notEnough(amount: Bututs, available: Bututs): AppError {
  return new AppError(
    'INSUFFICIENT_BALANCE',
    `Your available balance of ${formatAmount(available)} GMD is less than the ${formatAmount(amount)} GMD of this settlement. Nothing was stored.`,
    {
      details: {
        required_amount_bututs: toNumber(amount),
        available_balance_bututs: toNumber(available),
      },
    },
  );
}
