import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { bookFees, feeBooking } from '#lib/reconciliation/book-fees';

export const POST = adminRoute({
  isLive: true,
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    bookFees(ctx, params.provider ?? '', params.day ?? '', validate(feeBooking, body)),
});
