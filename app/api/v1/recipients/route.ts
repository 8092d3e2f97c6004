import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { createRecipient } from '#lib/recipients/create-recipient';
import { listRecipients, recipientQuery } from '#lib/recipients/list-recipients';
import { newRecipient, presentRecipient } from '#lib/recipients/recipient';

export const GET = apiRoute({
  scope: 'payouts',
  handle: (ctx, { query }) => listRecipients(ctx, validate(recipientQuery, query)),
  bare: true,
});

export const POST = apiRoute({
  scope: 'payouts',
  handle: (ctx, { body }) => createRecipient(ctx, validate(newRecipient, body)),
  present: ({ recipient }) => presentRecipient(recipient),
  replayed: ({ replayed }) => replayed,
});
