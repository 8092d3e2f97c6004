import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { replayEndpoint, replayRequest } from '#lib/webhooks/resend';

export const POST = apiRoute({
  scope: 'account',
  withoutBody: true,
  isExpensive: true,
  handle: (ctx, { body, params }) => replayEndpoint(ctx, params.id ?? '', validate(replayRequest, body)),
});
