import { addPaper } from '#lib/applications/papers';
import { MAX_PAPER_BODY_BYTES, paperRequest } from '#lib/applications/read-paper';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = dashboardRoute({
  permission: 'application.manage',
  // A file by itself, after session and role are known; it is held in memory while it is looked at.
  maxBodyBytes: MAX_PAPER_BODY_BYTES,
  isExpensive: true,
  handle: (ctx, { body }) => addPaper(ctx, validate(paperRequest, body)),
});
