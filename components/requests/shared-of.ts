import type { Shared } from '#lib/browser/link-sharing';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import { leftOf } from './request-state.tsx';

/** A request as its customer gets it: what is still to be paid of it. */
export function sharedOf(request: PresentedRequest): Shared {
  const { url, description: title, environment } = request;
  const amount = leftOf(request) ?? request.amount;
  const { due_on: dueOn, customer_mobile: mobile, customer_email: email } = request;
  return { url, title, amount, environment, dueOn, mobile, email };
}
