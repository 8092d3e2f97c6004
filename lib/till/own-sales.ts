import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import { mayDo } from '#lib/auth/roles';
import type { SessionUser } from '#lib/auth/sessions';
import { banjulDay } from '#lib/clock';
import type { CollectionRequest } from '#lib/collections/collection-request';
import { initiateCollection } from '#lib/collections/initiate-collection';
import type { Initiated } from '#lib/collections/re-offer';
import { soldText } from '#lib/collections/sold-text';
import { actorName, type Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { duplicateReference } from '#lib/transactions/request';

/** A page of the till learns of midnight within this time. */
const MIDNIGHT_MS = 5 * 60_000;

/** Who sells at a till, or looks at it. */
export type Seller = Context & { user: Pick<SessionUser, 'role'> };

/** A cashier knows of the business what they sold themselves. */
export function seesOnlyOwn({ user }: Seller): boolean {
  return !mayDo(user.role, 'business.read');
}

/**
 * Of the transactions `t`, those that this person asked for: where the customer chooses the wallet, whoever made the
 * page for it, for the customer begins the payment; else whoever began it.
 */
export function soldBy({ actor }: Context): Fragment {
  const sql = sqlClient();
  const name = actorName(actor);
  return sql`case when t.customer_chooses
    then exists (
      select from payment_links l
      where l.client_id = t.client_id and l.environment = t.environment and l.id = t.payment_link_id
        and l.is_choice and l.made_by = ${name})
    else t.payment_link_id is null and exists (
      select from transaction_changes h
      where h.client_id = t.client_id and h.transaction_id = t.id and h.sequence = 1 and h.actor = ${name})
    end`;
}

/** How each sale of a till is called, so that those of a day lie together in the index of references. */
export function tillPrefix(day: string): string {
  return `TILL-${day.replaceAll('-', '')}-`;
}

/** The id, if this person may know of the collection. Throws `TRANSACTION_NOT_FOUND`. */
export async function requireOwnSale(ctx: Seller, id = ''): Promise<string> {
  if (!seesOnlyOwn(ctx) || (isUuid(id) && (await isOwn(ctx, id)))) return id;
  throw new AppError('TRANSACTION_NOT_FOUND', 'You have made no sale with that id at this till.');
}

async function isOwn(ctx: Seller, id: string): Promise<boolean> {
  const sql = sqlClient();
  const { client, environment } = ctx;
  const [found] = await sql`
    select exists (
      select from transactions t
      where t.client_id = ${client.id} and t.environment = ${environment} and t.id = ${id} and t.type = 'collection'
        and ${soldBy(ctx)}
    ) or exists (
      -- Nobody has chosen a wallet yet.
      select from payment_links
      where client_id = ${client.id} and environment = ${environment} and reserved_id = ${id} and is_choice
        and made_by = ${actorName(ctx.actor)}
    ) as own`;
  return found?.own === true;
}

/**
 * A collection as the dashboard begins it. A cashier's is a sale of the till, so that their day has it, and never one
 * that somebody else began. Throws `FORBIDDEN`, `DUPLICATE_REFERENCE`, and what `initiateCollection` throws.
 */
export async function sell(ctx: Seller, request: CollectionRequest): Promise<Initiated> {
  if (!seesOnlyOwn(ctx)) return initiateCollection(ctx, withItems(request));
  const reference = request.client_reference;
  requireSaleOfTill(ctx, request);
  if (await isAnothers(ctx, reference)) throw duplicateReference(reference);
  const sold = await initiateCollection(ctx, withItems(request));
  // Two people may have used it at once.
  if (sold.replayed && !(await isOwn(ctx, sold.transaction.id))) throw duplicateReference(reference);
  return sold;
}

/** The business's program reads what was sold in the metadata, as its list of items calls it. */
function withItems(request: CollectionRequest): CollectionRequest {
  const { sold, metadata } = request;
  return sold === undefined ? request : { ...request, metadata: { ...metadata, items: soldText(sold) } };
}

/**
 * Of the day, so that no sale is missing from its day's sum, and with nothing that the till does not say: the payer is led
 * nowhere else, and what the business reads of the payment is not a cashier's to write. Throws `FORBIDDEN`.
 */
function requireSaleOfTill({ now }: Seller, request: CollectionRequest): void {
  const { client_reference: reference, success_url, error_url, metadata } = request;
  const isOfToday = [now(), new Date(now().getTime() - MIDNIGHT_MS)].some((at) =>
    reference.startsWith(tillPrefix(banjulDay(at))),
  );
  const isBare = success_url === undefined && error_url === undefined && Object.keys(metadata).length === 0;
  if (isOfToday && isBare && /^TILL-\d{8}-\w+$/.test(reference)) return;
  throw new AppError('FORBIDDEN', 'Your role, cashier, sells at the till only. Ask an owner of the account.');
}

async function isAnothers(ctx: Seller, reference: string): Promise<boolean> {
  const sql = sqlClient();
  const { client, environment } = ctx;
  const [found] = await sql`
    select exists (
      select from transactions t
      where t.client_id = ${client.id} and t.environment = ${environment} and t.type = 'collection'
        and t.client_reference = ${reference} and not ${soldBy(ctx)}
    ) or exists (
      select from payment_links
      where client_id = ${client.id} and environment = ${environment} and client_reference = ${reference}
        and made_by is distinct from ${actorName(ctx.actor)}
    ) as anothers`;
  return found?.anothers === true;
}
