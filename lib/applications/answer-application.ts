import { z } from 'zod';
import { sqlClient } from '#db/client';
import {
  type ApplicationRow,
  applicationColumns,
  applicationNotFound,
  findApplication,
} from '#lib/applications/application';
import { requireActive } from '#lib/applications/require-active';
import { contentOf } from '#lib/applications/submit-application';
import { type Approval, wrongState } from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import { auditLine } from '#lib/auth/audit-log';
import { mayDo } from '#lib/auth/roles';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { proseField } from '#lib/fields';
import { isUuid } from '#lib/ids';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';

/** Of what the operator has seen. */
const versionField = z.int('The version must be a whole number.').min(1);

export const proposalRequest = z.object({ version: versionField });
export const answerRequest = z.object({ version: versionField, note: proseField(3, 1000) });

type Answer = z.output<typeof answerRequest>;

/**
 * Gives the papers back to the client with a question, or with a no and its reason; every owner reads it, and gets it by
 * e-mail. Throws `NOT_FOUND`, `FORBIDDEN`, and `INVALID_STATE` for what nobody waits for, or was changed since it was read.
 */
export async function answerApplication(
  ctx: UserContext,
  clientId: string,
  status: 'ASKED' | 'REJECTED',
  { version, note }: Answer,
): Promise<void> {
  const found = await requireReviewable(ctx, clientId);
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const message = {
    kind: 'application_answered' as const,
    event: `application_answered:${clientId}:${version}`,
    facts: { team: found.client_name, outcome: status, note },
  };
  const entry = {
    action: status === 'ASKED' ? 'application.asked' : 'application.rejected',
    ...{ clientId, subjectId: clientId, after: { note } },
  };
  const [row] = await sql<ApplicationRow[]>`
    with changed as (
      update applications set status = ${status}, note = ${note}, noted_at = ${now}, updated_at = ${now}
      where client_id = ${clientId} and status = 'SUBMITTED' and version = ${version}
      returning *
    ), noted as (${auditLine(ctx, entry, sql`from changed`)}),
    told as (${queueMessage(ctx.now(), message, peopleOf(message.kind, clientId, sql`exists (select from changed)`))})
    select ${applicationColumns()} from changed a`;
  if (row === undefined) throw await notOpen(clientId);
}

/**
 * The first of two: what was handed in would be good. Another operator decides it, under Approvals. Throws as
 * `answerApplication` does, and `INVALID_STATE` while the client is suspended.
 */
export async function proposeApplication(
  ctx: UserContext,
  clientId: string,
  { version }: z.output<typeof proposalRequest>,
): Promise<Approval> {
  const found = await requireReviewable(ctx, clientId);
  await requireActive(clientId);
  const details = { version, ...contentOf(found), submitted_by: found.submitted_by };
  const from = sqlClient()`
    update applications set status = 'PROPOSED', updated_at = ${ctx.now().toISOString()}
    where client_id = ${clientId} and status = 'SUBMITTED' and version = ${version} and ${found.version} = ${version}::int
    returning ${JSON.stringify(details)}::jsonb as details, null::uuid as key_id`;
  const approval = await ask(ctx, { clientId, kind: 'application', environment: null, from });
  if (approval === undefined) throw await notOpen(clientId);
  return approval;
}

/** A route asks for the permission as well; here it holds for whoever calls the verb. */
async function requireReviewable(ctx: UserContext, clientId: string): Promise<ApplicationRow> {
  if (ctx.clientId !== undefined || !ctx.isConfirmed || !mayDo(ctx.user.role, 'applications.review')) {
    throw new AppError('FORBIDDEN', 'Only an operator may decide on papers.');
  }
  const found = isUuid(clientId) ? await findApplication(clientId) : undefined;
  if (found === undefined || found.status === 'DRAFT') throw applicationNotFound();
  return found;
}

async function notOpen(clientId: string): Promise<AppError> {
  const found = await findApplication(clientId);
  if (found?.status === 'SUBMITTED')
    return new AppError(
      'INVALID_STATE',
      'The client has changed its papers since you opened them. Read them again.',
    );
  if (found?.status === 'PROPOSED')
    return new AppError(
      'INVALID_STATE',
      'An operator has proposed to approve these papers. Decide it under Approvals.',
    );
  if (found?.status === 'APPROVED') return wrongState('DONE');
  return new AppError('INVALID_STATE', 'These papers are with the client.');
}
