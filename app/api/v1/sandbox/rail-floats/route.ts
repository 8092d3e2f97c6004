import { apiRoute } from '#lib/http/api-route';
import { fundRailFloat, listRailFloats, presentRailFloat } from '#lib/sandbox/rail-floats';

export const GET = apiRoute({
  scope: 'payouts',
  handle: listRailFloats,
  present: (floats) => floats.map(presentRailFloat),
});

export const POST = apiRoute({
  scope: 'payouts',
  handle: (ctx, { body }) => fundRailFloat(ctx, body),
  present: presentRailFloat,
});
