import { adminRoute } from '#lib/http/session-route';
import { findJournals } from '#lib/ledger/find-journals';

export const GET = adminRoute({ handle: (_ctx, { query }) => findJournals(query.id ?? '') });
