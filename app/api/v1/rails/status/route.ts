import { apiRoute } from '#lib/http/api-route';
import { listRailStatus } from '#lib/rails/rail-status';

export const GET = apiRoute({ scope: 'any', handle: listRailStatus, present: (rails) => rails });
