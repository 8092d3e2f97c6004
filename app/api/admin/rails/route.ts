import { adminRoute } from '#lib/http/session-route';
import { listRails } from '#lib/rails/change-rail';

export const GET = adminRoute({ handle: listRails });
