import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { banjulDay } from '#lib/clock';
import { AppError } from '#lib/errors';
import { amountField, textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { dayField } from '#lib/ledger/periods';
import { formatAmount } from '#lib/money';
import {
  forgetTariffs,
  inForce,
  type Movement,
  movements,
  readTariffs,
  type Tariff,
} from '#lib/rails/rail-tariffs';
import { railDefinitions } from '#lib/rails/registry';

export const tariffChange = z.object({
  movement: z.enum(movements, 'The movement must be "collection", "payout" or "refund".'),
  starts_on: dayField,
  flat_amount: amountField,
  bps: z
    .int('The bps must be a whole number.')
    .min(0, 'The bps must be 0 or more.')
    .max(10_000, 'The bps must be 10000 or less.'),
  note: textField(500),
});

/**
 * Says what a live rail takes from a day on: for payments that begin then, at every server within two seconds. The
 * tariffs before it are kept, and what was booked by them stays. A line in the audit log. Throws `NOT_FOUND` for what the
 * rail does not do, and `VALIDATION_ERROR` for a day that is over.
 */
export async function setTariff(ctx: UserContext, provider: string, change: z.output<typeof tariffChange>) {
  const { movement, starts_on: startsOn, flat_amount: flatBututs, bps, note } = change;
  if (!chargeable(provider).includes(movement))
    throw new AppError('NOT_FOUND', 'There is no rail that does this.');
  const now = ctx.now();
  if (startsOn < banjulDay(now)) {
    const message = 'The first day must be today or later: what was booked until now stays as it is.';
    throw validationError([{ path: 'starts_on', message, code: 'invalid_day' }]);
  }
  const before = inForce(await readTariffs(), provider, movement, startsOn);
  const id = newId(now);
  const tariff = { movement, starts_on: startsOn, flat_amount: formatAmount(flatBututs), bps };
  const entry = {
    action: 'rail.tariff_set',
    environment: 'LIVE' as const,
    subjectId: `${provider}:${movement}`,
    ...(before && { before: presentTerms(before) }),
    after: { ...tariff, note },
  };
  const sql = sqlClient();
  await sql`
    with made as (
      insert into rail_tariffs (id, provider, movement, starts_on, flat_bututs, bps, note, set_at, set_by, set_by_name)
      values (${id}, ${provider}, ${movement}, ${startsOn}, ${flatBututs.toString()}, ${bps}, ${note}, ${now.toISOString()},
              ${ctx.user.id}, ${ctx.user.name})
      returning 1
    )
    ${auditLine(ctx, entry, sql`from made`)}`;
  forgetTariffs();
  return presentTariffs(provider, await readTariffs(), now);
}

/** What a rail takes for each kind of movement today, and all that was ever set, newest first. Throws `NOT_FOUND`. */
export function presentTariffs(provider: string, tariffs: Tariff[], now: Date) {
  const kinds = chargeable(provider);
  const all = tariffs.filter((each) => each.provider === provider);
  const today = banjulDay(now);
  return {
    provider,
    movements: kinds.map((movement) => {
      const tariff = inForce(all, provider, movement, today);
      return { movement, in_force: tariff ? presentTerms(tariff) : null };
    }),
    history: all.toReversed().map((each) => ({
      id: each.id,
      movement: each.movement,
      ...presentTerms(each),
      note: each.note,
      set_at: each.setAt.toISOString(),
      set_by: each.setByName,
    })),
  };
}

export type Tariffs = ReturnType<typeof presentTariffs>;

function presentTerms({ startsOn, flatBututs, bps }: Tariff) {
  return { starts_on: startsOn, flat_amount: formatAmount(flatBututs), bps };
}

/** What a rail may charge for. Throws `NOT_FOUND` for a rail that is none. */
function chargeable(provider: string): Movement[] {
  const definition = railDefinitions.find(({ traits }) => traits.provider === provider);
  if (definition === undefined) throw new AppError('NOT_FOUND', 'There is no such rail.');
  return movements.filter((movement) => (movement === 'payout' ? definition.paysOut : definition.collects));
}
