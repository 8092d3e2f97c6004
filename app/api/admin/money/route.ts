import { adminRoute } from '#lib/http/session-route';
import { getWhereMoneyIs } from '#lib/rails/where-money-is';

export const GET = adminRoute({ handle: getWhereMoneyIs });
