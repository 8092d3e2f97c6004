import { applicationsQuery, listApplications } from '#lib/applications/list-applications';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = adminRoute({
  permission: 'applications.review',
  handle: (_ctx, { query }) => listApplications(validate(applicationsQuery, query)),
});
