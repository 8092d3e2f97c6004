import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { debugRequest, debugSignature } from '#lib/webhooks/debug-signature';

export const POST = apiRoute({
  scope: 'account',
  handle: (ctx, { body, params }) => debugSignature(ctx, params.id ?? '', validate(debugRequest, body)),
});
