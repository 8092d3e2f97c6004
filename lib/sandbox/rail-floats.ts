import { z } from 'zod';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { amountField, providerField, soleAmountFault } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { check } from '#lib/http/validate';
import { readBooks } from '#lib/ledger/balances';
import { fundFloat, type RailFloat } from '#lib/ledger/fund-float';
import { moneyFields } from '#lib/money';
import { presentRail } from '#lib/rails/rail-faces';
import { railDefinitions } from '#lib/rails/registry';
import { invalidAmount } from '#lib/transactions/request';

export const fundingRequest = z.object({ provider: providerField, amount: amountField });
const payingRails = railDefinitions.filter((each) => each.paysOut).map((each) => each.traits.provider);
/** The widest amount that the amount's form allows; a float has no bound of its own. */
const bounds = { minBututs: 1n, maxBututs: 999_999_999_99n };

/** The client's own sandbox floats. Throws `FORBIDDEN` for a live key. */
export async function listRailFloats(ctx: Context): Promise<RailFloat[]> {
  requireSandbox(ctx);
  const { balances } = await readBooks(ctx.client.id, ctx.environment);
  return payingRails.map((provider) => ({
    provider,
    balanceBututs: balances.get(`rail_float:${provider}`) ?? 0n,
  }));
}

/** Adds to one. Throws `FORBIDDEN`, `VALIDATION_ERROR`, `INVALID_AMOUNT`, `provider_not_enabled`. */
export async function fundRailFloat(ctx: Context, body: Record<string, unknown>): Promise<RailFloat> {
  requireSandbox(ctx);
  const result = check(fundingRequest, body);
  if ('faults' in result) {
    const sole = soleAmountFault(result.faults);
    throw sole ? invalidAmount(sole.message, bounds) : validationError(result.faults);
  }
  const { provider, amount } = result.value;
  if (!payingRails.includes(provider)) {
    throw new AppError(
      'provider_not_enabled',
      `Only rails that pay out have a float. Use one of them: ${payingRails.join(', ')}.`,
    );
  }
  if (amount < bounds.minBututs) throw invalidAmount('The amount must be at least 0.01 GMD.', bounds);
  return fundFloat(ctx, provider, amount);
}

export function presentRailFloat({ provider, balanceBututs }: RailFloat) {
  return { ...presentRail(provider), ...moneyFields('balance', balanceBututs) };
}

function requireSandbox(ctx: Context): void {
  if (ctx.environment === 'SANDBOX') return;
  throw new AppError(
    'FORBIDDEN',
    'Rail floats exist in the sandbox only. Use a key that begins with sk_test_.',
  );
}
