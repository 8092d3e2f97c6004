import { sqlClient } from '#db/client';
import { forgetKept } from '#lib/messages/mail-sender';
import { settings } from '#lib/settings';

/** Payments of a turn: each writes a few rows, and a turn is done within a second. */
const PAYMENTS_AT_ONCE = 200;
/** Erasures of a look. */
const AT_ONCE = 20;

/**
 * Goes on with the erasures that are due (db/functions/47_erasures.sql): those that were asked for, and what has been kept
 * for as long as `PAYERS_KEPT_DAYS` says. Any number of workers may. Returns whether more is to be done at once.
 */
export async function workErasures(now: Date): Promise<boolean> {
  const sql = sqlClient();
  const at = now.toISOString();
  const due = await sql`
    select client_id, id from erasures where run_at <= ${at} order by run_at limit ${AT_ONCE}`;
  let hasMore = due.length === AT_ONCE;
  for (const { client_id, id } of due) {
    await forgetMails(client_id, id);
    const [turn] = await sql`
      select work_erasure(${client_id}, ${id}, ${at}, make_interval(days => ${settings().PAYERS_KEPT_DAYS}), ${PAYMENTS_AT_ONCE}) as more`;
    hasMore ||= turn?.more;
  }
  return hasMore;
}

/** The files of a trial without a server of mail, before their messages are gone: whoever dies in between does it again. */
async function forgetMails(clientId: string, id: string): Promise<void> {
  const mails = await sqlClient()`
    select m.event, m.address from erasures e cross join messages_about(e) m where e.client_id = ${clientId} and e.id = ${id}`;
  for (const { event, address } of mails) await forgetKept(event, address);
}
