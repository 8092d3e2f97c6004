import { paperAnswer } from '#lib/applications/paper-answer';
import { readPaperAsOperator } from '#lib/applications/papers';
import { adminRoute } from '#lib/http/session-route';

export const GET = adminRoute({
  permission: 'applications.review',
  isExpensive: true,
  handle: (ctx, { params }) => readPaperAsOperator(ctx, params.clientId ?? '', params.id ?? ''),
  respond: paperAnswer,
});
