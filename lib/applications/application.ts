import { sqlClient } from '#db/client';
import type { applications } from '#db/schema/applications';
import type { SettlementAccountDetails } from '#db/schema/approvals';
import type { Fragment } from '#lib/auth/audit-log';
import { mayDo } from '#lib/auth/roles';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';

/** Whether somebody may know what a business's papers say: its owners, and operators whom another one has confirmed. */
export function mayReadPapers({ user, isConfirmed, clientId }: Reader): boolean {
  return clientId === undefined
    ? isConfirmed && mayDo(user.role, 'applications.review')
    : mayDo(user.role, 'application.manage');
}

export type Reader = Pick<UserContext, 'user' | 'isConfirmed' | 'clientId'>;

export type ApplicationStatus = (typeof applications.$inferSelect)['status'];

/** While it is one of these, the client writes it. */
export const writable = ['DRAFT', 'ASKED', 'REJECTED'] as const satisfies ApplicationStatus[];

/** A row of `applications` as raw SQL returns it, with the client's name and its files. */
export interface ApplicationRow {
  client_id: string;
  client_name: string;
  status: ApplicationStatus;
  version: number;
  legal_name: string | null;
  registration_number: string | null;
  tin: string | null;
  owners: string[];
  account: SettlementAccountDetails | null;
  note: string | null;
  noted_at: string | null;
  submitted_by: string | null;
  submitted_by_name: string | null;
  submitted_at: string | null;
  approved_at: string | null;
  papers: PaperRow[];
}

/** What is known of a file without its content. */
export interface PaperRow {
  id: string;
  name: string;
  type: string;
  size_bytes: number;
  sha256: string;
  added_by_name: string;
  added_at: string;
}

/** Of `a`, a row of `applications`. */
export function applicationColumns(): Fragment {
  return sqlClient()`
    a.client_id, (select name from clients where id = a.client_id) as client_name, a.status, a.version, a.legal_name,
    a.registration_number, a.tin, a.owners, a.account, a.note, a.noted_at, a.submitted_by, a.submitted_by_name, a.submitted_at,
    a.approved_at, (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size_bytes', f.size_bytes,
        'sha256', encode(f.sha256, 'hex'), 'added_by_name', f.added_by_name, 'added_at', f.added_at) order by f.id), '[]')
      from application_files f where f.client_id = a.client_id
    ) as papers`;
}

export async function findApplication(clientId: string): Promise<ApplicationRow | undefined> {
  const [row] = await sqlClient()<ApplicationRow[]>`
    select ${applicationColumns()} from applications a where a.client_id = ${clientId}`;
  return row;
}

export function presentPaper(row: PaperRow) {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    size_bytes: row.size_bytes,
    added_by: row.added_by_name,
    added_at: new Date(row.added_at).toISOString(),
  };
}

export type PresentedPaper = ReturnType<typeof presentPaper>;

/** What both sides see. To its client, what one operator would approve is still being read. */
export function presentApplication(row: ApplicationRow) {
  return {
    status: row.status === 'PROPOSED' ? ('SUBMITTED' as const) : row.status,
    version: row.version,
    legal_name: row.legal_name,
    registration_number: row.registration_number,
    tin: row.tin,
    owners: row.owners,
    account: row.account,
    /** What an operator asks, or why one said no; null otherwise. */
    note: row.status === 'ASKED' || row.status === 'REJECTED' ? row.note : null,
    submitted_by: row.submitted_by_name,
    submitted_at: toIso(row.submitted_at),
    approved_at: toIso(row.approved_at),
    files: row.papers.map(presentPaper),
  };
}

export type Application = ReturnType<typeof presentApplication>;

function toIso(time: string | null): string | null {
  return time && new Date(time).toISOString();
}

export function applicationNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This business has handed in nothing.');
}

export function paperNotFound(): AppError {
  return new AppError('NOT_FOUND', 'There is no such file.');
}

/** For whoever would write what is being read, or was approved. */
export function notWritable(status: ApplicationStatus | undefined): AppError {
  return new AppError(
    'INVALID_STATE',
    status === 'APPROVED'
      ? 'These papers were approved. Tell the operators what has changed.'
      : 'These papers are with the operators. They can be changed again if the operators ask for something.',
  );
}
