import { sqlClient } from '#db/client';
import { counted } from '#lib/browser/format';
import { banjulDay, banjulTime } from '#lib/clock';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';

const HOUR_MS = 60 * 60_000;
const HOURS = 24;
const NAMED = 10;

interface Row {
  hour: string;
  client: string | null;
  count: number;
}

/**
 * Tells operators of the live cases that no message of their own told of (db/functions/41_messages.sql) and that are open
 * still: of each hour that is over, together and once, back for a day.
 */
export async function tellOfMoreCases(now: Date): Promise<void> {
  const until = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const rows = await sqlClient()<Row[]>`
    select date_bin('1 hour', k.opened_at, 'epoch') as hour, c.name as client, count(*)::int as count
    from cases k left join clients c on c.id = k.client_id
    where k.id >= lowest_id_at(${new Date(until - HOURS * HOUR_MS).toISOString()}::timestamptz)
      and k.id < lowest_id_at(${new Date(until).toISOString()}::timestamptz)
      and k.environment = 'LIVE' and k.status = 'OPEN'
      and not exists (select from messages m where m.event = 'case_opened:' || k.id)
    group by 1, k.client_id, 2 order by 1, 3 desc, 2`;
  for (const [at, ofHour] of Map.groupBy(rows, ({ hour }) => Date.parse(hour))) {
    const kind = 'cases_opened' as const;
    const from = new Date(at);
    const facts = {
      count: String(ofHour.reduce((sum, { count }) => sum + count, 0)),
      day: banjulDay(from),
      from: banjulTime(from).slice(0, 5),
      until: banjulTime(new Date(at + HOUR_MS)).slice(0, 5),
      whose: whoseOf(ofHour),
    };
    const event = `${kind}:${from.toISOString()}`;
    await queueMessage(now, { kind, event, facts }, peopleOf(kind, null, sqlClient()`true`));
  }
}

/** `4 of Shop, 2 of no client`: those with most first. */
function whoseOf(rows: Row[]): string {
  const named = rows.slice(0, NAMED).map(({ client, count }) => `${count} of ${client ?? 'no client'}`);
  const others = rows.slice(NAMED);
  const count = others.reduce((sum, row) => sum + row.count, 0);
  if (others.length > 0) named.push(`${count} of ${counted(others.length, 'other client')}`);
  return named.join(', ');
}
