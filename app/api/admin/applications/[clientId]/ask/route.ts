import { answerApplication, answerRequest } from '#lib/applications/answer-application';
import { getApplicationAsOperator } from '#lib/applications/list-applications';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = adminRoute({
  permission: 'applications.review',
  handle: async (ctx, { params: { clientId = '' }, body }) => {
    await answerApplication(ctx, clientId, 'ASKED', validate(answerRequest, body));
    return getApplicationAsOperator(clientId);
  },
});
