import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { importStatement, statementUpload } from '#lib/reconciliation/import-statement';
import { MAX_FILE_BYTES } from '#lib/reconciliation/statement-file';

export const POST = adminRoute({
  isLive: true,
  permission: 'reconciliation.manage',
  // A whole day at once: half of a statement would look like payments that only our books have.
  maxBodyBytes: MAX_FILE_BYTES,
  handle: async (ctx, { params, body }) =>
    importStatement(ctx, params.provider ?? '', params.day ?? '', validate(statementUpload, body).csv),
});
