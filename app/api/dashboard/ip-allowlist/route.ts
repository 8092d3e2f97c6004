import { allowlistRequest, askForAllowlist } from '#lib/approvals/ask-for-allowlist';
import { getAllowlist } from '#lib/clients/get-allowlist';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = dashboardRoute({ handle: (ctx) => getAllowlist(ctx.client.id) });

export const POST = dashboardRoute({
  permission: 'allowlist.manage',
  handle: async (ctx, { body }) =>
    askForAllowlist(ctx, ctx.client.id, validate(allowlistRequest, body).allowlist),
});
