import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { debugRequest, debugSignature } from '#lib/webhooks/debug-signature';

/** A POST that changes nothing: for everybody who may read. */
export const POST = dashboardRoute({
  handle: async (ctx, { body, params }) => debugSignature(ctx, params.id ?? '', validate(debugRequest, body)),
});
