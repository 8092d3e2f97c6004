import { sqlClient } from '#db/client';
import { type Context, systemContext } from '#lib/context';
import { invariant } from '#lib/errors';
import { isUuid, timeOfId } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { findLinkOfReference, type LinkRow, linkOf, type PaymentLink } from '#lib/payment-links/payment-link';
import { CUSTOMER_CHOICE } from '#lib/rails/customer-choice';

import { commitChanges } from '#lib/transactions/advance';
import { decide } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { listAttempts } from '#lib/transactions/read';
import { hashOf } from '#lib/transactions/request';
import type { Transaction } from '#lib/transactions/transaction';

// A collection whose customer chooses the wallet is a link until that happens: a transaction has one rail for ever, and
// its seal, its history and the tallies say which. docs/guides/customer-choice.md.

const AT_ONCE = 100;

/** What a collection asks for as long as nobody has chosen its wallet, as a transaction; none is stored. */
export function unchosenOf(
  ctx: Context,
  link: PaymentLink,
  attempt = 1,
  at = timeOfId(link.reservedId ?? ''),
): Transaction {
  const { reservedId, amountBututs, clientReference } = link;
  invariant(reservedId && amountBututs !== null && clientReference !== null, 'a choice is of one collection');
  const facts = {
    clientReference,
    provider: CUSTOMER_CHOICE,
    amountBututs,
    mobile: link.customerMobile,
    customerName: link.customerName,
    successUrl: link.successUrl,
    errorUrl: link.errorUrl,
    metadata: link.metadata,
  };
  const own = {
    id: reservedId,
    attempt,
    requestHash: hashOf('collection', facts),
    commissionBps: ctx.client.commissionBps,
    paymentLinkId: link.id,
    paymentLinkCode: link.code,
    customerChooses: true,
    expiresAt: link.expiresAt,
    scenario: link.scenario,
  };
  return newTransaction(ctx, { type: 'collection', ...facts, ...own }, at);
}

/** The collection with this reference or this id, where its customer has yet to choose; it ends first if it is overdue. */
export async function findUnchosen(ctx: Context, referenceOrId: string): Promise<PaymentLink | undefined> {
  const link =
    (await findLinkOfReference(ctx, referenceOrId)) ??
    (isUuid(referenceOrId) ? await findReserved(ctx, referenceOrId) : undefined);
  if (!link?.reservedId) return undefined;
  if (!isOverdue(link, ctx.now())) return link;
  await endUnchosen(systemContext(ctx.client, ctx.environment, ctx.now), link, 'rail_expired');
  return undefined;
}

/** The newest of them, as transactions. */
export async function listUnchosen(ctx: Context, most: number): Promise<Transaction[]> {
  const rows = await sqlClient()<LinkRow[]>`
    select * from payment_links
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and reserved_id is not null and expires_at > now()
    order by reserved_id desc limit ${most}`;
  return rows.map((row) => unchosenOf(ctx, linkOf(row)));
}

export function isOverdue({ expiresAt }: PaymentLink, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

async function findReserved(ctx: Context, id: string): Promise<PaymentLink | undefined> {
  const [row] = await sqlClient()<LinkRow[]>`
    select * from payment_links
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and reserved_id = ${id}`;
  return row && linkOf(row);
}

/**
 * Guarantee: of the first choice, the end of its time and a cancellation, one is what becomes of the collection. It is
 * written once it has ended, with its event; nobody was ever asked to pay it. Undefined: another one came first.
 */
export async function endUnchosen(
  ctx: Context,
  link: PaymentLink,
  trigger: 'rail_expired' | 'cancelled_by_client',
  answer?: (ended: Transaction, attempts: Transaction[]) => unknown,
): Promise<{ transaction: Transaction; attempts: Transaction[] } | undefined> {
  const attempts = await listAttempts(ctx, 'collection', link.clientReference ?? '');
  const now = ctx.now();
  const draft = unchosenOf(ctx, link, (attempts[0]?.attempt ?? 0) + 1, now);
  const begun = decide(null, draft, { kind: 'initiated' }, now);
  invariant(!('refused' in begun), 'a collection can begin');
  const ended = decide(begun.after, begun.after, { kind: trigger }, now);
  invariant(!('refused' in ended), 'an open collection can end');
  const all = [ended.after, ...attempts];
  const committed = await commitChanges(ctx, [begun, ended], answer?.(ended.after, all));
  return committed.outcome === 'done' ? { transaction: ended.after, attempts: all } : undefined;
}

/** Whoever was asked by this attempt chooses no other wallet: its client does not want the money any more. */
export async function closeChoice(ctx: Context, { id, paymentLinkId, status }: Transaction): Promise<void> {
  if (status !== 'PENDING' && status !== 'CANCELLED') return;
  await sqlClient()`
    update payment_links l set is_active = false, updated_at = ${ctx.now().toISOString()}
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${paymentLinkId} and is_active
      -- What was offered anew since is another question.
      and reserved_id is null and not exists (
        select from transactions t where t.client_id = l.client_id and t.environment = l.environment
          and t.payment_link_id = l.id and t.id > ${id})`;
}

/** Ends those whose time is over, of everybody or of one sandbox, and says what they were called. */
export async function endOverdue(of?: { clientId: string; links: string[] }): Promise<string[]> {
  const sql = sqlClient();
  const which = of
    ? sql`l.client_id = ${of.clientId} and l.environment = 'SANDBOX' and l.id = any (${of.links}::uuid[])`
    : sql`l.expires_at <= now()`;
  const rows = await sql<LinkRow[]>`
    select l.*, c.name as client_name, c.commission_bps as client_commission_bps
    from payment_links l join clients c on c.id = l.client_id
    where l.reserved_id is not null and ${which} order by l.expires_at limit ${AT_ONCE}`;
  for (const row of rows) {
    const client = { id: row.client_id, name: row.client_name, commissionBps: row.client_commission_bps };
    await endUnchosen(systemContext(client, row.environment), linkOf(row), 'rail_expired').catch((error) =>
      log.error(
        { job: 'choices', ...describeError(error) },
        'a collection that nobody chose a wallet for was left',
      ),
    );
  }
  return rows.map(({ reserved_id }) => reserved_id);
}
