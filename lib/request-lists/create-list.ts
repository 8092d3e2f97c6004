import type { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import { countAttempt } from '#lib/auth/login-throttle';
import { actorName, type Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { type Bututs, formatAmount } from '#lib/money';
import { insertLinks } from '#lib/payment-links/create-payment-link';
import type { PaymentRequest } from '#lib/payment-requests/payment-request';
import { askInWriting, TOO_MANY_MESSAGES, writtenTo } from '#lib/payment-requests/write-to-customer';
import { type CheckedRow, checkList, type listBody } from '#lib/request-lists/check-list';

/** So many rows are named in a refusal; the check shows them all. */
const MOST_TOLD = 20;

export interface CreatedList {
  id: string;
  made: number;
  /** Rows that were requests already. */
  there: number;
}

/**
 * Makes a request of each row of a file, in one statement. Guarantee: a reference has one request, however often the
 * file is sent; a file under a name that there is adds what is missing to that list. All or nothing: with a row that is
 * bad, none is made. Throws `RATE_LIMITED` (messages to customers), `VALIDATION_ERROR`, `INVALID_STATE` (all were made already, and in no list).
 */
export async function createList(ctx: Context, body: z.output<typeof listBody>): Promise<CreatedList> {
  const rows = await checkGood(ctx, body);
  const drafts = rows.flatMap(({ draft }) => draft ?? []);
  if (drafts.some(writtenTo)) await countAttempt({ customerFiles: ctx.client.id }, TOO_MANY_MESSAGES);
  const made = drafts.length === 0 ? 0 : await insert(ctx, body.name, drafts);
  // What somebody else used a reference for at this moment is told.
  if (made < drafts.length) await checkGood(ctx, body);
  const id = await findList(ctx, body.name);
  if (id === undefined)
    throw new AppError('INVALID_STATE', 'All of these requests are there already, under another name.');
  return { id, made, there: rows.length - made };
}

async function checkGood(ctx: Context, body: z.output<typeof listBody>): Promise<CheckedRow[]> {
  const rows = await checkList(ctx, body);
  const bad = rows.filter(({ verdict }) => verdict === 'BAD').slice(0, MOST_TOLD);
  if (bad.length === 0) return rows;
  throw validationError(
    bad.map(({ line, reason }) => ({ path: 'csv', message: `Line ${line}: ${reason}`, code: 'invalid_row' })),
  );
}

async function findList({ client, environment }: Context, name: string): Promise<string | undefined> {
  const [row] = await sqlClient()`
    select id from payment_request_lists
    where client_id = ${client.id} and environment = ${environment} and name = ${name}`;
  return row?.id;
}

function insert(ctx: Context, name: string, drafts: PaymentRequest[]): Promise<number> {
  const sql = sqlClient();
  const now = ctx.now();
  const facts = drafts.map(({ link, customerEmail, sendEmail, sendSms, dueOn }) => ({
    id: link.id,
    email: customerEmail,
    send_email: sendEmail,
    send_sms: sendSms,
    due_on: dueOn,
  }));
  const sum = drafts.reduce<Bututs>((all, { link }) => all + (link.amountBututs ?? 0n), 0n);
  const entry = {
    action: 'payment_request_list.created',
    after: { name, requests: drafts.length, amount: formatAmount(sum) },
  };
  return insertLinks(
    ctx,
    drafts.map(({ link }) => link),
    sql`null`,
    sql`
      insert into payment_request_lists (client_id, environment, id, name, made_by, created_at)
      values (${ctx.client.id}, ${ctx.environment}, ${newId(now)}, ${name}, ${actorName(ctx.actor)}, ${now.toISOString()})
      on conflict (client_id, environment, name) do update set name = excluded.name
      returning id`,
    sql`
      insert into payment_requests (client_id, environment, id, customer_email, send_email, send_sms, due_on, list_id)
      select m.client_id, m.environment, m.id, f.email, f.send_email, f.send_sms, f.due_on, (select id from beside_0)
      from made m
      join jsonb_to_recordset(${JSON.stringify(facts)}::text::jsonb) as f (id uuid, email text, send_email boolean, send_sms boolean, due_on date) on f.id = m.id`,
    auditLineOfPerson(ctx, entry, sql`from (select from made limit 1) made`),
    askInWriting(ctx, drafts),
  );
}
