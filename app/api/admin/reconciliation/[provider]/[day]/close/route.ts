import { adminRoute } from '#lib/http/session-route';
import { closeDay } from '#lib/reconciliation/close-day';

export const POST = adminRoute({
  isLive: true,
  permission: 'reconciliation.manage',
  handle: (ctx, { params }) => closeDay(ctx, params.provider ?? '', params.day ?? ''),
});
