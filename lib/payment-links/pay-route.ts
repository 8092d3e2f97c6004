import { money } from '#lib/browser/format';
import type { Language } from '#lib/browser/language/languages';
import { later, marks, plural, t } from '#lib/browser/language/words';
import { type Answer, guestRoute, type Visit } from '#lib/checkout/guest-route';
import { isOfAnotherSite, readForm } from '#lib/checkout/read-choice';
import { AppError } from '#lib/errors';
import { askedLanguage } from '#lib/language/request-language';
import { formatAmount } from '#lib/money';
import { beginAttempt } from '#lib/payment-links/begin-attempt';
import { findLinkByCode, type MetLink } from '#lib/payment-links/find-open-link';
import { listWallets } from '#lib/payment-links/list-wallets';
import { boundsOf, readPayForm, walletFault } from '#lib/payment-links/pay-form';
import {
  closedPage,
  type PayForm,
  payErrorPage,
  payPage,
  payPath,
  type Said,
} from '#lib/payment-links/pay-page';
import { isOfOnePayment, partLeft } from '#lib/payment-links/payment-link';
import {
  newVisitor,
  parseVisitor,
  referenceFor,
  type Visitor,
  visitorCookie,
  visitorOf,
  writeVisitor,
} from '#lib/payment-links/visitor';
import { findTransaction, listAttempts } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

const MAX_FORM_BYTES = 16 * 1024;

/** A visit of a link's pages: of the link that its address names. */
export interface PayVisit {
  request: Request;
  met: MetLink;
  language: Language;
  /** Keeps the language, where it was chosen. */
  query: string;
  visitor: Visitor | undefined;
  /** Where it comes from; `Peer` says what that is. */
  network: string;
  cookieOf(visitor: Visitor): string;
}

/** A route of a link's pages; another site's form leads to the page and does nothing. Throws `NOT_FOUND` for a code of nobody. */
export function payRoute<Params extends { code: string }>(
  handle: (visit: PayVisit, params: Params) => Promise<Answer>,
) {
  return guestRoute(async (visit: Visit<Params>) => {
    const { request, params, peer, language } = visit;
    const met = await findLinkByCode(params.code);
    if (met === undefined) throw new AppError('NOT_FOUND', 'There is no such payment link.');
    const cookieOf = (visitor: Visitor) =>
      visitorCookie(visitor, met.link.code, peer.secure && !peer.loopback);
    const asked = askedLanguage(request.url);
    const query = asked === undefined ? '' : `lang=${asked}`;
    const { network } = peer;
    if (request.method === 'POST' && isOfAnotherSite(request, peer))
      return { location: `${new URL(request.url).pathname}${query && `?${query}`}` };
    return handle(
      { request, met, language, query, visitor: visitorOf(request.headers), network, cookieOf },
      params,
    );
  }, payErrorPage);
}

/** `GET /pay/{code}`: whoever has an attempt is led to it, anybody else is shown the form. */
export const showLink = payRoute(async (visit) => {
  const { met, query, request } = visit;
  const visitor = visit.visitor ?? newVisitor();
  const isRetry = new URL(request.url).searchParams.has('retry');
  const attempts = await listAttempts(met.ctx, 'collection', referenceFor(met.link, visitor));
  // Of a link with a reference of its own, what is open is everybody's, and what was paid is the payer's.
  const isMine = ({ status }: Transaction) =>
    status === 'PENDING' || (status === 'SUCCEEDED' && !isOfOnePayment(met.link));
  const mine = (await lastOf(visit)) ?? attempts.find(isMine);
  if (mine && isStanding(mine) && mine.paymentLinkId === met.link.id) {
    if (visit.visitor !== undefined || mine.status === 'PENDING')
      return { location: payPath(met.link, mine.id, query) };
  }
  // What came of the last try is shown once more, until the payer asks to try again, or the business does.
  if (mine && !isRetry && visit.visitor && met.link.reservedId === null)
    return { location: payPath(met.link, mine.id, query) };
  if (met.status !== 'ACTIVE') return { page: () => closedPage(met), status: 410 };
  return formOf(visit, visitor, attempts, {});
});

const elsewhere = later(
  'Somebody has begun to pay this in another place, and it is not paid yet. Nothing is taken here meanwhile, so that nobody pays twice.',
);

