import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { changeSchedule, presentSchedule, scheduleRequest } from '#lib/settlements/change-schedule';

export const POST = dashboardRoute({
  permission: 'settlements.manage',
  handle: (ctx, { body }) => changeSchedule(ctx, validate(scheduleRequest, body)),
  present: presentSchedule,
});
