import { sqlClient } from '#db/client';
import type { RequestLine } from '#db/schema/payment-requests';
import { isBase58 } from '#lib/base58';
import { type ClientProfile, type Context, systemContext } from '#lib/context';
import {
  type LinkRow,
  type LinkStatus,
  linkOf,
  type PaymentLink,
  statusOf,
} from '#lib/payment-links/payment-link';

/** What one customer is asked for, where the link is of a request to pay (lib/payment-requests). */
export interface AskedFor {
  lines: RequestLine[];
  /** `YYYY-MM-DD`. */
  dueOn: string | null;
  isPaidByHand: boolean;
  isCancelled: boolean;
}

/** A link as a payer meets it, with the business that asks for the money. */
export interface MetLink {
  link: PaymentLink;
  client: ClientProfile;
  status: LinkStatus;
  request: AskedFor | null;
  ctx: Context;
}

/** By the last part of its address, of whichever client; one of a suspended client is switched off. */
export async function findLinkByCode(code: string): Promise<MetLink | undefined> {
  if (!isBase58(code, 10)) return undefined;
  const [row] = await sqlClient()<LinkRow[]>`
    select l.*, c.name as client_name, c.commission_bps as client_commission_bps, c.status as client_status,
      r.id as request_id, r.lines, r.due_on::text as due_on, r.paid_by_hand_at, r.cancelled_at
    from payment_links l join clients c on c.id = l.client_id
    left join payment_requests r on r.client_id = l.client_id and r.environment = l.environment and r.id = l.id
    where l.code = ${code}`;
  if (row === undefined) return undefined;
  const link = linkOf(row);
  const client = { id: row.client_id, name: row.client_name, commissionBps: row.client_commission_bps };
  const ctx = systemContext(client, link.environment);
  const status = row.client_status === 'ACTIVE' ? statusOf(link, ctx.now()) : 'INACTIVE';
  return { link, client, status, request: askedFor(row), ctx };
}

function askedFor(row: LinkRow): AskedFor | null {
  if (row.request_id === null) return null;
  return {
    lines: typeof row.lines === 'string' ? JSON.parse(row.lines) : row.lines,
    dueOn: row.due_on,
    isPaidByHand: row.paid_by_hand_at !== null,
    isCancelled: row.cancelled_at !== null,
  };
}
