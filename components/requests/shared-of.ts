import type { Shared } from '#lib/browser/link-sharing';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';

/** A request as its customer gets it. */
export function sharedOf(request: PresentedRequest): Shared {
  const { url, description: title, amount, environment } = request;
  const { due_on: dueOn, customer_mobile: mobile, customer_email: email } = request;
  return { url, title, amount, environment, dueOn, mobile, email };
}
