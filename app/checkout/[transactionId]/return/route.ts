import { afterReturn, giveUp } from '#lib/checkout/after-return';
import { hasSimulatorPage } from '#lib/checkout/answer-checkout';
import { customerRoute, methodNotAllowed } from '#lib/checkout/customer-route';
import { readGivenBack } from '#lib/checkout/given-back';
import { linkPath, returnPath } from '#lib/checkout/paths';
import { readChoice } from '#lib/checkout/read-choice';
import { type Choice, handOverPage, merchantUrl, resultPage, waitingPage } from '#lib/checkout/return-page';
import { systemClock } from '#lib/clock';
import { AppError } from '#lib/errors';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Where the customer comes back to. It believes our own record and nothing in the address: `since` only says how
 * long the customer has waited, `from=form` that this request follows a form, `from=error` that the rail sent the
 * customer back without a payment, who may then say so.
 */
export const GET = customerRoute(async (request, checkout) => {
  const query = new URL(request.url).searchParams;
  // What came through a payment link goes on there.
  const link = linkPath(checkout.transaction);
  if (link !== undefined) return { location: link };
  const transaction = await afterReturn(checkout);
  if (transaction.status === 'PENDING') {
    const now = systemClock();
    const since = waitingSince(query.get('since'), now);
    const choice = choiceOf(transaction, query);
    return { page: () => waitingPage({ ...checkout, transaction }, since, now, choice) };
  }
  const url = merchantUrl(transaction);
  const ended = { ...checkout, transaction };
  if (url === undefined) {
    const givenBack = await readGivenBack(transaction);
    return { page: () => resultPage(ended, givenBack) };
  }
  return query.get('from') === 'form' ? { page: () => handOverPage(ended, url) } : { location: url };
});

/** "I did not pay". Whoever knows the id may say so, as on the rail's own page; what was paid all the same wins. */
export const POST = customerRoute(async (request, checkout) => {
  if ((await readChoice(request)) !== 'cancel') {
    throw new AppError('VALIDATION_ERROR', 'The only choice here is cancel.');
  }
  await giveUp(checkout);
  return { location: returnPath(checkout.transaction.id, 'from=form') };
});

const others = methodNotAllowed('GET, POST');

export { others as DELETE, others as PATCH, others as PUT };

function choiceOf(transaction: Transaction, query: URLSearchParams): Choice {
  if (hasSimulatorPage(transaction)) return 'checkout';
  return transaction.environment === 'LIVE' && query.get('from') === 'error' ? 'give_up' : undefined;
}

function waitingSince(text: string | null, now: Date): Date {
  const claimed = /^\d{13}$/.test(text ?? '') ? new Date(Number(text)) : now;
  return claimed < now ? claimed : now;
}
