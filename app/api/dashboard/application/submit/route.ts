import { submitApplication } from '#lib/applications/submit-application';
import { dashboardRoute } from '#lib/http/session-route';

export const POST = dashboardRoute({
  permission: 'application.submit',
  handle: (ctx) => submitApplication(ctx),
});
