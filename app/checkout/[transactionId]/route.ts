import { answerCheckout, fixedOutcome, hasSimulatorPage, isChoice } from '#lib/checkout/answer-checkout';
import { checkoutPage } from '#lib/checkout/checkout-page';
import { customerRoute, methodNotAllowed } from '#lib/checkout/customer-route';
import { readGivenBack } from '#lib/checkout/given-back';
import { linkPath, returnPath } from '#lib/checkout/paths';
import { readChoice } from '#lib/checkout/read-choice';
import { resultPage } from '#lib/checkout/return-page';
import { AppError } from '#lib/errors';

/** The simulator's page. Where there is none (live, and the rail with a one-time password), the return page. */
export const GET = customerRoute(async (_request, checkout) => {
  const { transaction } = checkout;
  const link = linkPath(transaction);
  if (link !== undefined && transaction.status !== 'PENDING') return { location: link };
  if (!hasSimulatorPage(transaction)) return { location: returnPath(transaction.id) };
  if (transaction.status !== 'PENDING') {
    const givenBack = await readGivenBack(transaction);
    return { page: () => resultPage(checkout, givenBack) };
  }
  return { page: () => checkoutPage(checkout, fixedOutcome(transaction)) };
});

/**
 * The customer's choice. It may come from another site's form: that is harmless, because who knows the id may choose
 * anyway, no cookie adds any right to it, and only the simulator, which moves no money, can be answered here.
 */
export const POST = customerRoute(async (request, checkout) => {
  const choice = await readChoice(request);
  if (!isChoice(choice)) throw new AppError('VALIDATION_ERROR', 'The choice is pay, decline or cancel.');
  await answerCheckout(checkout, choice);
  return { location: returnPath(checkout.transaction.id, 'from=form') };
});

const others = methodNotAllowed('GET, POST');

export { others as DELETE, others as PATCH, others as PUT };
