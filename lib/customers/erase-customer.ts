import { sqlClient } from '#db/client';
import { statusNow } from '#lib/approvals/approval';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { isOwedBack } from '#lib/clients/list-surplus';
import type { Context } from '#lib/context';
import { customerNotFound, readSpellings } from '#lib/customers/customer';
import { type Erasure, type ErasureRow, erasureOf } from '#lib/customers/erasure';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';

/**
 * Asks that what is personal of the customer with this number is erased: name, number and metadata of all that this client
 * and environment has by now, but where the law of the books wants them for a time (docs/guides/customers.md). A worker
 * does it within seconds. Guarantee: nothing that is under way, and no money, is touched. Asked again it finds what came
 * since.
 * Throws `NOT_FOUND` for what is no number, or one of which nothing is there, and `INVALID_STATE` with a sentence that says what is still open of the customer.
 */
export async function eraseCustomer(ctx: Context & UserContext, mobile: string): Promise<Erasure> {
  const sql = sqlClient();
  const now = ctx.now();
  const mobiles = readSpellings(mobile);
  await requireSomething(ctx, mobiles);
  const open = await findOpen(ctx, mobiles);
  if (open !== undefined) throw new AppError('INVALID_STATE', open);
  const id = newId(now);
  const entry = { action: 'customer.erased', subjectId: id, environment: ctx.environment };
  const [made] = await sql<ErasureRow[]>`
    with made as (
      insert into erasures (client_id, environment, id, mobiles, asked_by, asked_by_name, asked_at, run_at)
      values (${ctx.client.id}, ${ctx.environment}, ${id}, ${mobiles}, ${ctx.user.id}, ${ctx.user.name}, ${now.toISOString()}, ${now.toISOString()})
      returning *
    ), noted as (${auditLine(ctx, { ...entry, clientId: ctx.client.id }, sql`from made`)})
    select * from made`;
  return erasureOf(made as ErasureRow);
}

/** Something of the number is there, also where nobody ever paid with it. */
async function requireSomething(ctx: Context, mobiles: string[]): Promise<void> {
  const sql = sqlClient();
  const own = sql`client_id = ${ctx.client.id} and environment = ${ctx.environment}`;
  const found = await sql`
    select where exists (select from transactions where ${own} and mobile = any(${mobiles}))
      or exists (select from payment_links where ${own} and customer_mobile = any(${mobiles}))
      or exists (select from recipients where ${own} and mobile = any(${mobiles}))
      or exists (select from customer_notes where ${own} and mobile = any(${mobiles}))
      or exists (select from approvals where ${own} and details->>'recipient' = any(${mobiles}))
      or exists (
        select from payout_batch_rows r join payout_batches b on b.client_id = r.client_id and b.id = r.batch_id
        where b.client_id = ${ctx.client.id} and b.environment = ${ctx.environment} and r.mobile = any(${mobiles}))`;
  if (found.length === 0) throw customerNotFound();
}

/** What has to end first, as a sentence; undefined: nothing. */
async function findOpen(ctx: Context, mobiles: string[]): Promise<string | undefined> {
  const sql = sqlClient();
  const own = sql`client_id = ${ctx.client.id} and environment = ${ctx.environment}`;
  const [open] = await sql`
    select
      exists (select from transactions where ${own} and mobile = any(${mobiles}) and status in ('PENDING', 'AWAITING_LIQUIDITY')) as payment,
      exists (
        select from transactions t join cases c on c.transaction_id = t.id and c.status = 'OPEN'
        where t.client_id = ${ctx.client.id} and t.environment = ${ctx.environment} and t.mobile = any(${mobiles})
      ) as payment_in_doubt,
      exists (select from payment_links where ${own} and customer_mobile = any(${mobiles}) and (is_request or is_choice) and is_active
                and (succeeded_count = 0 or takes_parts and collected_bututs < amount_bututs) and (expires_at is null or expires_at > ${ctx.now().toISOString()})) as request,
      exists (select from approvals a where ${own} and details->>'recipient' = any(${mobiles}) and ${statusNow()} in ('PENDING', 'APPROVED')) as approval,
      exists (
        select from payout_batch_rows r join payout_batches b on b.client_id = r.client_id and b.id = r.batch_id
        where b.client_id = ${ctx.client.id} and b.environment = ${ctx.environment} and b.status in ('CHECKED', 'RUNNING')
          and r.mobile = any(${mobiles}) and r.status = 'READY'
      ) as file`;
  const isOwed = await isOwedBack(ctx, mobiles);
  return openThings.find(([name]) => (name === 'owed' ? isOwed : open?.[name]))?.[1];
}

const openThings = [
  ['payment', 'A payment of this customer is under way. Wait until it has ended, then erase.'],
  [
    'payment_in_doubt',
    'A payment of this customer is being looked into. Wait until that is settled, then erase.',
  ],
  [
    'request',
    'This customer is still asked to pay. Cancel the request, or wait until it is paid, then erase.',
  ],
  [
    'owed',
    'This customer has paid too much: it stands under Needs attention. Give it back, then erase, since nobody knows afterwards to which number it goes.',
  ],
  ['approval', 'A payment to this customer waits for a colleague. Have it approved or rejected, then erase.'],
  ['file', 'A file of payouts still has this number. Finish or end the file, then erase.'],
] as const;
