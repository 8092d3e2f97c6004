import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { changeTemplate, templateRequest } from '#lib/settlements/file-template';

export const POST = adminRoute({
  permission: 'settlements.settle',
  handle: (ctx, { body }) => changeTemplate(ctx, validate(templateRequest, body)),
});
