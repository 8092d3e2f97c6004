import { sqlClient } from '#db/client';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { type Context, systemContext } from '#lib/context';
import { invariant } from '#lib/errors';
import { isUuid, timeOfId } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { findLinkOfReference, type LinkRow, linkOf, type PaymentLink } from '#lib/payment-links/payment-link';
import { textFault } from '#lib/text';
import { commitChanges } from '#lib/transactions/advance';
import { decide } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { listAttempts } from '#lib/transactions/read';
import { hashOf } from '#lib/transactions/request';
import type { Transaction } from '#lib/transactions/transaction';

// A collection whose customer chooses the wallet is a payment link of one payment until that happens. The other way, a
// transaction that begins without a rail and gets one, would need exceptions in all that holds a transaction to what it
// is about: the trigger on its columns, the leaf of its seal, the hash of its request, the tallies by rail. So the link
// keeps an id for it (`reserved_id`), under which its client knows it, and the first choice begins the transaction with
// that id; or the end does, on no rail, so that there is a history and an event. `commit_change` has the link's lock while
// it uses the id up, so one of them is written. A later choice is an attempt as any link has it.

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

/** Of this reference, whose customer has yet to choose; it ends first where its time is over. */
export async function findUnchosen(ctx: Context, reference: string): Promise<PaymentLink | undefined> {
  // As of any look-up: PostgreSQL would refuse a NUL with an error.
  if (textFault(reference, { max: 255 }) !== undefined) return undefined;
  return unlessOverdue(ctx, await findLinkOfReference(ctx, reference));
}

/** The same by the id that its client knows. */
export async function findUnchosenById(ctx: Context, id: string): Promise<PaymentLink | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await sqlClient()<LinkRow[]>`
    select * from payment_links
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and reserved_id = ${id}`;
  return unlessOverdue(ctx, row && linkOf(row));
}

async function unlessOverdue(ctx: Context, link: PaymentLink | undefined): Promise<PaymentLink | undefined> {
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

/**
 * Whoever was asked by this attempt chooses no other wallet: its client does not want the money any more. Whether somebody
 * could have.
 */
export async function closeChoice(
  ctx: Context,
  { id, paymentLinkId, status }: Transaction,
): Promise<boolean> {
  if (status === 'SUCCEEDED') return false;
  const closed = await sqlClient()`
    update payment_links l set is_active = false, updated_at = ${ctx.now().toISOString()}
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${paymentLinkId}
      and is_active and expires_at > now() and succeeded_count = 0
      -- What was offered anew since is another question.
      and reserved_id is null and not exists (
        select from transactions t where t.client_id = l.client_id and t.environment = l.environment
          and t.payment_link_id = l.id and t.id > ${id})
    returning 1`;
  return closed.length > 0;
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
