import { z } from 'zod';
import { sqlClient } from '#db/client';
import {
  type ApplicationRow,
  type ApplicationStatus,
  applicationNotFound,
  findApplication,
  presentApplication,
} from '#lib/applications/application';
import { type ApprovalRow, approvalColumns, presentApproval } from '#lib/approvals/approval';
import { isUuid } from '#lib/ids';

/** Read at once, the longest wait first; of those that are decided, the newest. */
const LISTED = 200;

export const applicationsQuery = z.object({
  state: z
    .enum(['open', 'with_client', 'decided'], 'The state must be "open", "with_client" or "decided".')
    .default('open'),
});

type State = z.output<typeof applicationsQuery>['state'];

const statusesOf: Record<State, ApplicationStatus[]> = {
  open: ['SUBMITTED', 'PROPOSED'],
  with_client: ['ASKED', 'REJECTED'],
  decided: ['APPROVED'],
};

/** The businesses that would go live; a draft is nobody's but its client's. */
export async function listApplications({ state }: z.output<typeof applicationsQuery>) {
  const sql = sqlClient();
  const rows = await sql<
    (Pick<ApplicationRow, 'client_id' | 'client_name' | 'status' | 'legal_name' | 'submitted_at'> & {
      files: number;
    })[]
  >`
    select a.client_id, c.name as client_name, a.status, a.legal_name, a.submitted_at, a.files
    from applications a join clients c on c.id = a.client_id
    where a.status = any (${statusesOf[state]})
    order by a.submitted_at ${state === 'open' ? sql`asc` : sql`desc`}, a.client_id limit ${LISTED}`;
  return rows.map((row) => ({
    client: { id: row.client_id, name: row.client_name },
    legal_name: row.legal_name,
    status: row.status,
    files: row.files,
    submitted_at: row.submitted_at && new Date(row.submitted_at).toISOString(),
  }));
}

export type ListedApplication = Awaited<ReturnType<typeof listApplications>>[number];

/** Those that no operator has answered yet. */
export async function countSubmitted(): Promise<number> {
  const [row] =
    await sqlClient()`select count(*)::int as waiting from applications where status = 'SUBMITTED'`;
  return row?.waiting;
}

/** What an operator reads of one business, with the last proposal about it. Throws `NOT_FOUND`, also for a draft. */
export async function getApplicationAsOperator(clientId: string) {
  const row = isUuid(clientId) ? await findApplication(clientId) : undefined;
  if (row === undefined || row.submitted_at === null) throw applicationNotFound();
  const [proposal] = await sqlClient()<ApprovalRow[]>`
    select ${approvalColumns()} from approvals a
    where a.client_id = ${clientId} and a.kind = 'application' order by a.id desc limit 1`;
  return {
    ...presentApplication(row),
    client: { id: row.client_id, name: row.client_name },
    status: row.status,
    proposal: proposal ? presentApproval(proposal) : null,
  };
}

export type ReviewedApplication = Awaited<ReturnType<typeof getApplicationAsOperator>>;
