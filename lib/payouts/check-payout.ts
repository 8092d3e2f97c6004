import type { Context } from '#lib/context';
import { readBooks } from '#lib/ledger/balances';
import { type Bututs, formatAmount } from '#lib/money';
import { mustWait } from '#lib/payment-approvals/threshold';
import { floatIn } from '#lib/payouts/payout-desk';
import type { PayoutRequest } from '#lib/payouts/payout-request';
import { type PayoutQuote, presentPayoutQuote, quotePayout } from '#lib/payouts/quote-payout';
import type { QuoteRequest } from '#lib/payouts/read-payout';
import { listAttempts } from '#lib/transactions/read';

/** What a payout would do if it were sent now. Nothing is reserved: the truth is decided when it is sent. */
export interface PayoutCheck {
  request: PayoutRequest;
  quote: PayoutQuote;
  /** Null in LIVE. */
  floatBututs: Bututs | null;
  /** `held`: the float is short, so it will wait. `repeat`: this reference was paid already. */
  outcome: 'sent' | 'held' | 'insufficient_balance' | 'limit_exceeded' | 'repeat';
  /** It is above the client's threshold: from the dashboard it waits for a second person. */
  mustWait: boolean;
}

const refusals = {
  INSUFFICIENT_BALANCE: 'insufficient_balance',
  PAYOUT_LIMIT_EXCEEDED: 'limit_exceeded',
} as const;

/** Guarantee: nothing is stored or moved. Throws `provider_not_enabled`. */
export async function checkPayout(
  ctx: Context,
  request: PayoutRequest,
  quoted: QuoteRequest,
): Promise<PayoutCheck> {
  const quote = await quotePayout(ctx, quoted);
  const [books, attempts, isAbove] = await Promise.all([
    readBooks(ctx.client.id, ctx.environment),
    listAttempts(ctx, 'payout', request.client_reference, 1),
    mustWait(ctx, request.amount),
  ]);
  const outcome = quote.refusal ? refusals[quote.refusal] : quote.willBeHeld ? 'held' : 'sent';
  return {
    request,
    quote,
    floatBututs: floatIn(ctx, books, request.provider),
    outcome: attempts.length > 0 ? 'repeat' : outcome,
    mustWait: isAbove,
  };
}

export function presentPayoutCheck(check: PayoutCheck) {
  const { request, floatBututs } = check;
  const { fee, operator, available_balance, available_after, limits, recipient, name_check, recent_twins } =
    presentPayoutQuote(check.quote);
  return {
    recipient_mobile: request.recipient_mobile,
    recipient,
    recipient_name: check.quote.request.name ?? null,
    name_check,
    operator,
    amount: formatAmount(request.amount),
    fee,
    provider: request.provider,
    client_reference: request.client_reference,
    available: available_balance,
    left: available_after,
    limits,
    float: floatBututs === null ? null : formatAmount(floatBututs),
    outcome: check.outcome,
    waits_for_approval: check.mustWait,
    recent_twins,
  };
}

export type PresentedCheck = ReturnType<typeof presentPayoutCheck>;
