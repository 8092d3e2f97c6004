import { sqlClient } from '#db/client';
import type { RequestLine, TakenBack } from '#db/schema/payment-requests';
import type { Fragment } from '#lib/auth/audit-log';
import { mayDo } from '#lib/auth/roles';
import type { SessionUser } from '#lib/auth/sessions';
import { banjulDay } from '#lib/clock';
import { actorName, type Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { type Bututs, formatAmount, parseAmount } from '#lib/money';
import {
  type LinkRow,
  linkOf,
  linkUrl,
  type PaymentLink,
  presentPaymentLink,
} from '#lib/payment-links/payment-link';
import { presentRail } from '#lib/rails/rail-faces';

// What one customer is asked to pay: a payment link for one payment, or for the parts of one, and beside it what only a
// request has. How it stands is kept nowhere; `statusOf` and `statusIs` say it, the one of a request that is there, the other in a search.

export const requestStatuses = [
  'OPEN',
  'PARTLY_PAID',
  'OVERDUE',
  'PAID',
  'PAID_BY_HAND',
  'CANCELLED',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export interface PaymentRequest {
  link: PaymentLink;
  customerEmail: string | null;
  /** Whether the customer is written to (lib/payment-requests/write-to-customer.ts). */
  sendEmail: boolean;
  /** The same by SMS: of one with a number and no e-mail address. */
  sendSms: boolean;
  lines: RequestLine[];
  /** The last day that is in time, `YYYY-MM-DD`. */
  dueOn: string | null;
  /** By whom: a person's name, or null of a key's. */
  paidByHand: { at: Date; by: string | null; actor: string; note: string | null; bututs: Bututs } | null;
  takenBack: TakenBack[];
  cancelledAt: Date | null;
  /** What has come in: the first one first, and what was too much last. */
  payments: RequestPayment[];
}

export interface RequestPayment {
  id: string;
  provider: string;
  bututs: Bututs;
  completedAt: Date;
  overLimit: boolean;
}

/** So many of one request are told with it, the newest. */
const MOST_PAYMENTS = 100;

/** Whoever asks: a key, or a person with a role. */
export type Asker = Context & { user?: Pick<SessionUser, 'role'> };

/** The requests of this account and environment, of the links `l`; a cashier knows of those that they made. */
export function ownRequests(ctx: Asker): Fragment {
  const sql = sqlClient();
  const own = sql`l.client_id = ${ctx.client.id} and l.environment = ${ctx.environment} and l.is_request`;
  return seesOnlyOwn(ctx) ? sql`${own} and l.made_by = ${actorName(ctx.actor)}` : own;
}

export function seesOnlyOwn({ user }: Asker): boolean {
  return user !== undefined && !mayDo(user.role, 'business.read');
}

/** From where `requestOf` reads: the links `l` and the requests `r`. */
export function requestRows(): Fragment {
  return sqlClient()`
    select l.*, r.customer_email, r.send_email, r.send_sms, r.lines, r.due_on::text as due_on, r.paid_by_hand_at, r.paid_by_hand_by,
           r.paid_by_hand_note, r.paid_by_hand_bututs, r.taken_back, r.cancelled_at, u.name as paid_by_hand_name, p.payments
    from payment_requests r
    join payment_links l on l.client_id = r.client_id and l.environment = r.environment and l.id = r.id
    left join users u on u.id = substring(r.paid_by_hand_by from '^user:(.+)$')::uuid
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', n.id, 'provider', n.provider, 'bututs', n.amount_bututs::text,
        'completedAt', n.completed_at, 'overLimit', n.over_limit) order by n.over_limit, n.id) as payments
      from (
        select id, provider, amount_bututs, completed_at, over_limit from transactions t
        where t.client_id = l.client_id and t.environment = l.environment and t.payment_link_id = l.id
          and t.status = 'SUCCEEDED'
        order by t.id desc limit ${MOST_PAYMENTS}
      ) n
    ) p on l.succeeded_count > 0`;
}

const parsed = <T>(value: T | string): T => (typeof value === 'string' ? JSON.parse(value) : value);

export function requestOf(row: LinkRow): PaymentRequest {
  const payments = parsed<Record<string, string>[] | null>(row.payments) ?? [];
  return {
    link: linkOf(row),
    customerEmail: row.customer_email,
    sendEmail: row.send_email,
    sendSms: row.send_sms,
    lines: parsed(row.lines),
    dueOn: row.due_on,
    paidByHand: row.paid_by_hand_at && {
      at: new Date(row.paid_by_hand_at),
      by: row.paid_by_hand_name,
      actor: row.paid_by_hand_by,
      note: row.paid_by_hand_note,
      bututs: BigInt(row.paid_by_hand_bututs ?? row.amount_bututs),
    },
    takenBack: parsed(row.taken_back),
    cancelledAt: row.cancelled_at && new Date(row.cancelled_at),
    payments: payments.map((each) => ({
      id: each.id as string,
      provider: each.provider as string,
      bututs: BigInt(each.bututs ?? 0),
      completedAt: new Date(each.completedAt as string),
      overLimit: Boolean(each.overLimit),
    })),
  };
}

/**
 * What has come in here of what is asked for. What came beyond it is not of it, and a refund changes nothing: what a
 * business gives back, its customer is not asked for again.
 */
export function paidBututs({ link }: Pick<PaymentRequest, 'link'>): Bututs {
  const asked = link.amountBututs ?? 0n;
  return link.collectedBututs < asked ? link.collectedBututs : asked;
}

/** What the customer may still pay. */
export function leftBututs(request: PaymentRequest): Bututs {
  if (request.paidByHand || request.cancelledAt) return 0n;
  return (request.link.amountBututs ?? 0n) - paidBututs(request);
}

/** Whether the customer may still pay. */
export function isWaiting(status: RequestStatus): boolean {
  return status === 'OPEN' || status === 'PARTLY_PAID' || status === 'OVERDUE';
}

/** Money that came wins over what somebody said of it. */
export function statusOf(request: PaymentRequest, now: Date): RequestStatus {
  const paid = paidBututs(request);
  if (paid === request.link.amountBututs) return 'PAID';
  if (request.paidByHand) return 'PAID_BY_HAND';
  if (request.cancelledAt) return 'CANCELLED';
  if (request.dueOn !== null && request.dueOn < banjulDay(now)) return 'OVERDUE';
  return paid > 0n ? 'PARTLY_PAID' : 'OPEN';
}

/** That the customer may still pay, of the links `l` and the requests `r`. */
export function waits(): Fragment {
  return sqlClient()`l.collected_bututs < l.amount_bututs and r.paid_by_hand_at is null and r.cancelled_at is null`;
}

/** What `statusOf` says, for a search. */
export function statusIs(status: RequestStatus, now: Date): Fragment {
  const sql = sqlClient();
  const isPaid = sql`l.collected_bututs >= l.amount_bututs`;
  const isOver = sql`coalesce(r.due_on < ${banjulDay(now)}::date, false)`;
  const conditions: Record<RequestStatus, Fragment> = {
    PAID: isPaid,
    PAID_BY_HAND: sql`not ${isPaid} and r.paid_by_hand_at is not null`,
    CANCELLED: sql`not ${isPaid} and r.cancelled_at is not null`,
    OVERDUE: sql`${waits()} and ${isOver}`,
    PARTLY_PAID: sql`${waits()} and not ${isOver} and l.collected_bututs > 0`,
    OPEN: sql`${waits()} and not ${isOver} and l.collected_bututs = 0`,
  };
  return conditions[status];
}

export function presentPaymentRequest(request: PaymentRequest, now = new Date()) {
  const { link, paidByHand } = request;
  const payments = request.payments.map(presentPayment);
  const shown = presentPaymentLink(link, now);
  return {
    id: link.id,
    status: statusOf(request, now),
    client_reference: link.clientReference ?? link.code,
    description: link.title,
    message: link.description,
    customer_name: link.customerName,
    customer_mobile: link.customerMobile,
    customer_email: request.customerEmail,
    lines: request.lines.map((line) => ({ ...line, amount: formatAmount(lineBututs(line)) })),
    amount: formatAmount(link.amountBututs ?? 0n),
    currency: 'GMD',
    allow_part_payments: link.takesParts,
    min_part_amount: link.minBututs === null ? null : formatAmount(link.minBututs),
    paid: formatAmount(paidBututs(request)),
    left: formatAmount(leftBututs(request)),
    due_on: request.dueOn,
    send_email: request.sendEmail,
    send_sms: request.sendSms,
    code: link.code,
    url: linkUrl(link),
    qr_svg_url: shown.qr_svg_url,
    qr_png_url: shown.qr_png_url,
    metadata: link.metadata,
    payment: firstOf(payments),
    payments,
    paid_by_hand: paidByHand && {
      at: paidByHand.at.toISOString(),
      by: paidByHand.by,
      note: paidByHand.note,
      amount: formatAmount(paidByHand.bututs),
    },
    taken_back: request.takenBack.map(({ bututs, takenBackAt, takenBackBy, ...said }) => ({
      ...said,
      amount: formatAmount(BigInt(bututs)),
      taken_back_at: takenBackAt,
      taken_back_by: takenBackBy,
    })),
    cancelled_at: request.cancelledAt?.toISOString() ?? null,
    environment: link.environment,
    created_at: shown.created_at,
    updated_at: shown.updated_at,
  };
}

function presentPayment(payment: RequestPayment) {
  return {
    transaction_id: payment.id,
    ...presentRail(payment.provider),
    amount: formatAmount(payment.bututs),
    completed_at: payment.completedAt.toISOString(),
    over_limit: payment.overLimit,
  };
}

/** What paid it first, without what only a list of payments has to say. */
function firstOf([first]: ReturnType<typeof presentPayment>[]) {
  if (first === undefined) return null;
  const { over_limit: _, ...payment } = first;
  return payment;
}

export type PresentedRequest = ReturnType<typeof presentPaymentRequest>;

export function lineBututs({ quantity, unit_price }: RequestLine): Bututs {
  return BigInt(quantity) * (parseAmount(unit_price) ?? 0n);
}

export function requestNotFound(): AppError {
  return new AppError(
    'NOT_FOUND',
    'This account and environment have no request to pay with that id. GET /api/v1/payment-requests lists them.',
  );
}
