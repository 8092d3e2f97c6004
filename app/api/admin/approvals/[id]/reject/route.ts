import { reject, rejection } from '#lib/approvals/decide-approval';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = adminRoute({
  permission: 'approvals.decide',
  handle: async (ctx, { params, body }) => reject(ctx, params.id ?? '', validate(rejection, body).reason),
});
