import { isDatabaseAway } from '#db/client';
import { errorPage } from '#lib/checkout/error-page';
import { type Checkout, findCheckout } from '#lib/checkout/find-checkout';
import { type Page, renderPage } from '#lib/checkout/page';
import { styleHash } from '#lib/checkout/style';
import { AppError } from '#lib/errors';
import { plainPolicy } from '#lib/http/content-policy';
import { findPeer } from '#lib/http/peer';
import { guestOf, room } from '#lib/http/room';
import { newId } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { refreshRailFaces } from '#lib/rails/rail-faces';
import { settings } from '#lib/settings';

export type Handler = (
  request: Request,
  context: { params: Promise<{ transactionId: string }> },
) => Promise<Response>;

/** A page to show, or an address to go to. */
type Answer = { page: Page } | { location: string };

/**
 * A route of the customer's pages: finds the collection, lets `handle` answer, and turns whatever goes wrong into a
 * page without traces. No key and no cookie: whoever knows the transaction's id may see it, as its address is handed
 * from the merchant to the customer.
 */
export function customerRoute(handle: (request: Request, checkout: Checkout) => Promise<Answer>): Handler {
  return async (request, { params }) => {
    const requestId = newId();
    const { network } = findPeer(request.headers, settings().TRUST_PROXY);
    let checkout: Checkout | undefined;
    try {
      return await room.within(guestOf(network, { isRead: true }), request.signal, async () => {
        const { transactionId } = await params;
        [checkout] = await Promise.all([findCheckout(transactionId), refreshRailFaces()]);
        if (checkout === undefined) return failed(404);
        const answer = await handle(request, checkout);
        if ('page' in answer) return shown(answer.page, 200);
        return respond(null, 303, { location: answer.location });
      });
    } catch (error) {
      if (error instanceof AppError) return await failed(error.status, error.headers);
      const away = isDatabaseAway(error);
      log.error({ requestId, ...describeError(error) }, 'a customer page failed');
      return await failed(away ? 503 : 500, away ? { 'retry-after': '5' } : {});
    }

    function failed(status: number, headers: Record<string, string> = {}): Promise<Response> {
      return shown(errorPage(status, requestId), status, headers);
    }

    async function shown(
      page: Page,
      status: number,
      headers: Record<string, string> = {},
    ): Promise<Response> {
      return respond(await renderPage(page, { isSimulated: settings().KAIRA_RAILS_SIMULATED }), status, {
        'content-type': 'text/html; charset=utf-8',
        ...headers,
      });
    }

    function respond(body: string | null, status: number, headers: Record<string, string>): Response {
      return new Response(body, {
        status,
        headers: { ...securityHeaders(checkout), 'x-request-id': requestId, ...headers },
      });
    }
  };
}

/** For the methods that a customer's page does not have. */
export function methodNotAllowed(allow: string): Handler {
  return customerRoute(async () => {
    throw new AppError('METHOD_NOT_ALLOWED', `This address takes ${allow}.`, { headers: { allow } });
  });
}

function securityHeaders(checkout: Checkout | undefined): Record<string, string> {
  const isFramed = checkout?.transaction.nextStep === 'show_card_page';
  return {
    'content-security-policy': plainPolicy(styleHash, { isFramed }),
    ...(!isFramed && { 'x-frame-options': 'DENY' }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}
