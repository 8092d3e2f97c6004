import { sqlClient } from '#db/client';
import {
  type Application,
  type ApplicationRow,
  applicationColumns,
  findApplication,
  notWritable,
  presentApplication,
  writable,
} from '#lib/applications/application';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError, type FieldFault } from '#lib/errors';
import { validationError } from '#lib/http/respond';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';

/**
 * Hands to the operators what was saved last; from then on it does not change until they answer. Throws
 * `VALIDATION_ERROR` for what is missing, all at once, and `INVALID_STATE`.
 */
export async function submitApplication(ctx: Context & UserContext): Promise<Application> {
  const found = await findApplication(ctx.client.id);
  if (found && !(writable as readonly string[]).includes(found.status)) throw notWritable(found.status);
  const faults = faultsOf(found);
  if (found === undefined || faults.length > 0) throw validationError(faults);
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const message = {
    kind: 'application_submitted' as const,
    event: `application_submitted:${ctx.client.id}:${found.version + 1}`,
    facts: { client: ctx.client.id, team: ctx.client.name },
  };
  const entry = { action: 'application.submitted', subjectId: ctx.client.id, after: contentOf(found) };
  const [row] = await sql<ApplicationRow[]>`
    with changed as (
      update applications
      set status = 'SUBMITTED', version = version + 1, submitted_by = ${ctx.user.id}, submitted_by_name = ${ctx.user.name},
          submitted_at = ${now}, updated_at = ${now}
      where client_id = ${ctx.client.id} and version = ${found.version} and status = any (${[...writable]})
      returning *
    ), noted as (${auditLine(ctx, entry, sql`from changed`)}),
    told as (${queueMessage(ctx.now(), message, peopleOf(message.kind, null, sql`exists (select from changed)`))})
    select ${applicationColumns()} from changed a`;
  if (row === undefined)
    throw new AppError('INVALID_STATE', 'This was changed in the meantime. Look at it and hand it in again.');
  return presentApplication(row);
}

/** What an operator decides on, and the audit log keeps. */
export function contentOf(row: ApplicationRow) {
  const { legal_name, registration_number, tin, owners, account, papers } = row;
  const files = papers.map(({ name, sha256 }) => ({ name, sha256 }));
  return { legal_name, registration_number, tin, owners, account, files };
}

function faultsOf(found: ApplicationRow | undefined): FieldFault[] {
  const missing: [path: string, isThere: boolean, message: string][] = [
    ['legal_name', found?.legal_name != null, 'Write the name as it is registered.'],
    ['registration_number', found?.registration_number != null, 'Write the number of the registration.'],
    ['tin', found?.tin != null, 'Write the tax identification number.'],
    ['owners', (found?.owners.length ?? 0) > 0, 'Name at least one person who owns the business.'],
    ['account', found?.account != null, 'Say where your money is to go: a bank account or a wallet.'],
    [
      'files',
      (found?.papers.length ?? 0) > 0,
      'Add at least one paper, such as the certificate of registration.',
    ],
  ];
  return missing
    .filter(([, isThere]) => !isThere)
    .map(([path, , message]) => ({ path, message, code: 'missing' }));
}
