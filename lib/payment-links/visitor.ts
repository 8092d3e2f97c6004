import { createHash } from 'node:crypto';
import { base58Of, isBase58, randomBase58 } from '#lib/base58';
import { isUuid } from '#lib/ids';
import { isOfOnePayment, type PaymentLink } from '#lib/payment-links/payment-link';

const COOKIE = 'kaira_payer';
const ID_LENGTH = 22;
const REFERENCE_LENGTH = 8;
/** Of the 255 letters that a reference may have. */
const LONGEST_STEM = 255 - REFERENCE_LENGTH - 1;
const KEPT_SECONDS = 90 * 24 * 60 * 60;
/** A payer who pays one link more often than this is asked to open it in another browser. */
const MOST_SESSIONS = 9_999;

/** Somebody at one link; nothing is known of them but that they came before. */
export interface Visitor {
  id: string;
  /** Which of their payments this is: the second one begins once the first was made. */
  session: number;
  /** The last attempt that they were led to. */
  lastId: string | null;
}

export function newVisitor(): Visitor {
  return { id: randomBase58(ID_LENGTH), session: 1, lastId: null };
}

/** As the cookie says; undefined without one, and for what is none of ours. */
export function visitorOf(headers: Pick<Headers, 'get'>): Visitor | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const given = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return given === undefined ? undefined : parseVisitor(given);
}

/** The same as a form carries it, for browsers that keep no cookie. */
export function parseVisitor(text: string): Visitor | undefined {
  const [id = '', session = '', lastId = ''] = text.split('.');
  if (!isBase58(id, ID_LENGTH) || !/^[1-9]\d{0,3}$/.test(session)) return undefined;
  return { id, session: Number(session), lastId: isUuid(lastId) ? lastId.toLowerCase() : null };
}

export function writeVisitor({ id, session, lastId }: Visitor): string {
  return [id, session, ...(lastId === null ? [] : [lastId])].join('.');
}

export function visitorCookie(visitor: Visitor, code: string, isSecure: boolean): string {
  return `${COOKIE}=${writeVisitor(visitor)}; Path=/pay/${code}; HttpOnly; SameSite=Lax; Max-Age=${KEPT_SECONDS}${isSecure ? '; Secure' : ''}`;
}

export function nextSession(visitor: Visitor): Visitor {
  return { ...visitor, session: Math.min(visitor.session + 1, MOST_SESSIONS), lastId: null };
}

/**
 * The reference of a visitor's payment: the same for every form that they send for it, so that the database itself has
 * one payment of it (`transactions_reference`). Of a link with a reference, that one, whoever pays; a part of it begins
 * with it, where there is room.
 */
export function referenceFor(link: PaymentLink, { id, session }: Visitor): string {
  const { clientReference, code } = link;
  if (clientReference !== null && isOfOnePayment(link)) return clientReference;
  const digest = createHash('sha256').update(`${link.id} ${id} ${session}`).digest();
  const stem = clientReference !== null && clientReference.length <= LONGEST_STEM ? clientReference : code;
  return `${stem}-${base58Of(digest, REFERENCE_LENGTH)}`;
}
