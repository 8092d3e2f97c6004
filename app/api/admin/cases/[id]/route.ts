import { getCase } from '#lib/cases/get-case';
import { adminRoute } from '#lib/http/session-route';

export const GET = adminRoute({ handle: (_ctx, { params }) => getCase(params.id ?? '') });
