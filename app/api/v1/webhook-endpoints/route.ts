import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { createEndpoint, listEndpoints, newEndpoint, presentEndpoint } from '#lib/webhooks/endpoints';

export const GET = apiRoute({
  scope: 'account',
  handle: listEndpoints,
  present: (endpoints) => endpoints.map((each) => presentEndpoint(each)),
});

export const POST = apiRoute({
  scope: 'account',
  handle: (ctx, { body }) => createEndpoint(ctx, validate(newEndpoint, body)),
  present: ({ endpoint, secret }) => presentEndpoint(endpoint, secret),
});
