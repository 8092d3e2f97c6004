import { later, t } from '#lib/browser/language/words';
import { afterReturn } from '#lib/checkout/after-return';
import type { Answer } from '#lib/checkout/guest-route';
import { readForm } from '#lib/checkout/read-choice';
import { resendOtp } from '#lib/collections/resend-otp';
import { submitOtp } from '#lib/collections/submit-otp';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { attemptPage } from '#lib/payment-links/attempt-page';
import { closeAttempt } from '#lib/payment-links/close-attempt';
import { payPath, type Said } from '#lib/payment-links/pay-page';
import { type PayVisit, payRoute, tooMany } from '#lib/payment-links/pay-route';
import { nextSession } from '#lib/payment-links/visitor';
import { findTransaction } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

type Params = { code: string; transactionId: string };
const otpForm = later('The code has 4 to 8 digits.');
const stuck = later(
  'It is not confirmed yet that this payment is closed. So that you do not pay twice, wait a moment and try again.',
);
const OTP_FORM = /^\d{4,8}$/;

/** `GET /pay/{code}/{transactionId}`: what to do now, or what became of it; it renews itself while that is open. */
export const showAttempt = payRoute<Params>(async (visit, { transactionId }) => {
  const found = await attemptOf(visit, transactionId);
  const attempt = await afterReturn({ transaction: found, client: visit.met.client });
  const search = new URL(visit.request.url).searchParams;
  const note = search.has('stuck') && attempt.status === 'PENDING' ? stuck : undefined;
  return shown(visit, attempt, { isFresh: search.has('go'), note });
});

/** `POST /pay/{code}/{transactionId}`: the code, the code again, another wallet, or one more payment. */
export const actOnAttempt = payRoute<Params>(async (visit, { transactionId }) => {
  const { met, query } = visit;
  const attempt = await attemptOf(visit, transactionId);
  const form = await readForm(visit.request, 1024);
  const here: Answer = { location: payPath(met.link, attempt.id, query) };
  switch (form.get('action')) {
    case 'otp':
      return takeCode(visit, attempt, form.get('otp') ?? '', here);
    case 'resend':
      await resendOtp(met.ctx, attempt.id).catch(unlessOurs);
      return here;
    case 'change': {
      const after = await closeAttempt(met, attempt);
      if (after.status === 'SUCCEEDED') return here;
      if (after.status === 'PENDING') return { location: payPath(met.link, attempt.id, 'stuck=1', query) };
      return { location: payPath(met.link, undefined, 'retry=1', query) };
    }
    case 'again':
      if (attempt.status !== 'SUCCEEDED' || visit.visitor === undefined)
        return { location: payPath(met.link, undefined, query) };
      return {
        location: payPath(met.link, undefined, query),
        // Only who paid goes on to the next payment: a second click of it leads to the form that the first one led to.
        ...(visit.visitor.lastId === attempt.id && { cookie: visit.cookieOf(nextSession(visit.visitor)) }),
      };
    default:
      throw new AppError('VALIDATION_ERROR', 'The action is otp, resend, change or again.');
  }
});

async function takeCode(visit: PayVisit, attempt: Transaction, text: string, here: Answer): Promise<Answer> {
  const otp = text.replaceAll(/[\s-]/g, '');
  if (!OTP_FORM.test(otp)) return shown(visit, attempt, { fault: otpForm, status: 422 });
  try {
    await submitOtp(visit.met.ctx, attempt.id, otp);
    return here;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'INVALID_OTP') {
      const present = await attemptOf(visit, attempt.id);
      const left = present.otpAttemptsRemaining ?? 0;
      const fault = () => t('The code is wrong. Tries left: {left}.', { left });
      return shown(visit, present, { fault, status: 422 });
    }
    if (error.code === 'RATE_LIMITED') return shown(visit, attempt, { fault: tooMany(error), status: 429 });
    if (error.status >= 500 && error.code !== 'PROVIDER_UNAVAILABLE') throw error;
    return here;
  }
}

/** What the page itself says of the attempt is enough. */
function unlessOurs(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** The attempt with this id, of this link: whoever knows the id may see it, as on every page for payers. */
async function attemptOf({ met }: PayVisit, id: string): Promise<Transaction> {
  const found = isUuid(id) ? await findTransaction(met.client.id, met.link.environment, id) : undefined;
  if (found?.paymentLinkId === met.link.id) return found;
  throw new AppError('NOT_FOUND', 'This link has no such payment.');
}

function shown(
  { met, query }: PayVisit,
  attempt: Transaction,
  {
    isFresh = false,
    fault,
    note,
    status = 200,
  }: { isFresh?: boolean; fault?: Said; note?: Said | undefined; status?: number },
): Answer {
  return { page: () => attemptPage(met, attempt, { query, isFresh, fault, note }), status };
}
