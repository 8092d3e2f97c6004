import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { dismissal, dismissPeopleNotices } from '#lib/users/people-notices';

export const POST = dashboardRoute({
  permission: 'team.notices',
  handle: async (ctx, { body }) => dismissPeopleNotices(ctx, validate(dismissal, body).until),
});
