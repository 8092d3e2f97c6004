import { clientQuery, listClients } from '#lib/clients/list-clients';
import { newClient, openClient } from '#lib/clients/open-client';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = adminRoute({
  bare: true,
  handle: async (_ctx, { query }) => listClients(validate(clientQuery, query)),
});

export const POST = adminRoute({
  permission: 'clients.open',
  handle: async (ctx, { body }) => openClient(ctx, validate(newClient, body)),
});
