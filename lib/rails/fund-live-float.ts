import { z } from 'zod';
import { sqlClient, sqlState } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { amountField, textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { formatAmount } from '#lib/money';
import { canDo } from '#lib/rails/registry';

/** An id of a top-up is younger than this, so that journals stay in the order of their making. */
const ID_HOLDS_MS = 24 * 60 * 60 * 1000;
const UNIQUE_VIOLATION = '23505';

export const topUp = z.object({
  /** Made by who asks, once for a top-up: the same again books nothing. */
  id: z.uuidv7('The id must be a UUIDv7.'),
  amount: amountField,
  note: textField(500),
});

/**
 * Books that the house put money into its wallet at a live rail: once for an `id`, with a line in the audit log.
 * Payouts that wait for it leave soon after. Throws `NOT_FOUND` for a rail without payouts, and `VALIDATION_ERROR`.
 */
export async function fundLiveFloat(
  operator: UserContext,
  provider: string,
  { id, amount, note }: z.output<typeof topUp>,
): Promise<{ id: string; booked: boolean }> {
  if (!canDo(provider, 'payout'))
    throw new AppError('NOT_FOUND', 'There is no rail with a float by this name.');
  if (amount < 1n) throw fault('amount', 'The amount must be 0.01 or more.', 'invalid_amount');
  const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  if (Math.abs(operator.now().getTime() - madeAt) > ID_HOLDS_MS) {
    throw fault('id', 'The id must have been made within the last day.', 'invalid_id');
  }
  const house: Context = {
    client: { id: HOUSE_CLIENT_ID, name: 'The house', commissionBps: 0 },
    environment: 'LIVE',
    actor: { type: 'user', id: operator.user.id },
    now: operator.now,
  };
  const entry = {
    action: 'rail.float_funded',
    environment: 'LIVE' as const,
    subjectId: provider,
    after: { amount: formatAmount(amount), note, journal: id },
  };
  try {
    await fundFloat(house, provider, amount, {
      journalId: id,
      also: auditLine(operator, entry, sqlClient()`from funded`),
    });
    return { id, booked: true };
  } catch (error) {
    // It was booked when it was first asked for; nothing of this statement stands.
    if (sqlState(error) === UNIQUE_VIOLATION) return { id, booked: false };
    throw error;
  }
}

function fault(path: string, message: string, code: string): AppError {
  return validationError([{ path, message, code }]);
}
