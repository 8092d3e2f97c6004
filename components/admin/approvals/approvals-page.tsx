'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { call, type Page } from '#lib/browser/api';
import type { WaitingConnection } from '#lib/rails/waiting-connections';
import { operatorStates } from '../../application/status-words.ts';
import { ApprovalState, approvalTitle } from '../../approvals/approval-state.tsx';
import { Change } from '../../approvals/change.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
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
      toast.success('Approved.');
    },
    // Somebody else may have decided it: then this list is old.
    onSettled: refresh,
  });
  return (
    <>
      <PageHeader title="Approvals">
        What clients and colleagues ask for. Nobody decides a request of their own.
      </PageHeader>
      <StateTabs
        current={state}
        tabs={[
          ['open', 'Waiting', '/admin/approvals'],
          ['decided', 'Decided', '/admin/approvals?state=decided'],
        ]}
      />
      {state === 'open' && <WaitingConnections list={connections} />}
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 && connections.length > 0 ? null : list.items.length === 0 ? (
        <EmptyState title={state === 'open' ? 'Nothing waits' : 'Nothing was decided yet'}>
          {state === 'open'
            ? 'What clients ask for appears here, such as new keys, and the people whom colleagues want to add.'
            : 'What was approved or rejected stays here, with who decided it and why.'}
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
                  {' · asked by '}
                  {approval.requested_by.name} <Time at={approval.requested_at} />
                </p>
                <Papers approval={approval} />
                <Change approval={approval} className="mt-3" />
                {approval.decided_at && (
                  <p className="mt-3 text-[13px] text-muted-foreground">
                    {approval.status === 'REJECTED' ? 'Rejected' : 'Approved'} by {approval.decided_by}{' '}
                    <Time at={approval.decided_at} />
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
          action="Approve"
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
    if (!isOwn) return note(`Approved: ${approval.requested_by.name} can show the link`);
    return (
      <Button size="small" variant="primary" onClick={onReveal}>
        Show the link
      </Button>
    );
  }
  if (isOwn) return note('Yours: a colleague decides');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" onClick={onReject}>
        Reject
      </Button>
      <Button size="small" variant="primary" onClick={onApprove}>
        Approve
      </Button>
    </div>
  );
}

/** Whose account it is about, and in which environment. */
function About({ approval: { kind, client, environment } }: { approval: Approval }) {
  if (kind === 'new_operator') return 'the operators’ own staff';
  if (kind === 'period_close') return 'the house’s books';
  if (kind === 'house_money') return 'the house’s money at the rails';
  const where = { LIVE: 'live', SANDBOX: 'sandbox' };
  const both = kind === 'application' ? 'live' : 'live and sandbox';
  return (
    <>
      <Link href={`/admin/clients/${client.id}`} className="text-foreground underline underline-offset-4">
        {client.name}
      </Link>
      {' · '}
      {environment === null ? both : where[environment]}
    </>
  );
}

/** Of what is about real money, where the business's papers stand, and the way to them. */
function Papers({ approval: { kind, environment, client, papers } }: { approval: Approval }) {
  if (kind !== 'application' && environment !== 'LIVE') return null;
  if (papers === null || papers === 'DRAFT') {
    return <p className="mt-1 text-[13px]">This business has handed in no papers.</p>;
  }
  return (
    <p className="mt-1 text-[13px]">
      <Link href={`/admin/applications/${client.id}`} className="underline underline-offset-4">
        Papers
      </Link>
      : {operatorStates[papers].word().toLowerCase()}
    </p>
  );
}

function isOfHouse({ kind }: Approval): boolean {
  return kind === 'new_operator' || kind === 'period_close' || kind === 'house_money';
}

function consequenceOf({ kind, house_booking: booking }: Approval): string | undefined {
  switch (kind) {
    case 'ip_allowlist':
      return 'The list is in force at once, in live and sandbox. Requests from any other address are refused.';
    case 'key_rotation':
      return 'The client can then reveal a new key, once. The present key changes only at that moment.';
    case 'new_key':
      return 'The client can then reveal the key, once. You never see it.';
    case 'new_person':
      return 'Your colleague is then shown a link, once, with which this person sets a password and signs in for the client. Make sure with the client itself that it wants this: its owners are told.';
    case 'password_link':
      return 'Your colleague is then shown a link, once, which sets a new password: whoever has it signs in as this person. Make sure with the person that they want this: the client’s owners are told.';
    case 'new_operator':
      return 'From then on they may do all that their role is good for. Make sure that you know them. What you ask for yourself in the next 30 days is decided by somebody else.';
    case 'house_money':
      return booking ? consequences[booking] : undefined;
    case 'period_close':
      return 'Nothing can be dated into this period any more, by anybody; this is never undone. What belongs to it is booked after it. The whole books are counted once more first, which takes a while.';
    case 'application':
      return 'Read the papers first. Live settlements can then be sent to the account that they name: call the client on a number that you know, and compare the account number, before you approve. Every owner is told.';
    case 'settlement_account':
      return 'The client’s balance can then be sent there. Call the client on a number that you know, and compare the account number, before you approve.';
    default:
      // What a client's own people decide is not here.
      return undefined;
  }
}
