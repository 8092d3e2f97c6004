import { isDatabaseAway } from '#db/client';
import type { Language } from '#lib/browser/language/languages';
import { errorPage } from '#lib/checkout/error-page';
import { type Page, renderPage } from '#lib/checkout/page';
import { styleHash } from '#lib/checkout/style';
import { AppError } from '#lib/errors';
import { plainPolicy } from '#lib/http/content-policy';
import { findPeer, type Peer } from '#lib/http/peer';
import { requireRateOf } from '#lib/http/rate';
import { guestOf, room } from '#lib/http/room';
import { newId } from '#lib/ids';
import { inLanguage } from '#lib/language/in-language';
import { askedLanguage, languageCookie, languageOf } from '#lib/language/request-language';
import { describeError, log } from '#lib/log';
import { refreshRailFaces } from '#lib/rails/rail-faces';
import { settings } from '#lib/settings';

/**
 * A page to show, an address to go to, or a file. A page is made in the language of its reader, and whatever is done before
 * is done in none. `cookie`: as `Set-Cookie` has it.
 */
export type Answer =
  | { page: () => Page; status?: number; cookie?: string }
  | { location: string; cookie?: string }
  | { file: Uint8Array; type: string; name?: string };

export interface Visit<Params> {
  request: Request;
  params: Params;
  peer: Peer;
  /** Of whoever reads the page. */
  language: Language;
  /** Whether the page may stand in a frame of somebody else's; a page may say so once it knows what it shows. */
  isFramed: boolean;
}

type ErrorPage = (status: number, requestId: string) => Page;

type GuestHandler<Params> = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

/**
 * A route of pages for people who did not sign in, within the rate and the places of the address that asks; whatever goes
 * wrong becomes a page without traces. Left out: the one of a payment. A language that the address asks for is kept.
 */
export function guestRoute<Params>(
  handle: (visit: Visit<Params>) => Promise<Answer>,
  errorPageOf: ErrorPage = errorPage,
): GuestHandler<Params> {
  return async (request, { params }) => {
    const requestId = newId();
    const peer = findPeer(request.headers, settings().TRUST_PROXY);
    const language = languageOf(request);
    const visit: Visit<Params> = { request, params: await params, peer, language, isFramed: false };
    try {
      requireRateOf(`pages for ${peer.network}`, 'your address');
      return await room.within(
        guestOf(peer.network, { isRead: true, isStranger: true }),
        request.signal,
        async () => {
          await refreshRailFaces();
          return answered(await handle(visit));
        },
      );
    } catch (error) {
      if (error instanceof AppError) return await failed(error.status, error.headers);
      const away = isDatabaseAway(error);
      log.error({ requestId, ...describeError(error) }, 'a customer page failed');
      return await failed(away ? 503 : 500, away ? { 'retry-after': '5' } : {});
    }

    function answered(answer: Answer): Promise<Response> | Response {
      if ('file' in answer) {
        const { file, type, name } = answer;
        return respond(file as Uint8Array<ArrayBuffer>, 200, {
          'content-type': type,
          ...(name !== undefined && { 'content-disposition': `inline; filename="${name}"` }),
        });
      }
      const cookie: Record<string, string> =
        answer.cookie === undefined ? {} : { 'set-cookie': answer.cookie };
      if ('page' in answer) return shown(answer.page, answer.status ?? 200, cookie);
      return respond(null, 303, { location: answer.location, ...cookie });
    }

    function failed(status: number, headers: Record<string, string> = {}): Promise<Response> {
      return shown(() => errorPageOf(status, requestId), status, headers);
    }

    async function shown(
      page: () => Page,
      status: number,
      headers: Record<string, string>,
    ): Promise<Response> {
      const { search } = new URL(request.url);
      const facts = { isSimulated: settings().KAIRA_RAILS_SIMULATED, search };
      const document = await inLanguage(language, () => renderPage(page(), facts));
      return respond(document, status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    }

    function respond(body: BodyInit | null, status: number, headers: Record<string, string>): Response {
      const asked = askedLanguage(request.url);
      const all = new Headers({ ...securityHeaders(visit.isFramed), 'x-request-id': requestId, ...headers });
      if (asked !== undefined) all.append('set-cookie', languageCookie(asked, peer.secure));
      return new Response(body, { status, headers: all });
    }
  };
}

function securityHeaders(isFramed: boolean): Record<string, string> {
  return {
    'content-security-policy': plainPolicy(styleHash, { isFramed }),
    ...(!isFramed && { 'x-frame-options': 'DENY' }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}
