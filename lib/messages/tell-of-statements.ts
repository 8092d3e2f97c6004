import { sqlClient } from '#db/client';
import { month } from '#lib/browser/format';
import { banjulDay } from '#lib/clock';
import { audience } from '#lib/messages/audience';
import { queueMessage } from '#lib/messages/queue-message';

const DAY_MS = 24 * 60 * 60 * 1000;

/** In the first two days of a month: tells each client that had live payments in the month before of its statement, once. */
export async function tellOfStatements(now: Date): Promise<void> {
  const today = banjulDay(now);
  if (Number(today.slice(8)) > 2) return;
  const to = banjulDay(new Date(Date.parse(`${today.slice(0, 7)}-01T00:00:00Z`) - DAY_MS));
  const from = `${to.slice(0, 7)}-01`;
  const sql = sqlClient();
  const kind = 'statement_ready' as const;
  const prefix = `${kind}:${from.slice(0, 7)}:`;
  const message = {
    kind,
    event: sql`${prefix} || client`,
    facts: sql`jsonb_build_object('team', team, 'month', ${month(from)}::text, 'from', ${from}::text, 'to', ${to}::text)`,
    usefulMs: 3 * DAY_MS,
  };
  await queueMessage(
    now,
    message,
    sql`
      from (
        select c.id as client, c.name as team, p.email, p.name
        from clients c cross join lateral people_told(c.id, ${[...audience[kind].roles]}::text[], ${kind}::text) p
        where c.status = 'ACTIVE' and not exists (select from messages m where m.event = ${prefix} || c.id)
          and exists (
            select from tallies t where t.client_id = c.id and t.environment = 'LIVE'
              and t.day between ${from}::text::date and ${to}::text::date)
      ) due`,
  );
}
