import { z } from 'zod';
import { sqlClient } from '#db/client';
import {
  type ApprovalRow,
  approvalColumns,
  colleagueKinds,
  isUnused,
  personKinds,
  presentApproval,
} from '#lib/approvals/approval';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { isUuid } from '#lib/ids';

export const queueQuery = z.object({
  state: z.enum(['open', 'decided'], 'The state must be "open" or "decided".').default('open'),
  client_id: z.string().refine(isUuid, 'This must be an id, a UUID.').optional(),
  limit: limitField.default(50),
  cursor: cursorField.optional(),
});

/**
 * All clients' requests that operators decide, newest first: those that wait for an operator, also one whose link is still to be shown to who
 * asked, or those that do not. What papers say is left out but for whoever may read them. The difference that is shown of an open one is that to what is in force now.
 */
export async function listQueue(
  { state, client_id, limit, cursor }: z.output<typeof queueQuery>,
  { seesPapers = false } = {},
) {
  const sql = sqlClient();
  const waits = sql`(a.status = 'PENDING' or a.status = 'APPROVED' and a.kind = any (${[...personKinds]}) and not ${isUnused()})`;
  const rows = await sql<(ApprovalRow & { allowlist_now: string[] })[]>`
    select ${approvalColumns()}, (select ip_allowlist from clients where id = a.client_id) as allowlist_now
    from approvals a
    where a.kind <> all (${[...colleagueKinds]})
      and ${state === 'open' ? sql`a.status in ('PENDING', 'APPROVED') and ${waits}` : sql`a.status <> 'PENDING' and not ${waits}`}
      ${client_id === undefined ? sql`` : sql`and a.client_id = ${client_id}`}
      ${cursor === undefined ? sql`` : sql`and a.id < ${cursor[0] as string}`}
    order by a.id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    status: 'success',
    data: page.map((row) => {
      const { change, ...approval } = presentApproval(
        state === 'open' && row.kind === 'ip_allowlist'
          ? { ...row, details: { ...row.details, previous: row.allowlist_now } }
          : row,
      );
      const isHidden = row.kind === 'application' && !seesPapers;
      return {
        ...approval,
        change: isHidden ? { before: [], after: ['the papers of the business'] } : change,
      };
    }),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}

export async function countPendingApprovals(): Promise<number> {
  const [row] = await sqlClient()`select count(*)::int as pending from approvals
    where status = 'PENDING' and kind <> all (${[...colleagueKinds]})`;
  return row?.pending;
}
