import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { getEndpointHealth } from '#lib/webhooks/endpoint-health';
import { deleteEndpoint, endpointChange, presentEndpoint, updateEndpoint } from '#lib/webhooks/endpoints';

export const GET = dashboardRoute({ handle: (ctx, { params }) => getEndpointHealth(ctx, params.id ?? '') });

export const PATCH = dashboardRoute({
  permission: 'webhooks.manage',
  handle: async (ctx, { body, params }) =>
    updateEndpoint(ctx, params.id ?? '', validate(endpointChange, body)),
  present: (endpoint) => presentEndpoint(endpoint),
});

export const DELETE = dashboardRoute({
  permission: 'webhooks.manage',
  handle: (ctx, { params }) => deleteEndpoint(ctx, params.id ?? ''),
  present: (endpoint) => presentEndpoint(endpoint),
});
