import type { z } from 'zod';
import { sqlClient } from '#db/client';
import type { HouseMoneyDetails } from '#db/schema/approvals';
import type { ApprovalRow } from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import type { UserContext } from '#lib/auth/user-context';
import { AppError, invariant } from '#lib/errors';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { type Bututs, formatAmount, parseAmount } from '#lib/money';
import { fundLiveFloat } from '#lib/rails/fund-live-float';
import { type AskedBooking, type HouseBooked, type houseBooking, limitOfOne } from '#lib/rails/house-money';
import {
  moveCollections,
  transferFloat,
  withdrawCollected,
  withdrawFloat,
} from '#lib/rails/move-house-money';

type Body = z.output<typeof houseBooking> & { to?: string };
type Action = Exclude<HouseMoneyDetails['action'], 'fees'>;

/** `approval_id`: the request that waits for another operator; null where none is wanted. */
export interface HouseAnswer extends HouseBooked {
  approval_id: string | null;
}

/** As long as a booking's id may be old. */
const ASKED_FOR_MS = 24 * 60 * 60 * 1000;

const verbs: Record<
  Action,
  (ctx: UserContext, provider: string, body: Body, asked?: AskedBooking) => Promise<HouseBooked>
> = {
  top_up: fundLiveFloat,
  withdraw: withdrawFloat,
  transfer: (ctx, provider, body, asked) =>
    transferFloat(ctx, provider, { ...body, to: body.to ?? '' }, asked),
  collections: moveCollections,
  withdraw_collected: withdrawCollected,
};

/**
 * Books what an operator did with the house's money at a live rail. Where it is more than the setting
 * `HOUSE_MONEY_TWO_PEOPLE_ABOVE`, with all that they booked alone in the last 24 hours, it is asked for, and booked once
 * another operator approves. Throws as the verbs do, and `INVALID_STATE` for too many requests.
 */
export async function bookHouseMoney(
  ctx: UserContext,
  provider: string,
  action: Action,
  body: Body,
): Promise<HouseAnswer> {
  const alone = aloneWithin(ctx, body.amount);
  // What it could never be booked as is thrown here, and not asked for.
  try {
    return { ...(await verbs[action](ctx, provider, body, alone)), approval_id: null };
  } catch (error) {
    if (error !== alone.request.refusal) throw error;
  }
  return askFor(ctx, provider, action, body);
}

/** Booked only while it is, with what this operator booked alone in the last day, within the limit of one. */
function aloneWithin(ctx: UserContext, amount: Bututs): AskedBooking {
  const now = ctx.now().toISOString();
  const waiting = sqlClient()`
    select 1 where books_alone(${ctx.user.id}, ${amount.toString()}, ${limitOfOne().toString()}, ${now})`;
  return {
    noted: {},
    request: { waiting, refusal: new AppError('INVALID_STATE', 'It wants two operators.') },
  };
}

async function askFor(ctx: UserContext, provider: string, action: Action, body: Body): Promise<HouseAnswer> {
  const details: HouseMoneyDetails = {
    action,
    provider,
    ...(body.to && { to: body.to }),
    id: body.id,
    amount: formatAmount(body.amount),
    note: body.note,
  };
  // Sent twice, it is asked for once, and booked once whatever is asked: the journal has this id.
  const from = sqlClient()`
    select ${JSON.stringify(details)}::text::jsonb as details, null::uuid as key_id
    where not exists (select from approvals where client_id = ${HOUSE_CLIENT_ID} and kind = 'house_money' and details->>'id' = ${body.id})
      and not exists (select from journals where client_id = ${HOUSE_CLIENT_ID} and id = ${body.id})`;
  const made = await ask(ctx, { clientId: HOUSE_CLIENT_ID, kind: 'house_money', environment: null, from });
  const [first] = made
    ? [made]
    : await sqlClient()<{ id: string }[]>`
        select id from approvals
        where client_id = ${HOUSE_CLIENT_ID} and kind = 'house_money' and details->>'id' = ${body.id} and status = 'PENDING'`;
  return { id: body.id, booked: false, approval_id: first?.id ?? null };
}

/**
 * Books what another operator asked for, and ends the request, in one statement. Throws `INVALID_STATE` for one that is
 * more than a day old, was decided or booked meanwhile, or that there is not enough for; then it waits on.
 */
export async function bookAsked(ctx: UserContext, request: ApprovalRow): Promise<void> {
  const { action, provider, to, id, amount, note } = request.details as HouseMoneyDetails & {
    action: Action;
  };
  const bututs = parseAmount(amount);
  invariant(bututs !== undefined, 'a request has an amount');
  const now = ctx.now();
  if (now.getTime() - Date.parse(request.requested_at) > ASKED_FOR_MS) {
    throw new AppError(
      'INVALID_STATE',
      'This was asked for more than a day ago. Reject it, and book what is true today.',
    );
  }
  const sql = sqlClient();
  const own = sql`client_id = ${request.client_id} and id = ${request.id}`;
  const asked: AskedBooking = {
    noted: { asked_by: request.requested_by_name },
    request: {
      refusal: new AppError('INVALID_STATE', 'This request was decided meanwhile. Nothing was booked.'),
      waiting: sql`select id from approvals where ${own} and status = 'PENDING' for update`,
      end: sql`
        update approvals set status = 'DONE', decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name},
          decided_at = ${now.toISOString()}, ended_at = ${now.toISOString()}
        where ${own} and exists (select from done)`,
    },
  };
  const body = { id, amount: bututs, note, ...(to && { to }) };
  const { booked } = await verbs[action](ctx, provider, body, asked);
  if (booked) return;
  throw new AppError(
    'INVALID_STATE',
    'This was booked before; nothing was booked again. Reject the request.',
  );
}
