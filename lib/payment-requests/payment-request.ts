import { sqlClient } from '#db/client';
import type { RequestLine } from '#db/schema/payment-requests';
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

// What one customer is asked to pay: a payment link for one payment, and beside it what only a request has. How it stands
// is kept nowhere; `statusOf` and `statusIs` say it, the one of a request that is there, the other in a search.

export const requestStatuses = ['OPEN', 'OVERDUE', 'PAID', 'PAID_BY_HAND', 'CANCELLED'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export interface PaymentRequest {
  link: PaymentLink;
  customerEmail: string | null;
  /** Whether the customer is written to (lib/payment-requests/write-to-customer.ts). */
  sendEmail: boolean;
  lines: RequestLine[];
  /** The last day that is in time, `YYYY-MM-DD`. */
  dueOn: string | null;
  /** By whom: a person's name, or null of a key's. */
  paidByHand: { at: Date; by: string | null; actor: string; note: string | null } | null;
  cancelledAt: Date | null;
  /** What paid it first. */
  payment: { id: string; provider: string; bututs: Bututs; completedAt: Date } | null;
}

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
    select l.*, r.customer_email, r.send_email, r.lines, r.due_on::text as due_on, r.paid_by_hand_at, r.paid_by_hand_by,
           r.paid_by_hand_note, r.cancelled_at, u.name as paid_by_hand_name, p.id as payment_id, p.provider as payment_provider,
           p.amount_bututs as payment_bututs, p.completed_at as payment_completed_at
    from payment_requests r
    join payment_links l on l.client_id = r.client_id and l.environment = r.environment and l.id = r.id
    left join users u on u.id = substring(r.paid_by_hand_by from '^user:(.+)$')::uuid
    left join lateral (
      select id, provider, amount_bututs, completed_at from transactions t
      where t.client_id = l.client_id and t.environment = l.environment and t.payment_link_id = l.id
        and t.status = 'SUCCEEDED'
      order by t.over_limit, t.id limit 1
    ) p on l.succeeded_count > 0`;
}

export function requestOf(row: LinkRow): PaymentRequest {
  return {
    link: linkOf(row),
    customerEmail: row.customer_email,
    sendEmail: row.send_email,
    lines: typeof row.lines === 'string' ? JSON.parse(row.lines) : row.lines,
    dueOn: row.due_on,
    paidByHand: row.paid_by_hand_at && {
      at: new Date(row.paid_by_hand_at),
      by: row.paid_by_hand_name,
      actor: row.paid_by_hand_by,
      note: row.paid_by_hand_note,
    },
    cancelledAt: row.cancelled_at && new Date(row.cancelled_at),
    payment: row.payment_id && {
      id: row.payment_id,
      provider: row.payment_provider,
      bututs: BigInt(row.payment_bututs),
      completedAt: new Date(row.payment_completed_at),
    },
  };
}

/** Money that came wins over what somebody said of it. */
export function statusOf(request: PaymentRequest, now: Date): RequestStatus {
  if (request.link.succeeded > 0) return 'PAID';
  if (request.paidByHand) return 'PAID_BY_HAND';
  if (request.cancelledAt) return 'CANCELLED';
  return request.dueOn !== null && request.dueOn < banjulDay(now) ? 'OVERDUE' : 'OPEN';
}

/** What `statusOf` says, for a search. */
export function statusIs(status: RequestStatus, now: Date): Fragment {
  const sql = sqlClient();
  const waits = sql`l.succeeded_count = 0 and r.paid_by_hand_at is null and r.cancelled_at is null`;
  const isOver = sql`coalesce(r.due_on < ${banjulDay(now)}::date, false)`;
  const conditions: Record<RequestStatus, Fragment> = {
    PAID: sql`l.succeeded_count > 0`,
    PAID_BY_HAND: sql`l.succeeded_count = 0 and r.paid_by_hand_at is not null`,
    CANCELLED: sql`l.succeeded_count = 0 and r.cancelled_at is not null`,
    OVERDUE: sql`${waits} and ${isOver}`,
    OPEN: sql`${waits} and not ${isOver}`,
  };
  return conditions[status];
}

export function presentPaymentRequest(request: PaymentRequest, now = new Date()) {
  const { link, payment, paidByHand } = request;
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
    due_on: request.dueOn,
    send_email: request.sendEmail,
    code: link.code,
    url: linkUrl(link),
    qr_svg_url: shown.qr_svg_url,
    qr_png_url: shown.qr_png_url,
    metadata: link.metadata,
    payment: payment && {
      transaction_id: payment.id,
      ...presentRail(payment.provider),
      amount: formatAmount(payment.bututs),
      completed_at: payment.completedAt.toISOString(),
    },
    paid_by_hand: paidByHand && {
      at: paidByHand.at.toISOString(),
      by: paidByHand.by,
      note: paidByHand.note,
    },
    cancelled_at: request.cancelledAt?.toISOString() ?? null,
    environment: link.environment,
    created_at: shown.created_at,
    updated_at: shown.updated_at,
  };
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
