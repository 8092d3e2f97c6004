import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Environment } from '#lib/context';
import { AppError, type FieldFault } from '#lib/errors';
import { AMOUNT_CODE, soleAmountFault } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { check } from '#lib/http/validate';
import { type Bututs, formatAmount, parseAmount } from '#lib/money';
import { type AmountBounds, boundsFor, type Direction } from '#lib/rails/rail-settings';
import { DEFAULT_PROVIDER } from '#lib/rails/registry';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Reads the body of an initiation. All faults are told at once; `INVALID_AMOUNT` when the form or the size of the
 * amount is the only one. The bounds are those of the rail that the body names.
 */
export async function readInitiation<T>(
  schema: z.ZodType<T>,
  body: Record<string, unknown>,
  environment: Environment,
  direction: Direction,
  moreFaults: FieldFault[] = [],
): Promise<T> {
  const provider = typeof body.provider === 'string' ? body.provider : DEFAULT_PROVIDER;
  const bounds = await boundsFor(environment, provider, direction);
  const result = check(schema, body);
  const faults = [...('faults' in result ? result.faults : []), ...moreFaults];
  const amount = typeof body.amount === 'string' ? parseAmount(body.amount) : undefined;
  if (amount !== undefined && (amount < bounds.minBututs || amount > bounds.maxBututs)) {
    const message = `The amount must be from ${formatAmount(bounds.minBututs)} to ${formatAmount(bounds.maxBututs)} GMD on this rail.`;
    faults.push({ path: 'amount', message, code: AMOUNT_CODE });
  }
  const sole = soleAmountFault(faults);
  if (sole) throw invalidAmount(sole.message, bounds);
  if (faults.length > 0 || 'faults' in result) throw validationError(faults);
  return result.value;
}

export function invalidAmount(message: string, bounds: AmountBounds): AppError {
  return new AppError('INVALID_AMOUNT', message, {
    details: { min_amount: formatAmount(bounds.minBututs), max_amount: formatAmount(bounds.maxBututs) },
  });
}

interface Facts {
  provider: string;
  amountBututs: Bututs;
  clientReference: string;
  mobile: string | null;
  customerName: string | null;
  successUrl: string | null;
  errorUrl: string | null;
  metadata: Record<string, string>;
}

/** SHA-256 of what a request asked for, after normalisation: equal for repeats, whatever the spelling of the JSON. */
export function hashOf(type: Transaction['type'], facts: Facts): Buffer {
  const metadata = Object.entries(facts.metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const canonical = [
    type,
    facts.clientReference,
    facts.amountBututs.toString(),
    facts.provider,
    facts.mobile,
    facts.customerName,
    facts.successUrl,
    facts.errorUrl,
    metadata,
  ];
  return createHash('sha256').update(JSON.stringify(canonical)).digest();
}

/**
 * Whether a repeat names another scenario than the first request. One that names none means the first one's: a scenario
 * is no field of the body, which alone makes a request another one. `decides`: what of it has an effect.
 */
export function isOtherScenario(
  first: Pick<Transaction, 'scenario'>,
  named: string | undefined,
  decides: string | null,
): boolean {
  return named !== undefined && decides !== first.scenario;
}

export function duplicateReference(reference: string): AppError {
  return new AppError(
    'DUPLICATE_REFERENCE',
    'This client_reference was used with other fields. Repeat the first request unchanged, or use a new reference.',
    { details: { client_reference: reference } },
  );
}
