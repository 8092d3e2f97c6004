import { AppError } from '#lib/errors';
import { cameOverHttps } from '#lib/http/peer';
import { errorAnswer } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { settings } from '#lib/settings';

/** No pages: programs' paths, which refuse plain http themselves, and probes, which are asked from within. */
const notPages = /^\/((api|auth|rails)(\/|$)|(healthz|readyz|metrics)$)/;

/** Whether a page was asked for on a way that others can read, as the proxy says. Without a proxy nobody can tell. */
export function isPlainPage(rawPath: string, forwardedProto: string | undefined): boolean {
  return settings().TRUST_PROXY > 0 && !notPages.test(rawPath) && !cameOverHttps(forwardedProto);
}

/**
 * Sends a visitor on to the same page over https, at this site's own address whatever Host says. What is no visit is
 * refused like a request of the API; so is one of which the proxy says nothing, which would be sent round for ever.
 */
export function answerPlainPage(
  method: string,
  target: string,
  forwardedProto: string | undefined,
): Response {
  const facts = { requestId: newId(), secure: false };
  const { protocol, host } = new URL(settings().baseUrl);
  const isVisit = (method === 'GET' || method === 'HEAD') && target.startsWith('/');
  if (isVisit && protocol === 'https:' && forwardedProto !== undefined) {
    return new Response(null, {
      status: 308,
      headers: {
        location: `https://${host}${target}`,
        'cache-control': 'no-store',
        'x-request-id': facts.requestId,
      },
    });
  }
  return errorAnswer(
    new AppError(
      'HTTPS_REQUIRED',
      'Only HTTPS is accepted: open the https:// address. If you did, the proxy before this server does not say so: it must set X-Forwarded-Proto.',
    ),
    facts,
  );
}
