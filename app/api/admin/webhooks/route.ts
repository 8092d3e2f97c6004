import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { overviewQuery } from '#lib/overview/operator-overview';
import { getWebhookBacklog } from '#lib/webhooks/backlog';

export const GET = adminRoute({
  handle: async (_ctx, { query }) => getWebhookBacklog(validate(overviewQuery, query).environment),
});
