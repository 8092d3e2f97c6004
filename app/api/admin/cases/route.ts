import { caseQuery, listCases } from '#lib/cases/list-cases';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = adminRoute({
  bare: true,
  handle: async (_ctx, { query }) => listCases(validate(caseQuery, query)),
});
