import { adminRoute } from '#lib/http/session-route';
import { getTransactionAsOperator } from '#lib/reads/get-as-operator';

export const GET = adminRoute({
  handle: (ctx, { params }) => getTransactionAsOperator(params.id ?? '', ctx.now()),
});
