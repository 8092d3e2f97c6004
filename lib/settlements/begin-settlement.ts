import { sqlClient } from '#db/client';
import { auditLine, type Fragment } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import { type Bututs, formatAmount, toNumber } from '#lib/money';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { railSetting } from '#lib/rails/rail-settings';
import {
  type Begun,
  LEAST_BUTUTS,
  requireSettlement,
  type SettlementAccount,
  type SettlementRow,
  settlementColumns,
} from '#lib/settlements/settlement';
import { requireAccount } from '#lib/settlements/settlement-accounts';
import { listAttempts } from '#lib/transactions/read';
import { duplicateReference, invalidAmount } from '#lib/transactions/request';
import type { Transaction } from '#lib/transactions/transaction';

/** Who asks for it, or approved what another asked for. */
type Asker = Pick<UserContext, 'address' | 'clientId' | 'now'> & { user: { id: string; name: string } };

/** What a form asks for. */
export interface SettlementRequest {
  accountId: string;
  amountBututs: Bututs;
  /** Of the form: whatever bears it is settled once. To a wallet it is the payout's reference. */
  clientReference: string;
}

/**
 * Settles an amount on request, once for each client reference: a repeat answers the same settlement, whatever became of it
 * and of its account. To a bank: what is available is held for it in the statement that accepts it, and parallel ones never
 * take more than there is. To a wallet: a payout to its number, marked as a settlement. Throws `NOT_FOUND`,
 * `INVALID_AMOUNT`, `INSUFFICIENT_BALANCE`, `DUPLICATE_REFERENCE` for another account or amount, and what a payout throws.
 */
export async function requestSettlement(ctx: Context & Asker, request: SettlementRequest): Promise<Begun> {
  const earlier = await findBegun(ctx, request);
  if (earlier) return earlier;
  const { amountBututs, clientReference } = request;
  const account = await requireAccount(ctx, request.accountId);
  requireLeast(amountBututs);
  if (account.kind === 'wallet') {
    return { payout: await payToWallet(ctx, account, amountBututs, clientReference) };
  }
  const id = newId(ctx.now());
  const sql = sqlClient();
  const entry = {
    action: 'settlement.requested',
    environment: ctx.environment,
    subjectId: id,
    after: { amount: formatAmount(amountBututs), bank: account.bank, account_number: account.accountNumber },
  };
  const begun = await beginSettlement(
    ctx,
    { id, account, amountBututs, clientReference, actor: ctx.user },
    auditLine(ctx, entry, sql`from done`),
  );
  if (begun.outcome === 'asked_before') {
    const first = await findBegun(ctx, request);
    invariant(first, 'a settlement that was asked for before is stored');
    return first;
  }
  if (begun.outcome === 'insufficient_balance') throw notEnough(amountBututs, begun.availableBututs);
  // Removed by a colleague at this moment.
  if (begun.outcome !== 'done') throw new AppError('NOT_FOUND', 'This bank account was just removed.');
  return { settlement: await requireSettlement(id, ctx.client.id) };
}

/**
 * What this form has settled already. Not covered: one reference to a bank and to a wallet at the same instant, which no
 * form sends. Throws `DUPLICATE_REFERENCE` where its reference is of anything else.
 */
export async function findBegun(
  ctx: Context,
  { accountId, amountBututs, clientReference }: SettlementRequest,
): Promise<Begun | undefined> {
  const [settlement] = await sqlClient()<(SettlementRow & { account_id: string })[]>`
    select ${settlementColumns()}, s.account_id from settlements s
    where s.client_id = ${ctx.client.id} and s.environment = ${ctx.environment}
      and s.client_reference = ${clientReference}`;
  const isMeant = (account: string | undefined, bututs: Bututs) =>
    account === accountId && bututs === amountBututs;
  if (settlement) {
    if (isMeant(settlement.account_id, BigInt(settlement.amount_bututs))) return { settlement };
    throw duplicateReference(clientReference);
  }
  const [payout] = await listAttempts(ctx, 'payout', clientReference, 1);
  if (payout === undefined || isMeant(payout.metadata.settlement, payout.amountBututs)) {
    return payout && { payout };
  }
  throw duplicateReference(clientReference);
}

/** Throws `INVALID_AMOUNT`. */
export function requireLeast(amountBututs: Bututs): void {
  if (amountBututs >= LEAST_BUTUTS) return;
  const message = `A settlement is of ${formatAmount(LEAST_BUTUTS)} GMD or more.`;
  throw new AppError('INVALID_AMOUNT', message, { details: { min_amount: formatAmount(LEAST_BUTUTS) } });
}

interface Order {
  id: string;
  account: SettlementAccount;
  /** Null: all that is available but what is to be kept. */
  amountBututs: Bututs | null;
  keepBututs?: Bututs;
  aboveBututs?: Bututs | null;
  /** Of a form: it settles once. */
  clientReference?: string;
  /** Of a schedule: it settles once in each. */
  period?: string;
  actor: { id: string | null; name: string };
}

interface BeginOutcome {
  outcome:
    | 'done'
    | 'settled_before'
    | 'asked_before'
    | 'nothing_to_settle'
    | 'insufficient_balance'
    | 'no_account';
  availableBututs: Bututs;
}

/** Guarantee: begun once for its period or form, whoever else begins it; `also` is in the same statement, and may name `done`. */
export async function beginSettlement(ctx: Context, order: Order, also?: Fragment): Promise<BeginOutcome> {
  const {
    id,
    account,
    amountBututs,
    keepBututs = 0n,
    aboveBututs = null,
    clientReference,
    period,
    actor,
  } = order;
  const told = {
    ...{ client_id: ctx.client.id, environment: ctx.environment, id, account_id: account.id },
    ...(amountBututs !== null && { amount_bututs: amountBututs.toString() }),
    ...(aboveBututs !== null && { above_bututs: aboveBututs.toString() }),
    ...(clientReference !== undefined && { client_reference: clientReference }),
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

/** A payout to the wallet under this reference, which is paid once; `INVALID_AMOUNT` for what its rail does not take at once. */
export async function payToWallet(
  ctx: Context,
  account: SettlementAccount,
  amount: Bututs,
  client_reference: string,
): Promise<Transaction> {
  const provider = account.provider ?? '';
  const bounds = await railSetting(ctx.environment, provider, 'payout');
  if (amount < bounds.minBututs || amount > bounds.maxBututs) {
    const [least, most] = [bounds.minBututs, bounds.maxBututs].map(formatAmount);
    throw invalidAmount(`This wallet’s rail takes from ${least} to ${most} GMD at once.`, bounds);
  }
  const { transaction } = await initiatePayout(ctx, {
    ...{ amount, client_reference, currency: 'GMD', provider },
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
