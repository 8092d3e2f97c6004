import { sqlClient } from '#db/client';
import type { LinkField, SoldItem } from '#db/schema/payment-links';
import type { Fragment } from '#lib/auth/audit-log';
import type { Context, Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import { type Bututs, formatAmount, moneyFields } from '#lib/money';
import { settings } from '#lib/settings';

/** What the code of a counter and its field are called; stored in English, where a business has not called them otherwise. */
export const counterWords = { title: 'Pay at the counter', name: 'Your name' } as const;

/** An address that anybody may pay at. */
export interface PaymentLink {
  clientId: string;
  environment: Environment;
  id: string;
  code: string;
  title: string;
  description: string | null;
  /** Null: the payer types it, between the two that follow. */
  amountBututs: Bututs | null;
  minBututs: Bututs | null;
  maxBututs: Bututs | null;
  maxPayments: number | null;
  expiresAt: Date | null;
  /** Null: all that the client can use. */
  providers: string[] | null;
  fields: LinkField[];
  successUrl: string | null;
  clientReference: string | null;
  requestHash: Buffer;
  metadata: Record<string, string>;
  isActive: boolean;
  /** It is where the customer of one collection chooses the wallet. */
  isChoice: boolean;
  /** The standing code of a counter (lib/till/counter.ts). */
  atCounter: boolean;
  /** It is where one customer pays a request (lib/payment-requests). */
  isRequest: boolean;
  /** Of a request: its amount may be paid in parts of `minBututs` or more. */
  takesParts: boolean;
  /** Of a sale at a till that has items. */
  sold: SoldItem[] | null;
  /** What the collection is called until a wallet is chosen. */
  reservedId: string | null;
  /** Who made it first, as an actor's name. */
  madeBy: string | null;
  customerName: string | null;
  customerMobile: string | null;
  errorUrl: string | null;
  scenario: string | null;
  opened: number;
  succeeded: number;
  collectedBututs: Bututs;
  createdAt: Date;
  updatedAt: Date;
}

export const linkStatuses = ['ACTIVE', 'INACTIVE', 'EXPIRED', 'COMPLETED'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

// biome-ignore lint/suspicious/noExplicitAny: the driver types no columns; linkOf is the one place that reads them.
export type LinkRow = Record<string, any>;

const bigOrNull = (text: string | null): Bututs | null => (text === null ? null : BigInt(text));

export function linkOf(row: LinkRow): PaymentLink {
  return {
    clientId: row.client_id,
    environment: row.environment,
    id: row.id,
    code: row.code,
    title: row.title,
    description: row.description,
    amountBututs: bigOrNull(row.amount_bututs),
    minBututs: bigOrNull(row.min_bututs),
    maxBututs: bigOrNull(row.max_bututs),
    maxPayments: row.max_payments,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    providers: jsonOf(row.providers),
    fields: jsonOf(row.fields),
    successUrl: row.success_url,
    clientReference: row.client_reference,
    requestHash: row.request_hash,
    metadata: jsonOf(row.metadata),
    isActive: row.is_active,
    isChoice: row.is_choice,
    atCounter: row.at_counter,
    isRequest: row.is_request,
    takesParts: row.takes_parts,
    sold: jsonOf(row.sold),
    reservedId: row.reserved_id,
    madeBy: row.made_by,
    customerName: row.customer_name,
    customerMobile: row.customer_mobile,
    errorUrl: row.error_url,
    scenario: row.scenario,
    opened: row.opened_count,
    succeeded: row.succeeded_count,
    collectedBututs: BigInt(row.collected_bututs),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

function jsonOf<T>(value: T | string): T {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

type Owner = Pick<Context, 'client' | 'environment'>;

/** Those that this client made in this environment. */
export function ownLinks(owner: Owner): Fragment {
  return sqlClient()`client_id = ${owner.client.id} and environment = ${owner.environment} and not is_choice and not is_request`;
}

/** The one at which a reference is paid, also where the client made a collection of it. */
export async function findLinkOfReference(owner: Owner, reference: string): Promise<PaymentLink | undefined> {
  const [row] = await sqlClient()<LinkRow[]>`
    select * from payment_links
    where client_id = ${owner.client.id} and environment = ${owner.environment} and client_reference = ${reference}`;
  return row && linkOf(row);
}

/** What `statusOf` says, for a search. */
export function statusIs(status: LinkStatus, now: Date): Fragment {
  const sql = sqlClient();
  const at = now.toISOString();
  const isFull = sql`(max_payments is not null and succeeded_count >= max_payments)`;
  const isOver = sql`(expires_at is not null and expires_at <= ${at})`;
  const conditions: Record<LinkStatus, Fragment> = {
    COMPLETED: isFull,
    INACTIVE: sql`not ${isFull} and not is_active`,
    EXPIRED: sql`not ${isFull} and is_active and ${isOver}`,
    ACTIVE: sql`not ${isFull} and is_active and not ${isOver}`,
  };
  return conditions[status];
}

/** Only an `ACTIVE` one takes payments; `is_link_open` in the database has the last word. */
export function statusOf(link: PaymentLink, now: Date): LinkStatus {
  const left = partLeft(link);
  const isFull =
    left === null ? link.maxPayments !== null && link.succeeded >= link.maxPayments : left === 0n;
  if (isFull) return 'COMPLETED';
  if (!link.isActive) return 'INACTIVE';
  return link.expiresAt !== null && link.expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

/** What is still to be paid of a link that is paid in parts; null: of any other. */
export function partLeft({ takesParts, amountBututs, collectedBututs }: PaymentLink): Bututs | null {
  if (!takesParts || amountBututs === null) return null;
  return amountBututs > collectedBututs ? amountBututs - collectedBututs : 0n;
}

/** All who pay there pay one payment, under the reference of the link. */
export function isOfOnePayment({ clientReference, takesParts }: PaymentLink): boolean {
  return clientReference !== null && !takesParts;
}

export function linkUrl({ code }: Pick<PaymentLink, 'code'>): string {
  return `${settings().baseUrl}/pay/${code}`;
}

export function presentPaymentLink(link: PaymentLink, now = new Date()) {
  const url = linkUrl(link);
  const amountOf = (bututs: Bututs | null) => (bututs === null ? null : formatAmount(bututs));
  return {
    id: link.id,
    code: link.code,
    url,
    qr_svg_url: `${url}/qr.svg`,
    qr_png_url: `${url}/qr.png`,
    title: link.title,
    description: link.description,
    amount: amountOf(link.amountBututs),
    min_amount: amountOf(link.minBututs),
    max_amount: amountOf(link.maxBututs),
    currency: 'GMD',
    max_payments: link.maxPayments,
    expires_at: link.expiresAt?.toISOString() ?? null,
    providers: link.providers,
    fields: link.fields,
    success_url: link.successUrl,
    client_reference: link.clientReference,
    metadata: link.metadata,
    status: statusOf(link, now),
    environment: link.environment,
    payments: { opened: link.opened, succeeded: link.succeeded },
    ...moneyFields('collected', link.collectedBututs),
    created_at: link.createdAt.toISOString(),
    updated_at: link.updatedAt.toISOString(),
  };
}

export type PresentedLink = ReturnType<typeof presentPaymentLink>;

export function linkNotFound(): AppError {
  return new AppError(
    'NOT_FOUND',
    "This key's account and environment have no payment link with that id. GET /api/v1/payment-links lists them.",
  );
}
