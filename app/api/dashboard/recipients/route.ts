import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { createRecipient } from '#lib/recipients/create-recipient';
import { listRecipients, recipientQuery } from '#lib/recipients/list-recipients';
import { newRecipient, presentRecipient } from '#lib/recipients/recipient';

export const GET = dashboardRoute({
  handle: (ctx, { query: { environment: _, ...query } }) =>
    listRecipients(ctx, validate(recipientQuery, query)),
  bare: true,
});

export const POST = dashboardRoute({
  permission: 'recipients.manage',
  handle: async (ctx, { body }) => createRecipient(ctx, validate(newRecipient, body)),
  present: ({ recipient, replayed }) => ({ ...presentRecipient(recipient), replayed }),
});
