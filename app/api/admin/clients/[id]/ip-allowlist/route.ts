import { allowlistRequest, askForAllowlist } from '#lib/approvals/ask-for-allowlist';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = adminRoute({
  permission: 'clients.allowlist',
  handle: async (ctx, { params, body }) =>
    askForAllowlist(ctx, params.id ?? '', validate(allowlistRequest, body).allowlist),
});
