import { sqlClient } from '#db/client';
import type { approvals } from '#db/schema/approvals';
import type { Fragment } from '#lib/auth/audit-log';
import { AppError } from '#lib/errors';

type Stored = typeof approvals.$inferSelect;

/** A row of `approvals` as raw SQL returns it, with the client's name. */
export interface ApprovalRow {
  id: string;
  client_id: string;
  client_name: string;
  kind: Stored['kind'];
  environment: Stored['environment'];
  // biome-ignore lint/suspicious/noExplicitAny: its form goes with `kind`.
  details: any;
  key_id: string | null;
  status: Stored['status'];
  requested_by: string;
  requested_by_name: string;
  requested_at: string;
  decided_by_name: string | null;
  decided_at: string | null;
  reason: string | null;
  ended_at: string | null;
}

/** Of `a`, a row of `approvals`. */
export function approvalColumns(): Fragment {
  return sqlClient()`
    a.id, a.client_id, (select name from clients where id = a.client_id) as client_name, a.kind, a.environment, a.details,
    a.key_id, a.status, a.requested_by, a.requested_by_name, a.requested_at, a.decided_by_name, a.decided_at, a.reason,
    a.ended_at`;
}

/** The request that dashboards show; `change` says what is and what would be, line by line. */
export function presentApproval(row: ApprovalRow) {
  return {
    id: row.id,
    client: { id: row.client_id, name: row.client_name },
    kind: row.kind,
    environment: row.environment,
    key_id: row.key_id,
    scope: (row.details.scope ?? null) as string | null,
    overlap_hours: (row.details.overlap_hours ?? null) as number | null,
    change: changeOf(row),
    status: row.status,
    requested_by: { id: row.requested_by, name: row.requested_by_name },
    requested_at: new Date(row.requested_at).toISOString(),
    decided_by: row.decided_by_name,
    decided_at: row.decided_at && new Date(row.decided_at).toISOString(),
    reason: row.reason,
    ended_at: row.ended_at && new Date(row.ended_at).toISOString(),
  };
}

export type Approval = ReturnType<typeof presentApproval>;

function changeOf({ kind, details }: ApprovalRow): { before: string[]; after: string[] } {
  switch (kind) {
    case 'ip_allowlist':
      return { before: details.previous, after: details.allowlist };
    case 'key_rotation':
      return {
        before: [`${details.prefix}…${details.last4} (${details.scope})`],
        after: [`a new key (${details.scope})`],
      };
    case 'new_key':
      return { before: [], after: [`a new key (${details.scope})`] };
  }
}

export function approvalNotFound(): AppError {
  return new AppError('NOT_FOUND', 'There is no such request.');
}

/** For a request that is not in the state that the change needs. */
export function wrongState(status: Stored['status']): AppError {
  const sentences: Record<Stored['status'], string> = {
    PENDING: 'This request waits for an operator.',
    APPROVED: 'This request was approved already.',
    REJECTED: 'This request was rejected.',
    WITHDRAWN: 'This request was withdrawn.',
    DONE: 'This request was carried out already.',
  };
  return new AppError('INVALID_STATE', sentences[status]);
}
