import { fileAnswer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { languageOf } from '#lib/language/request-language';
import { writeInvoice } from '#lib/payment-requests/write-invoice';

export const GET = dashboardRoute({
  permission: 'requests.read',
  handle: (ctx, { params, headers }) => writeInvoice(ctx, params.id ?? '', languageOf({ url: '', headers })),
  respond: ({ stream, ...file }, facts) => fileAnswer(stream, file, facts),
});
