'use client';

import type { Approval } from '#lib/approvals/approval';
import { ApprovalState, approvalTitle } from '../approvals/approval-state.tsx';
import { Change } from '../approvals/change.tsx';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

interface RequestListProps {
  approvals: Approval[];
  /** Whoever asked for a key reveals it, or an owner, and nobody beyond what their role is good for. */
  mayReveal(approval: Approval): boolean;
  mayManageKeys: boolean;
  mayManageAllowlist: boolean;
  onReveal(approval: Approval): void;
  onWithdraw(approval: Approval): void;
}

/** What was asked for: the open requests with what can be done about them, and below them those that ended. */
export function RequestList({ approvals, mayReveal, onReveal, onWithdraw, ...may }: RequestListProps) {
  const open = approvals.filter(({ status }) => status === 'PENDING' || status === 'APPROVED');
  const ended = approvals.filter((each) => !open.includes(each));
  if (approvals.length === 0) return null;
  return (
    <section>
      <Heading>Requests</Heading>
      {open.length > 0 && (
        <ul className="divide-y rounded-lg border">
          {open.map((approval) => {
            const mayManage = approval.kind === 'ip_allowlist' ? may.mayManageAllowlist : may.mayManageKeys;
            return (
              <li key={approval.id} className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4">
                <div className="min-w-56 flex-1">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="font-semibold">{approvalTitle(approval)}</span>
                    <ApprovalState status={approval.status} />
                  </p>
                  <Change approval={approval} className="mt-2" />
                  <p className="mt-2 text-[13px] text-muted-foreground">
                    Asked by {approval.requested_by.name} <Time at={approval.requested_at} />
                    {approval.decided_at && (
                      <>
                        , approved <Time at={approval.decided_at} />. Reveal it within 7 days
                      </>
                    )}
                  </p>
                </div>
                {mayManage && (
                  <div className="flex gap-2">
                    <Button size="small" onClick={() => onWithdraw(approval)}>
                      Withdraw
                    </Button>
                    {approval.status === 'APPROVED' && mayReveal(approval) && (
                      <Button size="small" variant="primary" onClick={() => onReveal(approval)}>
                        Reveal the key
                      </Button>
                    )}
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {ended.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer text-[13px] text-muted-foreground hover:text-foreground">
            Earlier requests ({ended.length})
          </summary>
          <div className="mt-3">
            <Table label="Earlier requests">
              <thead>
                <tr>
                  <Th>Request</Th>
                  <Th>State</Th>
                  <Th>Asked by</Th>
                  <Th>Ended</Th>
                  <Th>Reason</Th>
                </tr>
              </thead>
              <tbody>
                {ended.map((approval) => (
                  <Tr key={approval.id}>
                    <Td>{approvalTitle(approval)}</Td>
                    <Td>
                      <ApprovalState status={approval.status} />
                    </Td>
                    <Td>{approval.requested_by.name}</Td>
                    <Td>{approval.ended_at && <Time at={approval.ended_at} />}</Td>
                    <Td className="min-w-48 py-2 whitespace-normal">{approval.reason}</Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          </div>
        </details>
      )}
    </section>
  );
}
