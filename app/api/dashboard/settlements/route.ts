import { z } from 'zod';
import { amountField, referenceField } from '#lib/fields';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { presentPayment, settle } from '#lib/payment-approvals/make-payment';
import { listSettlements, settlementsQuery } from '#lib/settlements/list-settlements';
import { presentBegun } from '#lib/settlements/settlement';

const body = z.object({
  account_id: z.string('The account_id must be a string.'),
  amount: amountField,
  client_reference: referenceField,
});

export const GET = dashboardRoute({
  handle: (ctx, { query }) => listSettlements(ctx, validate(settlementsQuery, query)),
  bare: true,
});

export const POST = dashboardRoute({
  permission: 'settlements.request',
  handle: (ctx, request) => {
    const fields = validate(body, request.body);
    const { account_id: accountId, amount: amountBututs, client_reference: clientReference } = fields;
    return settle(ctx, { accountId, amountBututs, clientReference });
  },
  present: presentPayment(presentBegun),
});
