import { proposalRequest, proposeApplication } from '#lib/applications/answer-application';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = adminRoute({
  permission: 'applications.review',
  handle: (ctx, { params, body }) =>
    proposeApplication(ctx, params.clientId ?? '', validate(proposalRequest, body)),
});
