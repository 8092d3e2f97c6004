'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { call, type Page } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { WaitingConnection } from '#lib/rails/waiting-connections';
import { operatorStates } from '../../application/status-words.ts';
import { ApprovalState, approvalTitle } from '../../approvals/approval-state.tsx';
import { Change } from '../../approvals/change.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { rich } from '../../language/rich.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { ShowMore } from '../frame/show-more.tsx';
import { StateTabs } from '../frame/state-tabs.tsx';
import { usePages } from '../frame/use-pages.ts';
import { consequences } from './house-consequences.ts';
import { WaitingConnections } from './waiting-connections.tsx';

const ConfirmDialog = onDemand(async () => (await import('../../ui/dialog.tsx')).ConfirmDialog);
const LinkDialog = onDemand(async () => (await import('./link-dialog.tsx')).LinkDialog);
const RejectDialog = onDemand(async () => (await import('./reject-dialog.tsx')).RejectDialog);

const path = '/api/admin/approvals';

interface ApprovalsPageProps {
  state: 'open' | 'decided';
  initial: Page<Approval>;
  connections: WaitingConnection[];
  userId: string;
  mayDecide: boolean;
}

export function ApprovalsPage({ state, initial, connections, userId, mayDecide }: ApprovalsPageProps) {
  const list = usePages(path, { state }, initial);
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [path] });
  const [approving, setApproving] = useState<Approval>();
  const [rejecting, setRejecting] = useState<Approval>();
  const [revealing, setRevealing] = useState<Approval>();
  const approve = useMutation({
    mutationFn: ({ id }: Approval) => call(`${path}/${id}/approve`, { method: 'POST' }),
    onSuccess: () => {
      setApproving(undefined);
      toast.success(t('Approved.'));
    },
    // Somebody else may have decided it: then this list is old.
    onSettled: refresh,
  });
  return (
    <>
      <PageHeader title={t('Approvals')}>
        {t('What clients and colleagues ask for. Nobody decides a request of their own.')}
      </PageHeader>
      <StateTabs
        current={state}
        tabs={[
          ['open', t('Waiting|for somebody'), '/admin/approvals'],
          ['decided', t('Decided'), '/admin/approvals?state=decided'],
        ]}
      />
      {state === 'open' && <WaitingConnections list={connections} />}
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 && connections.length > 0 ? null : list.items.length === 0 ? (
        <EmptyState title={state === 'open' ? t('Nothing waits') : t('Nothing was decided yet')}>
          {state === 'open'
            ? t(
                'What clients ask for appears here, such as new keys, and the people whom colleagues want to add.',
              )
            : t('What was approved or rejected stays here, with who decided it and why.')}
        </EmptyState>
      ) : (
        <ul className="divide-y rounded-lg border">
          {list.items.map((approval) => (
            <li key={approval.id} className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4">
              <div className="min-w-60 flex-1">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-semibold">{approvalTitle(approval)}</span>
                  {state === 'decided' && <ApprovalState status={approval.status} />}
                </p>
                <p className="mt-1 text-[13px] text-muted-foreground">
                  <About approval={approval} />
                  {' · '}
                  {rich('asked by {name} {time}', {
                    name: approval.requested_by.name,
                    time: <Time at={approval.requested_at} />,
                  })}
                </p>
                <Papers approval={approval} />
                <Change approval={approval} className="mt-3" />
                {approval.decided_at && (
                  <p className="mt-3 text-[13px] text-muted-foreground">
                    {rich(
                      approval.status === 'REJECTED'
                        ? 'Rejected by {name} {time}'
                        : 'Approved by {name} {time}',
                      {
                        name: approval.decided_by,
                        time: <Time at={approval.decided_at} />,
                      },
                    )}
                    {approval.reason && <>: {approval.reason}</>}
                  </p>
                )}
              </div>
              {state === 'open' && (
                <Actions
                  approval={approval}
                  userId={userId}
                  mayDecide={mayDecide}
                  onReveal={() => setRevealing(approval)}
                  onReject={() => setRejecting(approval)}
                  onApprove={() => {
                    approve.reset();
                    setApproving(approval);
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} />
      {approving && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setApproving(undefined)}
          title={
            isOfHouse(approving)
              ? approvalTitle(approving)
              : `${approvalTitle(approving)} – ${approving.client.name}`
          }
          description={consequenceOf(approving)}
          action={t('Approve')}
          busy={approve.isPending}
          error={approve.error}
          onConfirm={() => approve.mutate(approving)}
        >
          <Change approval={approving} className="mt-4 rounded-md border p-3" />
        </ConfirmDialog>
      )}
      {revealing && (
        <LinkDialog approval={revealing} onClose={() => setRevealing(undefined)} onSettled={refresh} />
      )}
      {rejecting && (
        <RejectDialog approval={rejecting} onClose={() => setRejecting(undefined)} onSettled={refresh} />
      )}
    </>
  );
}

interface ActionsProps {
  approval: Approval;
  userId: string;
  mayDecide: boolean;
  onReveal(): void;
  onReject(): void;
  onApprove(): void;
}

/** What this operator can do about an open request. */
function Actions({ approval, userId, mayDecide, onReveal, onReject, onApprove }: ActionsProps) {
  if (!mayDecide) return null;
  const isOwn = approval.requested_by.id === userId;
  const note = (text: string) => <span className="text-[13px] text-muted-foreground">{text}</span>;
  if (approval.status === 'APPROVED') {
    if (!isOwn) return note(t('Approved: {name} can show the link', { name: approval.requested_by.name }));
    return (
      <Button size="small" variant="primary" onClick={onReveal}>
        {t('Show the link')}
      </Button>
    );
  }
  if (isOwn) return note(t('Yours: a colleague decides'));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" onClick={onReject}>
        {t('Reject')}
      </Button>
      <Button size="small" variant="primary" onClick={onApprove}>
        {t('Approve')}
      </Button>
    </div>
  );
}

/** Whose account it is about, and in which environment. */
function About({ approval: { kind, client, environment } }: { approval: Approval }) {
  if (kind === 'new_operator') return t('the operators’ own staff');
  if (kind === 'period_close') return t('the house’s books');
  if (kind === 'house_money') return t('the house’s money at the rails');
  const isLive = environment === 'LIVE' || (environment === null && kind === 'application');
  return (
    <>
      <Link href={`/admin/clients/${client.id}`} className="text-foreground underline underline-offset-4">
        {client.name}
      </Link>
      {' · '}
      {isLive ? t('live') : environment === null ? t('live and sandbox') : t('sandbox')}
    </>
  );
}

/** Of what is about real money, where the business's papers stand, and the way to them. */
function Papers({ approval: { kind, environment, client, papers } }: { approval: Approval }) {
  if (kind !== 'application' && environment !== 'LIVE') return null;
  if (papers === null || papers === 'DRAFT') {
    return <p className="mt-1 text-[13px]">{t('This business has handed in no papers.')}</p>;
  }
  return (
    <p className="mt-1 text-[13px]">
      {rich('{papers}: {state}', {
        papers: (
          <Link href={`/admin/applications/${client.id}`} className="underline underline-offset-4">
            {t('Papers')}
          </Link>
        ),
        state: operatorStates[papers].word().toLowerCase(),
      })}
    </p>
  );
}

function isOfHouse({ kind }: Approval): boolean {
  return kind === 'new_operator' || kind === 'period_close' || kind === 'house_money';
}

function consequenceOf({ kind, house_booking: booking }: Approval): string | undefined {
  switch (kind) {
    case 'ip_allowlist':
      return t(
        'The list is in force at once, in live and sandbox. Requests from any other address are refused.',
      );
    case 'key_rotation':
      return t('The client can then reveal a new key, once. The present key changes only at that moment.');
    case 'new_key':
      return t('The client can then reveal the key, once. You never see it.');
    case 'new_person':
      return t(
        'Your colleague is then shown a link, once, with which this person sets a password and signs in for the client. Make sure with the client itself that it wants this: its owners are told.',
      );
    case 'password_link':
      return t(
        'Your colleague is then shown a link, once, which sets a new password: whoever has it signs in as this person. Make sure with the person that they want this: the client’s owners are told.',
      );
    case 'new_operator':
      return t(
        'From then on they may do all that their role is good for. Make sure that you know them. What you ask for yourself in the next 30 days is decided by somebody else.',
      );
    case 'house_money':
      return booking ? consequences[booking]() : undefined;
    case 'period_close':
      return t(
        'Nothing can be dated into this period any more, by anybody; this is never undone. What belongs to it is booked after it. The whole books are counted once more first, which takes a while.',
      );
    case 'application':
      return t(
        'Read the papers first. Live settlements can then be sent to the account that they name: call the client on a number that you know, and compare the account number, before you approve. Every owner is told.',
      );
    case 'settlement_account':
      return t(
        'The client’s balance can then be sent there. Call the client on a number that you know, and compare the account number, before you approve.',
      );
    default:
      // What a client's own people decide is not here.
      return undefined;
  }
}
