import { getProfile } from '#lib/clients/get-profile';
import { apiRoute } from '#lib/http/api-route';

export const GET = apiRoute({ scope: 'any', handle: getProfile, present: (profile) => profile, bare: true });
