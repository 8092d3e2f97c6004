import { fileAnswer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { writeInvoice } from '#lib/payment-requests/write-invoice';

export const GET = dashboardRoute({
  permission: 'requests.read',
  handle: (ctx, { params }) => writeInvoice(ctx, params.id ?? ''),
  respond: ({ stream, ...file }, facts) => fileAnswer(stream, file, facts),
});
