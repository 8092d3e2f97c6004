'use client';

import type { Approval } from '#lib/approvals/approval';
import { t } from '#lib/browser/language/words';
import { ApprovalState, approvalTitle } from '../approvals/approval-state.tsx';
import { Change } from '../approvals/change.tsx';
import { rich } from '../language/rich.tsx';
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
      <Heading>{t('Requests')}</Heading>
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
                    {rich('Asked by {name} {time}', {
                      name: approval.requested_by.name,
                      time: <Time at={approval.requested_at} />,
                    })}
                    {approval.decided_at &&
                      rich(', approved {time}. Reveal it within 7 days', {
                        time: <Time at={approval.decided_at} />,
                      })}
                  </p>
                </div>
                {mayManage && (
                  <div className="flex gap-2">
                    <Button size="small" onClick={() => onWithdraw(approval)}>
                      {t('Withdraw')}
                    </Button>
                    {approval.status === 'APPROVED' && mayReveal(approval) && (
                      <Button size="small" variant="primary" onClick={() => onReveal(approval)}>
                        {t('Reveal the key')}
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
            {t('Earlier requests ({count})', { count: ended.length })}
          </summary>
          <div className="mt-3">
            <Table label={t('Earlier requests')}>
              <thead>
                <tr>
                  <Th>{t('Request')}</Th>
                  <Th>{t('State')}</Th>
                  <Th>{t('Asked by')}</Th>
                  <Th>{t('Ended')}</Th>
                  <Th>{t('Reason')}</Th>
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
