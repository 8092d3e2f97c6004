import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { listEndpointHealth } from '#lib/webhooks/endpoint-health';
import { createEndpoint, newEndpoint, presentEndpoint } from '#lib/webhooks/endpoints';

export const GET = dashboardRoute({ handle: listEndpointHealth });

export const POST = dashboardRoute({
  permission: 'webhooks.manage',
  handle: async (ctx, { body }) => createEndpoint(ctx, validate(newEndpoint, body)),
  present: ({ endpoint, secret }) => presentEndpoint(endpoint, secret),
});
