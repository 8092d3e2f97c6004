import type { z } from 'zod';
import { sqlClient, sqlState } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { formatAmount } from '#lib/money';
import {
  type AskedBooking,
  type HouseBooked,
  houseBooking,
  requireBookable,
  requireFloat,
} from '#lib/rails/house-money';

const UNIQUE_VIOLATION = '23505';

export const topUp = houseBooking;

/**
 * Books that the house put money into its wallet at a live rail: once for an `id`, with a line in the audit log.
 * Payouts that wait for it leave soon after. Throws `NOT_FOUND` for a rail without payouts, and `VALIDATION_ERROR`.
 */
export async function fundLiveFloat(
  operator: UserContext,
  provider: string,
  body: z.output<typeof topUp>,
  asked?: AskedBooking,
): Promise<HouseBooked> {
  requireFloat(provider);
  requireBookable(operator, body);
  const { id, amount, note } = body;
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
    after: { amount: formatAmount(amount), note, journal: id, ...asked?.noted },
  };
  try {
    await fundFloat(house, provider, amount, {
      journalId: id,
      request: asked?.request,
      also: auditLine(operator, entry, sqlClient()`from funded`),
    });
    return { id, booked: true };
  } catch (error) {
    // It was booked when it was first asked for; nothing of this statement stands.
    if (sqlState(error) === UNIQUE_VIOLATION) return { id, booked: false };
    throw error;
  }
}
