import { z } from 'zod';
import { cursorField, limitField } from '#lib/http/paging';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { MAX_FILE_BYTES } from '#lib/payout-batches/batch-file';
import { batchRequest, createBatch } from '#lib/payout-batches/create-batch';
import { listBatches } from '#lib/payout-batches/get-batch';

const query = z.object({ limit: limitField.default(20), cursor: cursorField.optional() });

export const GET = dashboardRoute({
  handle: (ctx, request) => listBatches(ctx, validate(query, request.query)),
  bare: true,
});

export const POST = dashboardRoute({
  permission: 'payouts.prepare',
  // The whole file at once: a batch is there with all of its rows or not at all, and no half of one waits for the
  // rest. Only an owner's session gets as far as the body, and it is held in memory once.
  maxBodyBytes: MAX_FILE_BYTES,
  isExpensive: true,
  handle: (ctx, { body }) => createBatch(ctx, validate(batchRequest, body)),
  present: ({ id }) => ({ id }),
});
