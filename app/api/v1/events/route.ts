import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { eventQuery, listEvents } from '#lib/webhooks/log';

export const GET = apiRoute({
  scope: 'account',
  handle: (ctx, { query }) => listEvents(ctx, validate(eventQuery, query)),
  bare: true,
});
