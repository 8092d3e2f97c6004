import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import {
  deleteEndpoint,
  endpointChange,
  getEndpoint,
  presentEndpoint,
  updateEndpoint,
} from '#lib/webhooks/endpoints';

export const GET = apiRoute({
  scope: 'account',
  handle: (ctx, { params }) => getEndpoint(ctx, params.id ?? ''),
  present: (endpoint) => presentEndpoint(endpoint),
});

export const PATCH = apiRoute({
  scope: 'account',
  handle: (ctx, { body, params }) => updateEndpoint(ctx, params.id ?? '', validate(endpointChange, body)),
  present: (endpoint) => presentEndpoint(endpoint),
});

export const DELETE = apiRoute({
  scope: 'account',
  handle: (ctx, { params }) => deleteEndpoint(ctx, params.id ?? ''),
  present: (endpoint) => presentEndpoint(endpoint),
});
