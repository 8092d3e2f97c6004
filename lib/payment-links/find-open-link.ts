import { sqlClient } from '#db/client';
import { isBase58 } from '#lib/base58';
import { type ClientProfile, type Context, systemContext } from '#lib/context';
import {
  type LinkRow,
  type LinkStatus,
  linkOf,
  type PaymentLink,
  statusOf,
} from '#lib/payment-links/payment-link';

/** A link as a payer meets it, with the business that asks for the money. */
export interface MetLink {
  link: PaymentLink;
  client: ClientProfile;
  status: LinkStatus;
  ctx: Context;
}

/** By the last part of its address, of whichever client; one of a suspended client is switched off. */
export async function findLinkByCode(code: string): Promise<MetLink | undefined> {
  if (!isBase58(code, 10)) return undefined;
  const [row] = await sqlClient()<LinkRow[]>`
    select l.*, c.name as client_name, c.commission_bps as client_commission_bps, c.status as client_status
    from payment_links l join clients c on c.id = l.client_id where l.code = ${code}`;
  if (row === undefined) return undefined;
  const link = linkOf(row);
  const client = { id: row.client_id, name: row.client_name, commissionBps: row.client_commission_bps };
  const ctx = systemContext(client, link.environment);
  const status = row.client_status === 'ACTIVE' ? statusOf(link, ctx.now()) : 'INACTIVE';
  return { link, client, status, ctx };
}
