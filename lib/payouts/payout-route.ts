import { type ApiHandler, apiRoute } from '#lib/http/api-route';
import { type InitiatedPayout, initiatePayout } from '#lib/payouts/initiate-payout';
import { payoutRequest } from '#lib/payouts/payout-request';
import { presentPayout } from '#lib/payouts/present-payout';
import { readInitiation } from '#lib/transactions/request';

/** The handler of `/payouts/initiate` and of its older name `/payouts/send`. */
export function payoutRoute(headers: Record<string, string> = {}): ApiHandler {
  return apiRoute<InitiatedPayout>({
    scope: 'payouts',
    handle: async (ctx, { body }) =>
      initiatePayout(ctx, await readInitiation(payoutRequest, body, ctx.environment, 'payout')),
    present: presentPayout,
    replayed: ({ replayed }) => replayed,
    headers,
  });
}
