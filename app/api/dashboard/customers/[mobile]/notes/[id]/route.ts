import { removeNote } from '#lib/customers/remove-note';
import { dashboardRoute } from '#lib/http/session-route';

export const DELETE = dashboardRoute({
  permission: 'customers.note',
  handle: (ctx, { params }) => removeNote(ctx, params.mobile ?? '', params.id ?? ''),
});
