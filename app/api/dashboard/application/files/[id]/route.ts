import { paperAnswer } from '#lib/applications/paper-answer';
import { readOwnPaper, removePaper } from '#lib/applications/papers';
import { dashboardRoute } from '#lib/http/session-route';

export const GET = dashboardRoute({
  permission: 'application.manage',
  isExpensive: true,
  handle: (ctx, { params }) => readOwnPaper(ctx, params.id ?? ''),
  respond: paperAnswer,
});

export const DELETE = dashboardRoute({
  permission: 'application.manage',
  handle: (ctx, { params }) => removePaper(ctx, params.id ?? ''),
});
