import { apiRoute } from '#lib/http/api-route';
import { presentRotatedSecret, rotateSecret } from '#lib/webhooks/rotate-secret';

export const POST = apiRoute({
  scope: 'account',
  handle: (ctx, { params }) => rotateSecret(ctx, params.id ?? ''),
  present: presentRotatedSecret,
  withoutBody: true,
});
