import { listFirstSteps } from '#lib/clients/list-first-steps';
import { dashboardRoute } from '#lib/http/session-route';

export const GET = dashboardRoute({ handle: (ctx) => listFirstSteps(ctx) });
