import { onceForForm } from '#lib/http/once-for-form';
import { answer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { readNewLink } from '#lib/payment-links/link-request';
import { listPaymentLinks, paymentLinkQuery } from '#lib/payment-links/list-payment-links';
import { presentPaymentLink } from '#lib/payment-links/payment-link';

export const GET = dashboardRoute({
  handle: (ctx, { query: { environment: _, ...query } }) =>
    listPaymentLinks(ctx, validate(paymentLinkQuery, query)),
  bare: true,
});

export const POST = dashboardRoute({
  permission: 'links.manage',
  handle: (ctx, form) =>
    onceForForm(
      ctx,
      form,
      async () => createPaymentLink(ctx, await readNewLink(ctx.environment, form.body)),
      ({ link }) => presentPaymentLink(link),
    ),
  respond: ({ body, responseStatus }, facts) => answer(body, responseStatus, facts),
});
