import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { readNewLink } from '#lib/payment-links/link-request';
import { listPaymentLinks, paymentLinkQuery } from '#lib/payment-links/list-payment-links';
import { presentPaymentLink } from '#lib/payment-links/payment-link';

export const GET = apiRoute({
  scope: 'collections',
  handle: (ctx, { query }) => listPaymentLinks(ctx, validate(paymentLinkQuery, query)),
  bare: true,
});

export const POST = apiRoute({
  scope: 'collections',
  handle: async (ctx, { body }) => createPaymentLink(ctx, await readNewLink(ctx.environment, body)),
  present: ({ link }) => presentPaymentLink(link),
  replayed: ({ replayed }) => replayed,
});
