import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import { day, money } from '#lib/browser/format';
import { banjulDay } from '#lib/clock';
import type { Context } from '#lib/context';
import { NOBODY } from '#lib/messages/letter';
import { queueMessage } from '#lib/messages/queue-message';
import { formatAmount } from '#lib/money';
import { type PaymentRequest, waits } from '#lib/payment-requests/payment-request';

// What a customer reads of a request by e-mail, or by SMS where there is a number alone, and the business wants it: when it is made, before its day, and after it.
// Of live requests alone, once each, and nothing once it is paid or closed or its reader has stopped such messages.

const DAY_MS = 24 * 60 * 60 * 1000;
const KIND = 'payment_request' as const;
/** So long before the last day that is in time, and of one that was made as long before. */
const AHEAD_DAYS = 2;
/** What has been overdue for longer is not begun to be reminded of. */
const PAST_DAYS = 7;
/** Nobody is written to at night; hours of Banjul. */
const HOURS = { from: 8, until: 20 };

/** The e-mail address or the number that is written to; undefined where nobody is. */
export function writtenTo({ link, sendEmail, sendSms, customerEmail }: PaymentRequest): string | undefined {
  if (link.environment !== 'LIVE') return undefined;
  if (sendEmail) return customerEmail?.toLowerCase();
  return sendSms ? (link.customerMobile ?? undefined) : undefined;
}

/** Said of too many messages, before the time to wait. */
export const TOO_MANY_MESSAGES = 'Too many messages to customers: make it without one, or wait.';

/** The insert that tells customers of requests that the rows of `made` are: goes with the statement that makes them. */
export function askInWriting(ctx: Context, drafts: PaymentRequest[]): Fragment {
  const sql = sqlClient();
  const told = drafts
    .filter(writtenTo)
    .map((draft) => ({ email: writtenTo(draft), ...draft }))
    .map(({ email, link, dueOn }) => ({
      id: link.id,
      email,
      name: link.customerName ?? NOBODY,
      facts: {
        business: ctx.client.name,
        what: link.title,
        amount: money(formatAmount(link.amountBututs ?? 0n)),
        due: dueOn === null ? '' : day(dueOn),
        code: link.code,
        when: 'asked',
        rest: '',
      },
    }));
  if (told.length === 0) return sql`select`;
  const message = { kind: KIND, event: sql`'payment_request:asked:' || id`, facts: sql`facts` };
  return queueMessage(
    ctx.now(),
    { ...message, usefulMs: 2 * DAY_MS },
    sql`
      from (
        select f.* from made m
        join jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb) as f (id uuid, email text, name text, facts jsonb) on f.id = m.id
        where not ${hasStopped(sql`f.email`)}
      ) told`,
  );
}

/** Whether a message about the request at this address is still of use to its reader. */
export async function isStillAsked(code: string, address: string): Promise<boolean> {
  const sql = sqlClient();
  const [found] = await sql`
    select from payment_links l
    join payment_requests r on r.client_id = l.client_id and r.environment = l.environment and r.id = l.id
    join clients c on c.id = l.client_id and c.status = 'ACTIVE'
    where l.code = ${code} and ${waits()} and not ${hasStopped(sql`${address}::text`)}`;
  return found !== undefined;
}

/** Reminds of what is to be paid soon, and of what is overdue: once each, however often and by however many it is called. */
export async function remindCustomers(now: Date): Promise<void> {
  const hour = now.getUTCHours();
  if (hour < HOURS.from || hour >= HOURS.until) return;
  const sql = sqlClient();
  const inDays = (days: number) => banjulDay(new Date(now.getTime() + days * DAY_MS));
  const [today, soon, longAgo] = [inDays(0), inDays(AHEAD_DAYS), inDays(-PAST_DAYS)];
  const madeBefore = new Date(now.getTime() - DAY_MS).toISOString();
  await remind(
    now,
    'due',
    sql`r.due_on >= ${today}::date and r.due_on <= ${soon}::date and l.created_at < ${madeBefore}`,
  );
  // One that was made with a day that was past is not told so a second time.
  await remind(
    now,
    'overdue',
    sql`r.due_on < ${today}::date and r.due_on >= ${longAgo}::date and l.created_at < (r.due_on + 1)::timestamp at time zone 'UTC'`,
  );
}

async function remind(now: Date, when: 'due' | 'overdue', isTime: Fragment): Promise<void> {
  const sql = sqlClient();
  const prefix = `payment_request:${when}:`;
  const facts = sql`jsonb_build_object('business', business, 'what', title, 'code', code, 'when', ${when}::text,
    'amount', 'GMD ' || to_char(left_bututs / 100.0, 'FM999,999,990.00'), 'due', to_char(due_on, 'DD Mon YYYY'),
    'rest', case when left_bututs < amount_bututs then 'yes' else '' end)`;
  await queueMessage(
    now,
    { kind: KIND, event: sql`${prefix} || id`, facts, usefulMs: 2 * DAY_MS },
    sql`
      from (
        select r.id, a.address as email, coalesce(l.customer_name, ${NOBODY}::text) as name, c.name as business,
               l.title, l.code, l.amount_bututs, l.amount_bututs - l.collected_bututs as left_bututs, r.due_on
        from payment_requests r
        join payment_links l on l.client_id = r.client_id and l.environment = r.environment and l.id = r.id
        join clients c on c.id = r.client_id and c.status = 'ACTIVE'
        cross join lateral (
          select case when r.send_email then lower(r.customer_email) else l.customer_mobile end as address
        ) a
        where r.environment = 'LIVE' and (r.send_email or r.send_sms) and a.address is not null and ${waits()} and ${isTime}
          and not ${hasStopped(sql`a.address`)}
          and not exists (select from messages m where m.event = ${prefix} || r.id and m.address = a.address)
      ) told`,
  );
}

function hasStopped(address: Fragment): Fragment {
  return sqlClient()`exists (select from message_stops s where s.address = ${address} and s.kind = ${KIND})`;
}
