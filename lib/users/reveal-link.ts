import { sqlClient } from '#db/client';
import {
  type ApprovalRow,
  approvalColumns,
  approvalNotFound,
  isUnused,
  wrongState,
} from '#lib/approvals/approval';
import { accessGrant } from '#lib/auth/access-grants';
import { auditLine } from '#lib/auth/audit-log';
import { endInvitations, prepareInvitation, presentInvitation } from '#lib/auth/invitations';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { isUuid, newId } from '#lib/ids';
import { tellInvited } from '#lib/messages/tell-invited';
import { getUser } from '#lib/users/get-user';

/**
 * Makes the link of an approved request about a client's person, and the person where there is none yet, and returns
 * it: the only time that it is seen, and by nobody but the operator who asked. Throws `NOT_FOUND`, `FORBIDDEN` and
 * `INVALID_STATE`, also for an e-mail that signs in by now or a user who is disabled or has another role.
 */
export async function revealLink(ctx: UserContext, approvalId: string) {
  const request = await requireRevealable(ctx, approvalId);
  const isNew = request.kind === 'new_person';
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const { email, name, role } = request.details;
  const userId: string = isNew ? newId(ctx.now()) : request.details.user_id;
  const changed = sql`from changed`;
  const { invitation, insert } = prepareInvitation(ctx.now(), changed);
  const entry = {
    action: isNew ? 'user.added' : 'user.invited',
    clientId: request.client_id,
    subjectId: userId,
    ...(isNew && { after: { email, name, role } }),
  };
  const [row] = await sql`
    with taken as (
      update approvals a set status = 'DONE', ended_at = ${now}
      where a.client_id = ${request.client_id} and a.id = ${request.id} and a.status = 'APPROVED'
        and not ${isUnused(ctx.now())} and a.requested_by = ${ctx.user.id}
        and ${
          isNew
            ? sql`not exists (select from users where email = ${email})`
            : sql`exists (select from users where id = ${userId} and client_id = a.client_id and role = ${role} and disabled_at is null)`
        }
      returning a.client_id
    ), changed as (${
      isNew
        ? sql`
      insert into users (id, client_id, email, name, role, created_at)
      select ${userId}::uuid, client_id, ${email}::text, ${name}::text, ${role}::text, ${now}::timestamptz from taken
      on conflict (email) do nothing returning id, email, name`
        : sql`select u.id, coalesce(u.invited_as, u.email) as email, u.name from users u join taken t on t.client_id = u.client_id where u.id = ${userId} for update of u`
    }), dead as (${endInvitations(ctx.now(), changed)}), invited as (${insert}),
    told as (${tellInvited(ctx.now(), invitation, { clientId: request.client_id }, changed)}),
    kept as (${accessGrant(ctx, isNew ? 'made' : 'invited', changed)}),
    noted as (${auditLine(ctx, entry, changed)})
    select 1 from changed`;
  if (row === undefined) throw await notRevealable(ctx, approvalId);
  return { user: await getUser(request.client_id, userId), invitation: presentInvitation(invitation) };
}

async function requireRevealable(ctx: UserContext, id: string): Promise<ApprovalRow> {
  const [request] = isUuid(id)
    ? await sqlClient()<ApprovalRow[]>`
        select ${approvalColumns()} from approvals a where a.id = ${id} and a.kind in ('new_person', 'password_link')`
    : [];
  if (request === undefined) throw approvalNotFound();
  if (request.requested_by !== ctx.user.id) {
    throw new AppError('FORBIDDEN', 'Only the operator who asked for this link sees it.');
  }
  if (request.status !== 'APPROVED') throw wrongState(request.status);
  return request;
}

async function notRevealable(ctx: UserContext, id: string): Promise<AppError> {
  const { kind, details } = await requireRevealable(ctx, id);
  return new AppError(
    'INVALID_STATE',
    kind === 'new_person'
      ? `${details.email} signs in already by now. Ask for another address.`
      : 'This user is disabled or has another role by now. Ask again.',
  );
}
