import { type ApiHandler, apiRoute } from '#lib/http/api-route';
import { type InitiatedPayout, initiatePayout } from '#lib/payouts/initiate-payout';
import { presentPayout } from '#lib/payouts/present-payout';
import { readPayout } from '#lib/payouts/read-payout';

/** The handler of `/payouts/initiate` and of its older name `/payouts/send`. */
export function payoutRoute(answerHeaders: Record<string, string> = {}): ApiHandler {
  return apiRoute<InitiatedPayout>({
    scope: 'payouts',
    handle: async (ctx, { body, headers }) => initiatePayout(ctx, await readPayout(ctx, body, headers)),
    present: presentPayout,
    replayed: ({ replayed }) => replayed,
    headers: answerHeaders,
  });
}
