import { adminRoute } from '#lib/http/session-route';
import { listRails } from '#lib/rails/list-rails';

export const GET = adminRoute({ handle: listRails });
