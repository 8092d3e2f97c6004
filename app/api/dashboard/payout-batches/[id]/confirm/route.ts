import { z } from 'zod';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { confirmBatch } from '#lib/payout-batches/confirm-batch';

const seen = z.object({ version: z.int('The version must be the number that the file has.').optional() });

export const POST = dashboardRoute({
  permission: 'payouts.create',
  handle: (ctx, { params, body }) => confirmBatch(ctx, params.id ?? '', validate(seen, body).version),
  present: ({ id, status }) => ({ id, status }),
});
