import { getApplicationAsOperator } from '#lib/applications/list-applications';
import { adminRoute } from '#lib/http/session-route';

export const GET = adminRoute({
  permission: 'applications.review',
  handle: (_ctx, { params }) => getApplicationAsOperator(params.clientId ?? ''),
});
