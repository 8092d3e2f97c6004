import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { floatOwner } from '#lib/ledger/accounts';
import { readBooks } from '#lib/ledger/balances';
import { type Bututs, formatAmount } from '#lib/money';
import { findRecentTwins, presentTwin, type Twin } from '#lib/payouts/find-recent-twins';
import {
  listPayoutLimits,
  listRailLimits,
  type PayoutLimit,
  presentPayoutLimits,
  presentRailLimits,
} from '#lib/payouts/payout-limits';
import type { QuoteRequest } from '#lib/payouts/read-payout';
import { type Operator, parseMobile } from '#lib/phone';
import { checkName } from '#lib/rails/check-name';
import type { RecipientCheck } from '#lib/rails/rail';
import { presentRail } from '#lib/rails/rail-faces';
import { healthOf, requireRail } from '#lib/rails/rail-settings';
import { expectedFee } from '#lib/rails/rail-tariffs';
import { hasOneWallet } from '#lib/rails/registry';

/** What a payout would do if it were sent now. */
export interface PayoutQuote {
  request: QuoteRequest;
  feeBututs: Bututs;
  availableBututs: Bututs;
  limits: PayoutLimit[];
  /** What it would be refused with; null: it would be taken. */
  refusal: 'PAYOUT_LIMIT_EXCEEDED' | 'INSUFFICIENT_BALANCE' | null;
  /** It would leave the balance and wait: for the float, or for the rail to open. */
  willBeHeld: boolean;
  operator: Operator;
  nameCheck: RecipientCheck;
  /** What went, or goes, to the same number with the same amount in the last minutes. */
  twins: Twin[];
}

/** Nobody takes a fee on payouts; contract.md §4. */
const FEE: Bututs = 0n;

/**
 * Guarantee: nothing is stored or moved, and nothing is reserved: the truth is decided when a payout is sent. Waits for
 * the rail's word on the name, where it has one. Throws `provider_not_enabled`.
 */
export async function quotePayout(ctx: Context, request: QuoteRequest): Promise<PayoutQuote> {
  const { amount, provider, recipient_mobile: mobile, name } = request;
  const rail = await requireRail(ctx, provider, 'payout');
  // First: what is said of the balance is then of a moment ago, however long the rail takes.
  const nameCheck = await checkName(ctx, rail, { mobile, name, amountBututs: amount });
  const [books, ofClient, ofRails, twins] = await Promise.all([
    readBooks(ctx.client.id, ctx.environment),
    listPayoutLimits(ctx),
    listRailLimits(ctx, [provider]),
    findRecentTwins(ctx, [{ mobile, amountBututs: amount }]),
  ]);
  const limits = [...ofClient, ...(ofRails.get(provider) ?? [])];
  const availableBututs = books.balances.get('available') ?? 0n;
  const refusal = limits.some(({ leftBututs }) => leftBututs < amount)
    ? 'PAYOUT_LIMIT_EXCEEDED'
    : availableBututs < amount + FEE
      ? 'INSUFFICIENT_BALANCE'
      : null;
  return {
    request,
    feeBututs: FEE,
    availableBututs,
    limits,
    refusal,
    // Of one that would be refused it is not said: amounts beyond the balance would find out what a live float holds.
    willBeHeld: refusal === null && (await wouldBeHeld(ctx, request)),
    operator: parseMobile(mobile)?.operator ?? 'unknown',
    nameCheck,
    twins,
  };
}

async function wouldBeHeld(ctx: Context, { amount, provider }: QuoteRequest): Promise<boolean> {
  const { environment, client } = ctx;
  if ((await healthOf(environment, provider, 'payout')) === 'CLOSED') return true;
  // What the rail takes is the house's, and is set aside in the float as well.
  const payment = { type: 'payout', refundMethod: null, provider, amountBututs: amount } as const;
  const railFee = await expectedFee(ctx, payment, ctx.now());
  const asked = {
    client_id: client.id,
    owner_id: floatOwner(environment, client.id),
    environment,
    provider,
    amount_bututs: (amount + railFee).toString(),
    is_covered: hasOneWallet({ environment, provider }),
    now: ctx.now(),
  };
  const [row] = await sqlClient()`select would_be_held(${JSON.stringify(asked)}::jsonb) as held`;
  return row?.held === true;
}

export function presentPayoutQuote(quote: PayoutQuote) {
  const { request, feeBututs, availableBututs } = quote;
  const { recipient } = request;
  const debit = request.amount + feeBututs;
  return {
    amount: formatAmount(request.amount),
    fee: formatAmount(feeBututs),
    total_debit: formatAmount(debit),
    available_balance: formatAmount(availableBututs),
    available_after: formatAmount(availableBututs - debit),
    will_be_held: quote.willBeHeld,
    would_be_refused_with: quote.refusal,
    limits: { ...presentPayoutLimits(quote.limits), ...presentRailLimits(quote.limits) },
    ...presentRail(request.provider),
    operator: quote.operator,
    recipient: recipient ? { id: recipient.id, name: recipient.name } : null,
    name_check: quote.nameCheck,
    recent_twins: quote.twins.map(presentTwin),
  };
}
