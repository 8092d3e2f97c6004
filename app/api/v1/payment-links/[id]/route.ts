import { apiRoute } from '#lib/http/api-route';
import { getPaymentLink } from '#lib/payment-links/get-payment-link';
import { readLinkChange } from '#lib/payment-links/link-request';
import { presentPaymentLink } from '#lib/payment-links/payment-link';
import { updatePaymentLink } from '#lib/payment-links/update-payment-link';

export const GET = apiRoute({
  scope: 'collections',
  handle: (ctx, { params }) => getPaymentLink(ctx, params.id ?? ''),
  present: (link) => presentPaymentLink(link),
});

export const PATCH = apiRoute({
  scope: 'collections',
  handle: (ctx, { body, params }) =>
    updatePaymentLink(ctx, params.id ?? '', readLinkChange(ctx.environment, body)),
  present: (link) => presentPaymentLink(link),
});
