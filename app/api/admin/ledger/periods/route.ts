import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { askToClose, closeRequest } from '#lib/ledger/ask-to-close';
import { listPeriods } from '#lib/ledger/list-periods';

export const GET = adminRoute({ handle: (ctx) => listPeriods(ctx.now()) });

export const POST = adminRoute({
  permission: 'periods.close',
  handle: async (ctx, { body }) => askToClose(ctx, validate(closeRequest, body)),
});
