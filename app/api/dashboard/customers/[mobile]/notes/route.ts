import { addNote, newNote } from '#lib/customers/add-note';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = dashboardRoute({
  permission: 'customers.note',
  handle: async (ctx, { params, body }) => addNote(ctx, params.mobile ?? '', validate(newNote, body)),
});
