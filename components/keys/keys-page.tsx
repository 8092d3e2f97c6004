'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { Key } from '#lib/keys/key';
import { PageHeader } from '../frame/page-header.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/feedback.tsx';
import { Heading } from '../ui/heading.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { toast } from '../ui/toast.tsx';
import { AllowlistSection } from './allowlist-section.tsx';
import { KeyTable } from './key-table.tsx';
import { RequestList } from './request-list.tsx';

const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);
const AskForKeyDialog = onDemand(async () => (await import('./ask-for-key-dialog.tsx')).AskForKeyDialog);
const RevealDialog = onDemand(async () => (await import('./reveal-dialog.tsx')).RevealDialog);
const RotateDialog = onDemand(async () => (await import('./rotate-dialog.tsx')).RotateDialog);

interface KeysPageProps {
  environment: 'SANDBOX' | 'LIVE';
  initial: { keys: Key[]; approvals: Approval[]; allowlist: string[] };
  mayManageKeys: boolean;
  mayManageAllowlist: boolean;
  userId: string;
  isOwner: boolean;
  /** What a key of this person's may be good for, here. */
  scopes: Key['scope'][];
}

/** While something waits for an operator, or for a reveal by somebody else. */
const WATCH_MS = 5_000;

export function KeysPage({
  environment,
  initial,
  mayManageKeys,
  mayManageAllowlist,
  ...person
}: KeysPageProps) {
  const { userId, isOwner, scopes } = person;
  const query = { environment };
  const queries = useQueryClient();
  const keys = useQuery({
    queryKey: ['keys', environment],
    queryFn: ({ signal }) => call<Key[]>('/api/dashboard/keys', { query, signal }),
    initialData: initial.keys,
    refetchInterval: 15_000,
  });
  const approvals = useQuery({
    queryKey: ['approvals', environment],
    queryFn: ({ signal }) => call<Approval[]>('/api/dashboard/approvals', { query, signal }),
    initialData: initial.approvals,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? WATCH_MS : false),
  });
  const allowlist = useQuery({
    queryKey: ['ip-allowlist'],
    queryFn: ({ signal }) => call<string[]>('/api/dashboard/ip-allowlist', { query, signal }),
    initialData: initial.allowlist,
    refetchInterval: () => (approvals.data.some(isOpen) ? WATCH_MS : false),
  });
  const refresh = () =>
    Promise.all(
      ['keys', 'approvals', 'ip-allowlist'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );

  const [asking, setAsking] = useState(false);
  const [rotating, setRotating] = useState<Key>();
  const [revoking, setRevoking] = useState<Key>();
  const [revealing, setRevealing] = useState<Approval>();
  const [withdrawing, setWithdrawing] = useState<Approval>();

  const revoke = useMutation({
    mutationFn: (key: Key) => call(`/api/dashboard/keys/${key.id}/revoke`, { method: 'POST', query }),
    onSuccess: () => {
      setRevoking(undefined);
      toast.success(t('The key was revoked.'));
      return refresh();
    },
  });
  const withdraw = useMutation({
    mutationFn: (approval: Approval) =>
      call(`/api/dashboard/approvals/${approval.id}/withdraw`, { method: 'POST', query }),
    onSuccess: () => {
      setWithdrawing(undefined);
      toast.success(t('The request was withdrawn.'));
      return refresh();
    },
  });
  const asked = () => {
    toast.success(t('The request was sent. An operator will decide it.'));
    return refresh();
  };

  const failed = keys.error ?? approvals.error ?? allowlist.error;
  return (
    <>
      <PageHeader
        title={t('API keys')}
        action={
          mayManageKeys && (
            <Button variant="primary" onClick={() => setAsking(true)}>
              {newKeyLabel(environment)}
            </Button>
          )
        }
      >
        {environment === 'LIVE'
          ? t('Your live keys. Operators of Kaira approve new ones.')
          : t('Your test keys, for the sandbox. A new one works at once.')}
      </PageHeader>
      {failed && <ErrorState error={failed} onRetry={refresh} />}
      <div className="grid grid-cols-1 gap-10">
        <RequestList
          approvals={approvals.data}
          mayManageKeys={mayManageKeys}
          mayManageAllowlist={mayManageAllowlist}
          mayReveal={({ requested_by, scope }) =>
            (isOwner || requested_by.id === userId) && scopes.some((each) => each === scope)
          }
          onReveal={setRevealing}
          onWithdraw={(approval) => {
            withdraw.reset();
            setWithdrawing(approval);
          }}
        />
        <section>
          <Heading>{t('Keys')}</Heading>
          <KeyTable
            keys={keys.data}
            approvals={approvals.data}
            mayManage={mayManageKeys}
            scopes={scopes}
            onRotate={setRotating}
            onRevoke={(key) => {
              revoke.reset();
              setRevoking(key);
            }}
            newKeyLabel={newKeyLabel(environment)}
            onAsk={() => setAsking(true)}
          />
        </section>
        <AllowlistSection
          allowlist={allowlist.data}
          pending={approvals.data.find((each) => each.kind === 'ip_allowlist' && each.status === 'PENDING')}
          mayManage={mayManageAllowlist}
          query={query}
          onAsked={asked}
        />
      </div>

      {asking && (
        <AskForKeyDialog
          query={query}
          scopes={scopes}
          onClose={() => setAsking(false)}
          onAsked={asked}
          onMade={refresh}
        />
      )}
      {rotating && (
        <RotateDialog
          key={rotating.id}
          apiKey={rotating}
          query={query}
          onClose={() => setRotating(undefined)}
          onAsked={asked}
        />
      )}
      {revealing && (
        <RevealDialog
          approval={revealing}
          query={query}
          onClose={() => setRevealing(undefined)}
          onRevealed={refresh}
        />
      )}
      {revoking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setRevoking(undefined)}
          title={t('Revoke {prefix}…{last4}?', { prefix: revoking.prefix, last4: revoking.last4 })}
          description={t(
            'Every request with this key is refused from the next moment on, for good. Payments that are under way go on. Without another key your integration stops.',
          )}
          action={t('Revoke the key')}
          danger
          busy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(revoking)}
        />
      )}
      {withdrawing && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setWithdrawing(undefined)}
          title={t('Withdraw this request?')}
          description={t('Nothing changes for your keys. You can ask again at any time.')}
          action={t('Withdraw the request')}
          busy={withdraw.isPending}
          error={withdraw.error}
          onConfirm={() => withdraw.mutate(withdrawing)}
        />
      )}
    </>
  );
}

const newKeyLabel = (environment: 'SANDBOX' | 'LIVE') =>
  environment === 'LIVE' ? t('Ask for a new key') : t('Make a test key');

export function isOpen({ status }: Approval): boolean {
  return status === 'PENDING' || status === 'APPROVED';
}
