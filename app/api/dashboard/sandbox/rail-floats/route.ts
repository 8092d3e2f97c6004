import { dashboardRoute } from '#lib/http/session-route';
import { fundRailFloat, presentRailFloat } from '#lib/sandbox/rail-floats';

export const POST = dashboardRoute({
  permission: 'sandbox.fund',
  handle: (ctx, { body }) => fundRailFloat(ctx, body),
  present: presentRailFloat,
});
