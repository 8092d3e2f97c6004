import { z } from 'zod';
import { sqlClient } from '#db/client';
import { banjulDay } from '#lib/clock';
import { dayField } from '#lib/ledger/periods';
import { railDefinitions } from '#lib/rails/registry';
import { DAY_MS } from '#lib/reconciliation/statement-day';

const DAYS = 14;

export const daysQuery = z.object({
  /** The newest day that is shown; today by default. */
  until: dayField.optional(),
});

export type StatementDays = Awaited<ReturnType<typeof listDays>>;

/**
 * Two weeks of every live rail, newest day first: what our books have, whether the statement is there, what differed
 * when it was last looked at, and who closed the day.
 */
export async function listDays({ until }: z.output<typeof daysQuery>, now: Date) {
  const today = banjulDay(now);
  const newest = until === undefined || until > today ? today : until;
  const start = Date.parse(`${newest}T00:00:00Z`);
  const days = Array.from({ length: DAYS }, (_, index) => banjulDay(new Date(start - index * DAY_MS)));
  const [statements, booked] = await Promise.all([listStatements(days), countBooked(days)]);
  return {
    today,
    newer: newest === today ? null : banjulDay(new Date(start + DAYS * DAY_MS)),
    older: banjulDay(new Date(start - DAYS * DAY_MS)),
    rails: railDefinitions.map(({ traits }) => traits.provider),
    days: days.map((day) => ({
      day,
      rails: railDefinitions.map(({ traits: { provider } }) => {
        const isIt = (row: { provider: string; day: string }) => row.provider === provider && row.day === day;
        const statement = statements.find(isIt);
        return {
          provider,
          /** Completed in our books that day; those that were taken back later are among them. */
          booked: booked.find(isIt)?.count ?? 0,
          statement: statement
            ? {
                lines: statement.lines,
                differences: statement.differences,
                closed_by: statement.closed_by_name,
              }
            : null,
        };
      }),
    })),
  };
}

interface StatementRow {
  provider: string;
  day: string;
  closed_by_name: string | null;
  lines: number;
  differences: number;
}

function listStatements(days: string[]): Promise<StatementRow[]> {
  return sqlClient()<StatementRow[]>`
    select s.provider, s.day, s.closed_by_name, count(l.match)::int as lines,
           count(l.match) filter (where l.match <> 'MATCHED')::int as differences
    from rail_statements s left join rail_statement_lines l on l.provider = s.provider and l.day = s.day
    where s.day = any(${days}) group by 1, 2, 3`;
}

/** From the tallies, so that it costs the same however many payments a day had. */
function countBooked(days: string[]): Promise<{ provider: string; day: string; count: number }[]> {
  return sqlClient()<{ provider: string; day: string; count: number }[]>`
    select provider, day::text, sum(count)::int as count from (
      select t.provider, t.day, t.count from clients c cross join lateral (
        select * from tallies
        where client_id = c.id and environment = 'LIVE' and day = any(${days}::text[]::date[])
          and status in ('SUCCEEDED', 'REVERSED')
      ) t
      union all
      select provider, day, count from unfolded_tallies
      where environment = 'LIVE' and day = any(${days}::text[]::date[]) and status in ('SUCCEEDED', 'REVERSED')
    ) all_days group by 1, 2`;
}
