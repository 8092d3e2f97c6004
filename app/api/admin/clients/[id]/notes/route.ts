import { addNote, noteRequest } from '#lib/clients/add-note';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = adminRoute({
  permission: 'clients.manage',
  handle: async (ctx, { params, body }) => addNote(ctx, params.id ?? '', validate(noteRequest, body)),
});
