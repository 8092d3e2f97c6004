import { dashboardRoute } from '#lib/http/session-route';
import { getPaymentLink } from '#lib/payment-links/get-payment-link';
import { readLinkChange } from '#lib/payment-links/link-request';
import { presentPaymentLink } from '#lib/payment-links/payment-link';
import { updatePaymentLink } from '#lib/payment-links/update-payment-link';

export const GET = dashboardRoute({
  handle: (ctx, { params }) => getPaymentLink(ctx, params.id ?? ''),
  present: (link) => presentPaymentLink(link),
});

export const PATCH = dashboardRoute({
  permission: 'links.manage',
  handle: (ctx, { body, params }) =>
    updatePaymentLink(ctx, params.id ?? '', readLinkChange(ctx.environment, body)),
  present: (link) => presentPaymentLink(link),
});
