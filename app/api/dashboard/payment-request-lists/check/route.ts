import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { checkList, listBody, presentCheck } from '#lib/request-lists/check-list';
import { MAX_FILE_BYTES } from '#lib/request-lists/request-file';

/** What would be made of a file; nothing is stored. */
export const POST = dashboardRoute({
  permission: 'requests.import',
  maxBodyBytes: MAX_FILE_BYTES,
  isExpensive: true,
  handle: (ctx, { body }) => checkList(ctx, validate(listBody, body)),
  present: presentCheck,
});
