import { afterReturn } from '#lib/checkout/after-return';
import { hasSimulatorPage } from '#lib/checkout/answer-checkout';
import { customerRoute, methodNotAllowed } from '#lib/checkout/customer-route';
import { handOverPage, merchantUrl, resultPage, waitingPage } from '#lib/checkout/return-page';
import { systemClock } from '#lib/clock';

/**
 * Where the customer comes back to. It believes our own record and nothing in the address: `since` only says how
 * long the customer has waited, `from=form` that this request follows a form, `from=error` that the rail sent the
 * customer back without a payment, which is asked of the rail as well.
 */
export const GET = customerRoute(async (request, checkout) => {
  const query = new URL(request.url).searchParams;
  const transaction = await afterReturn(checkout, query.get('from') === 'error');
  if (transaction.status === 'PENDING') {
    const now = systemClock();
    const canChoose = hasSimulatorPage(transaction);
    return {
      page: waitingPage({ ...checkout, transaction }, waitingSince(query.get('since'), now), now, canChoose),
    };
  }
  const url = merchantUrl(transaction);
  const ended = { ...checkout, transaction };
  if (url === undefined) return { page: resultPage(ended) };
  return query.get('from') === 'form' ? { page: handOverPage(ended, url) } : { location: url };
});

const others = methodNotAllowed('GET');

export { others as DELETE, others as PATCH, others as POST, others as PUT };

function waitingSince(text: string | null, now: Date): Date {
  const claimed = /^\d{13}$/.test(text ?? '') ? new Date(Number(text)) : now;
  return claimed < now ? claimed : now;
}
