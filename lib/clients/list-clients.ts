import { z } from 'zod';
import { sqlClient } from '#db/client';
import { colleagueKinds } from '#lib/approvals/approval';
import { type ClientRow, presentClient } from '#lib/clients/client-row';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { isUuid } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';

export const clientQuery = z.object({
  /** A part of the name, the phone number or an e-mail address, or the whole id. */
  q: z.string().trim().max(255).optional(),
  limit: limitField.default(50),
  cursor: cursorField.optional(),
});

/** The operators' list of clients, newest first. */
export async function listClients({ q, limit, cursor }: z.output<typeof clientQuery>) {
  const sql = sqlClient();
  const part = `%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  const found = !q
    ? sql``
    : isUuid(q)
      ? sql`and c.id = ${q}`
      : sql`and (c.name ilike ${part} or c.business_phone ilike ${part} or c.business_email ilike ${part}
          or exists (select from users u where u.client_id = c.id and u.email ilike ${part}))`;
  const rows = await sql<(ClientRow & { live_keys: number; pending_approvals: number })[]>`
    select c.*,
           (select count(*)::int from api_keys k where k.client_id = c.id and k.environment = 'LIVE' and k.revoked_at is null
              and (k.expires_at is null or k.expires_at > now())) as live_keys,
           (select count(*)::int from approvals a where a.client_id = c.id and a.status = 'PENDING' and a.kind <> all (${[...colleagueKinds]})) as pending_approvals
    from clients c
    where c.id <> ${HOUSE_CLIENT_ID} ${found} ${cursor === undefined ? sql`` : sql`and c.id < ${cursor[0] as string}`}
    order by c.id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    status: 'success',
    data: page.map((row) => ({
      ...presentClient(row),
      live_keys: row.live_keys,
      pending_approvals: row.pending_approvals,
    })),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}
