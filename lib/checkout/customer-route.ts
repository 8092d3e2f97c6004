import { type Checkout, findCheckout } from '#lib/checkout/find-checkout';
import { type Answer, guestRoute } from '#lib/checkout/guest-route';
import { AppError } from '#lib/errors';

export type Handler = (
  request: Request,
  context: { params: Promise<{ transactionId: string }> },
) => Promise<Response>;

/**
 * A route of the customer's pages: finds the collection and lets `handle` answer. No key and no cookie: whoever knows
 * the transaction's id may see it, as its address is handed from the merchant to the customer.
 */
export function customerRoute(handle: (request: Request, checkout: Checkout) => Promise<Answer>): Handler {
  return guestRoute<{ transactionId: string }>(async (visit) => {
    const checkout = await findCheckout(visit.params.transactionId);
    if (checkout === undefined) throw new AppError('NOT_FOUND', 'There is no such payment.');
    visit.isFramed = checkout.transaction.nextStep === 'show_card_page';
    return handle(visit.request, checkout);
  });
}

/** For the methods that a customer's page does not have. */
export function methodNotAllowed(allow: string): Handler {
  return customerRoute(async () => {
    throw new AppError('METHOD_NOT_ALLOWED', `This address takes ${allow}.`, { headers: { allow } });
  });
}
