import { findApplication, presentApplication } from '#lib/applications/application';
import { draftRequest, saveApplication } from '#lib/applications/save-application';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = dashboardRoute({
  permission: 'application.manage',
  handle: (ctx) => findApplication(ctx.client.id),
  present: (row) => (row === undefined ? null : presentApplication(row)),
});

export const PATCH = dashboardRoute({
  permission: 'application.manage',
  handle: (ctx, { body }) => saveApplication(ctx, validate(draftRequest, body)),
});
