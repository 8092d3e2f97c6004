import { fileAnswer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { posterQuery } from '#lib/payment-links/print-poster';
import { writePoster } from '#lib/payment-links/write-poster';

export const GET = dashboardRoute({
  handle: (ctx, { params, query: { environment: _, ...query } }) =>
    writePoster(ctx, params.id ?? '', validate(posterQuery, query)),
  respond: ({ stream, ...file }, facts) => fileAnswer(stream, file, facts),
});
