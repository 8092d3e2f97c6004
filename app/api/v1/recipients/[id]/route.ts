import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { deleteRecipient } from '#lib/recipients/delete-recipient';
import { getRecipient } from '#lib/recipients/get-recipient';
import { presentRecipient, recipientChange } from '#lib/recipients/recipient';
import { updateRecipient } from '#lib/recipients/update-recipient';

export const GET = apiRoute({
  scope: 'payouts',
  handle: (ctx, { params }) => getRecipient(ctx, params.id ?? ''),
  present: presentRecipient,
});

export const PATCH = apiRoute({
  scope: 'payouts',
  handle: (ctx, { body, params }) => updateRecipient(ctx, params.id ?? '', validate(recipientChange, body)),
  present: presentRecipient,
});

export const DELETE = apiRoute({
  scope: 'payouts',
  handle: (ctx, { params }) => deleteRecipient(ctx, params.id ?? ''),
  present: presentRecipient,
});
