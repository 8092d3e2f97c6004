import { z } from 'zod';
import { amountField } from '#lib/fields';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { requestSettlement } from '#lib/settlements/begin-settlement';
import { listSettlements, settlementsQuery } from '#lib/settlements/list-settlements';
import { presentBegun } from '#lib/settlements/settlement';

const body = z.object({
  account_id: z.string('The account_id must be a string.'),
  amount: amountField,
});

export const GET = dashboardRoute({
  handle: (ctx, { query }) => listSettlements(ctx, validate(settlementsQuery, query)),
  bare: true,
});

export const POST = dashboardRoute({
  permission: 'settlements.request',
  handle: (ctx, request) => {
    const { account_id: accountId, amount: amountBututs } = validate(body, request.body);
    return requestSettlement(ctx, { accountId, amountBututs });
  },
  present: presentBegun,
});
