import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { getBank } from '#lib/settlements/list-settlements';
import { environmentBody, makeSettlementFile } from '#lib/settlements/settlement-files';

export const GET = adminRoute({
  handle: (_ctx, { query }) => getBank(validate(environmentBody, query).environment),
});

export const POST = adminRoute({
  permission: 'settlements.settle',
  handle: (ctx, { body }) => makeSettlementFile(ctx, validate(environmentBody, body).environment),
});
