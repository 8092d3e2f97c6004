import { AppError } from '#lib/errors';
import { requireHistory } from '#lib/history/history';
import type { RouteContext } from '#lib/http/api-route';
import { asAppError, requireHttps } from '#lib/http/api-route';
import { findPeer, type Peer } from '#lib/http/peer';
import { requireRateOf } from '#lib/http/rate';
import { readBody } from '#lib/http/read-body';
import { answer, errorAnswer } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { receiveNotice } from '#lib/notices/receive-notice';
import { settings } from '#lib/settings';

const MOST_BYTES = 64 * 1024;
const BODY_WITHIN_MS = 5_000;

/**
 * `POST /rails/{rail}/notify`: no key and no session, the rail's signature counts. 200 once the notice is stored, also
 * for a repeat; the rail sends again what got anything else. What is signed is never limited; of what is not, an address
 * is answered a few a second and told 429 beyond, without a line of the log.
 */
export async function noticeRoute(request: Request, { params }: RouteContext): Promise<Response> {
  const peer = findPeer(request.headers, settings().TRUST_PROXY);
  const facts = { requestId: newId(), secure: peer.secure };
  try {
    requireHttps(peer);
    requireHistory();
    const { rail } = await params;
    const raw = await readBody(request, { maxBytes: MOST_BYTES, deadlineMs: BODY_WITHIN_MS });
    if (raw.length === 0) {
      throw new AppError('VALIDATION_ERROR', 'The notice has no body.', { details: { fields: [] } });
    }
    await receiveNotice(rail ?? '', raw, request.headers, new Date(), () => requireRateOfRefused(peer));
    return answer('{"status":"success"}', 200, facts);
  } catch (error) {
    return errorAnswer(asAppError(error, facts.requestId), facts);
  }
}

function requireRateOfRefused({ network }: Peer): void {
  requireRateOf(`refused notices from ${network}`, 'your address, with notices that no rail signed,', {
    ratePerSecond: 5,
    burst: 50,
  });
}
