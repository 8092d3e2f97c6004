import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';

const paging = { limit: limitField.default(50), cursor: cursorField.optional() };
const id = (name: string) => z.uuid(`The ${name} must be a UUID.`).optional();

export const clientAuditQuery = z.object(paging);
export const auditQuery = z.object({
  ...paging,
  user_id: id('user_id'),
  client_id: id('client_id'),
  action: z.string().max(100).optional(),
});

const NOTICED = 20;

/** A subject is named by text, and most are no person. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * What was done in and about one client's account, newest first. Of the operators' staff it names nobody, and it tells
 * nothing of what they write about a client for each other: their notes, why they suspended it, and what one of them
 * thinks of its papers before another has agreed. What the papers say is for its owners.
 */
export function listClientAuditLog(
  { client, seesPapers }: { client: Pick<Context['client'], 'id'>; seesPapers: boolean },
  query: z.output<typeof clientAuditQuery>,
) {
  return list({ ...query, client_id: client.id }, { forClient: true, seesPapers });
}

/** Of `a`: what a business handed in to go live, and what became of it. */
function aboutPapers(): Fragment {
  return sqlClient()`(a.action like 'application.%' or coalesce(a.after ->> 'kind', '') = 'application')`;
}

/** Of `a`: that an operator would approve a business's papers, or did not agree that they are. */
function amongOperators(): Fragment {
  return sqlClient()`(a.action in ('approval.requested', 'approval.rejected') and coalesce(a.after ->> 'kind', '') = 'application')`;
}

/** What operators did or asked for about a client's people, after the line `seen`, newest first. */
export async function listOperatorsDoings(clientId: string, seen: string) {
  const only = sqlClient()`
    and a.id > ${seen} and u.id is not null and u.client_id is null
    and (
      a.action = any (${['user.added', 'user.invited', 'user.enabled', 'user.disabled', 'user.role_changed', 'two_factor.reset']})
      or a.action = 'approval.requested' and a.after ->> 'kind' in ('new_person', 'password_link')
    )`;
  return (await list({ client_id: clientId, limit: NOTICED }, { forClient: true, seesPapers: false, only }))
    .data;
}

/** What everybody did, newest first; of papers only to whoever may read them. */
export function listAuditLog(query: z.output<typeof auditQuery>, { seesPapers }: { seesPapers: boolean }) {
  return list(query, { forClient: false, seesPapers });
}

async function list(
  query: z.output<typeof auditQuery>,
  { forClient, seesPapers, only }: { forClient: boolean; seesPapers: boolean; only?: Fragment },
) {
  const sql = sqlClient();
  const rows = await sql`
    select a.id, a.at, a.user_id, a.user_name, a.client_id, a.environment, a.action, a.subject_id, a.before,
           case when ${forClient} and a.action like 'client.%' then a.after - 'reason' else a.after end as after,
           a.address, u.id is not null and u.client_id is null as by_staff, s.name as subject_name
    from audit_log a
    left join users u on u.id = a.user_id
    left join users s on s.id = case when a.subject_id ~ ${UUID} then a.subject_id::uuid end
      and (s.client_id = a.client_id or not ${forClient})
    where a.id < ${query.cursor?.[0] ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}
      ${forClient ? sql`and a.action <> 'client.noted' and not ${amongOperators()}` : sql``}
      ${seesPapers ? sql`` : sql`and not ${aboutPapers()}`}
      ${only ?? sql``}
      ${query.client_id ? sql`and a.client_id = ${query.client_id}` : sql``}
      ${query.user_id ? sql`and a.user_id = ${query.user_id}` : sql``}
      ${query.action ? sql`and a.action = ${query.action}` : sql``}
    order by a.id desc limit ${query.limit + 1}`;
  const page = rows.slice(0, query.limit).map((row) => {
    const isHidden = forClient && row.by_staff;
    return {
      id: row.id as string,
      at: new Date(row.at).toISOString(),
      user:
        row.user_id === null
          ? null
          : isHidden
            ? { id: null, name: 'Kaira' }
            : { id: row.user_id, name: row.user_name },
      client_id: row.client_id as string | null,
      environment: row.environment as string | null,
      action: row.action as string,
      subject_id: row.subject_id as string | null,
      /** Where the subject is a person: what they are called now. */
      subject_name: row.subject_name as string | null,
      before: row.before as unknown,
      after: row.after as unknown,
      address: isHidden ? null : (row.address as string | null),
    };
  });
  const last = page.at(-1);
  const nextCursor = rows.length > query.limit && last ? makeCursor([last.id]) : null;
  return { status: 'success', data: page, pagination: { limit: query.limit, next_cursor: nextCursor } };
}
