import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import {
  filtersToForget,
  filtersToSave,
  forgetFilters,
  listSavedFilters,
  saveFilters,
} from '#lib/users/saved-filters';

export const GET = dashboardRoute({ handle: listSavedFilters });

export const POST = dashboardRoute({
  handle: (ctx, { body }) => saveFilters(ctx, validate(filtersToSave, body)),
});

export const DELETE = dashboardRoute({
  handle: (ctx, { body }) => forgetFilters(ctx, validate(filtersToForget, body).name),
});
