import { getEarningsChart } from '#lib/clients/account-figures';
import { apiRoute } from '#lib/http/api-route';

export const GET = apiRoute({
  scope: 'account',
  handle: getEarningsChart,
  bare: true,
});
