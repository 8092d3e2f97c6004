import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { deleteRecipient } from '#lib/recipients/delete-recipient';
import { presentRecipient, recipientChange } from '#lib/recipients/recipient';
import { updateRecipient } from '#lib/recipients/update-recipient';

export const PATCH = dashboardRoute({
  permission: 'recipients.manage',
  handle: async (ctx, { body, params }) =>
    updateRecipient(ctx, params.id ?? '', validate(recipientChange, body)),
  present: presentRecipient,
});

export const DELETE = dashboardRoute({
  permission: 'recipients.manage',
  handle: (ctx, { params }) => deleteRecipient(ctx, params.id ?? ''),
  present: presentRecipient,
});
