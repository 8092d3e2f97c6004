import type { Context } from '#lib/context';
import { readBooks } from '#lib/ledger/balances';
import { type Bututs, formatAmount } from '#lib/money';
import { findRecentTwins, type Twin } from '#lib/payouts/find-recent-twins';
import { floatIn } from '#lib/payouts/payout-desk';
import type { PayoutRequest } from '#lib/payouts/payout-request';
import { type Operator, parseMobile } from '#lib/phone';
import { requireRail } from '#lib/rails/rail-settings';
import { listAttempts } from '#lib/transactions/read';

/** What a payout would do if it were sent now. Nothing is reserved: the truth is decided when it is sent. */
export interface PayoutCheck {
  request: PayoutRequest;
  operator: Operator;
  availableBututs: Bututs;
  /** Null in LIVE. */
  floatBututs: Bututs | null;
  /** `held`: the float is short, so it will wait. `repeat`: this reference was paid already. */
  outcome: 'sent' | 'held' | 'insufficient_balance' | 'repeat';
  twins: Twin[];
}

/** Nobody takes a fee on payouts; contract.md §4. */
const FEE: Bututs = 0n;

/** Guarantee: nothing is stored or moved. Throws `provider_not_enabled`. */
export async function checkPayout(ctx: Context, request: PayoutRequest): Promise<PayoutCheck> {
  await requireRail(ctx, request.provider, 'payout');
  const [books, twins, attempts] = await Promise.all([
    readBooks(ctx.client.id, ctx.environment),
    findRecentTwins(ctx, [{ mobile: request.recipient_mobile, amountBututs: request.amount }]),
    listAttempts(ctx, 'payout', request.client_reference, 1),
  ]);
  const availableBututs = books.balances.get('available') ?? 0n;
  const floatBututs = floatIn(ctx, books, request.provider);
  const isShort = floatBututs !== null && floatBututs < request.amount;
  return {
    request,
    operator: parseMobile(request.recipient_mobile)?.operator ?? 'unknown',
    availableBututs,
    floatBututs,
    outcome:
      attempts.length > 0
        ? 'repeat'
        : availableBututs < request.amount
          ? 'insufficient_balance'
          : isShort
            ? 'held'
            : 'sent',
    twins,
  };
}

export function presentPayoutCheck(check: PayoutCheck) {
  const { request, availableBututs, floatBututs } = check;
  return {
    recipient_mobile: request.recipient_mobile,
    operator: check.operator,
    amount: formatAmount(request.amount),
    fee: formatAmount(FEE),
    provider: request.provider,
    client_reference: request.client_reference,
    available: formatAmount(availableBututs),
    left: formatAmount(availableBututs - request.amount - FEE),
    float: floatBututs === null ? null : formatAmount(floatBututs),
    outcome: check.outcome,
    recent_twins: check.twins.map((twin) => ({
      transaction_id: twin.id,
      client_reference: twin.clientReference,
      status: twin.status,
      created_at: twin.createdAt.toISOString(),
    })),
  };
}

export type PresentedCheck = ReturnType<typeof presentPayoutCheck>;