/** `POST /pay/{code}`: begins an attempt, or leads to the one that there is. */
export const sendForm = payRoute(async (visit) => {
  const { met, query, request, network } = visit;
  const fields = await readForm(request, MAX_FORM_BYTES);
  const given = Object.fromEntries([...fields].filter(([, value]) => value !== ''));
  const visitor = await senderOf(visit, given.visitor ?? '');
  const reference = referenceFor(met.link, visitor);
  const attempts = await listAttempts(met.ctx, 'collection', reference);
  const wallets = await listWallets(met);
  if (met.status !== 'ACTIVE') {
    const mine = attempts.find(({ paymentLinkId }) => paymentLinkId === met.link.id);
    if (mine && !isOfOnePayment(met.link)) return leadTo(visit, visitor, mine, '');
    return { page: () => closedPage(met), status: 410 };
  }
  const read = await readPayForm(met, wallets, given, {
    hasDecimalComma: marks[visit.language].point === ',',
  });
  if ('faults' in read) return formOf(visit, visitor, attempts, { given, faults: read.faults });
  if ('guess' in read) {
    const values = { ...given, provider: read.guess.provider };
    const { name } = read.guess;
    const note = () =>
      t('{name} fits your number. Choose another one if that is wrong, then continue.', { name });
    return formOf(visit, visitor, attempts, { given: values, note });
  }
  const attempt = /^[1-9]\d{0,3}$/.test(given.attempt ?? '') ? Number(given.attempt) : 1;
  try {
    const begun = await beginAttempt(met, { ...read.payment, reference, attempt, network });
    if (begun === 'elsewhere') return { page: () => closedPage(met, elsewhere()), status: 409 };
    if (begun === 'closed') return closedNow(visit, visitor, attempts, given);
    const isNew = !attempts.some(({ id }) => id === begun.id);
    return leadTo(visit, visitor, begun, isNew ? 'go=1' : '');
  } catch (error) {
    const fault = error instanceof AppError ? faultOf(error) : undefined;
    if (fault === undefined) throw error;
    return formOf(visit, visitor, attempts, { given, faults: { provider: fault } });
  }

  function leadTo(to: PayVisit, who: Visitor, { id }: Transaction, how: string): Answer {
    return { location: payPath(met.link, id, how, query), cookie: to.cookieOf({ ...who, lastId: id }) };
  }
});

/** The one whom the cookie names, at the payment that the form was for; a browser without cookies is known by its form. */
async function senderOf({ visitor, met }: PayVisit, text: string): Promise<Visitor> {
  const sent = parseVisitor(text);
  const known = visitor ?? sent ?? newVisitor();
  const session = sent?.id === known.id ? sent.session : known.session;
  if (session <= 1) return { ...known, session: 1 };
  // The second payment begins once the first was made, whatever a form says.
  const before = await listAttempts(
    met.ctx,
    'collection',
    referenceFor(met.link, { ...known, session: session - 1 }),
  );
  return before.some(({ status }) => status === 'SUCCEEDED')
    ? { ...known, session }
    : { ...known, session: 1 };
}

async function lastOf({ visitor, met }: PayVisit): Promise<Transaction | undefined> {
  if (!visitor?.lastId) return undefined;
  const last = await findTransaction(met.client.id, met.link.environment, visitor.lastId);
  return last?.paymentLinkId === met.link.id ? last : undefined;
}

function isStanding({ status }: Transaction): boolean {
  return status === 'PENDING' || status === 'SUCCEEDED';
}

async function formOf(
  { met, query, cookieOf }: PayVisit,
  visitor: Visitor,
  attempts: Transaction[],
  {
    given = {},
    faults = {},
    note,
  }: { given?: Record<string, string>; faults?: PayForm['faults']; note?: Said },
): Promise<Answer> {
  const wallets = await listWallets(met);
  const form: PayForm = {
    visitor: writeVisitor({ ...visitor, lastId: null }),
    attempt: (attempts[0]?.attempt ?? 0) + 1,
    wallets,
    values: given,
    faults,
    note,
    bounds: await boundsOf(met, wallets),
  };
  const status = Object.keys(faults).length > 0 ? 422 : 200;
  return { page: () => payPage(met, form, query), status, cookie: cookieOf(visitor) };
}

/** What a payer can do something about; anything else is a page of its own. */
function faultOf(error: AppError): Said | undefined {
  const { code } = error;
  if (code === 'provider_not_enabled' || code === 'PROVIDER_UNAVAILABLE') return walletFault;
  return code === 'RATE_LIMITED' ? tooMany(error) : undefined;
}

/** Of whoever came too often: how long to wait, in whole minutes. */
export function tooMany({ headers }: AppError): Said {
  const minutes = Math.max(1, Math.ceil(Number(headers['retry-after'] ?? 60) / 60));
  return () =>
    plural(minutes, {
      one: 'Too many tries. Wait a minute, then try again.',
      other: 'Too many tries. Wait {count} minutes, then try again.',
    });
}

/** Others were faster: nothing is left, or less than the payer wanted to pay. */
async function closedNow(
  visit: PayVisit,
  visitor: Visitor,
  attempts: Transaction[],
  given: Record<string, string>,
): Promise<Answer> {
  const met: MetLink = (await findLinkByCode(visit.met.link.code)) ?? { ...visit.met, status: 'INACTIVE' };
  const [before, left] = [partLeft(visit.met.link), partLeft(met.link)];
  if (met.status !== 'ACTIVE' || before === null || left === null || left >= before)
    return { page: () => closedPage(met), status: 410 };
  const { amount: _, ...others } = given;
  const faults = {
    amount: () => t('Somebody has paid meanwhile: {left} is left.', { left: money(formatAmount(left)) }),
  };
  return formOf({ ...visit, met }, visitor, attempts, { given: others, faults });
}
