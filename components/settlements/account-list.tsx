'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { call } from '#lib/browser/api';
import { mobile } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { SettlementDesk } from '#lib/settlements/list-settlements';
import { ApprovalState } from '../approvals/approval-state.tsx';
import { rich } from '../language/rich.tsx';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';

const AccountDialog = onDemand(async () => (await import('./account-dialog.tsx')).AccountDialog);
const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);

type Account = SettlementDesk['accounts'][number];
type Asked = { kind: 'remove'; account: Account } | { kind: 'withdraw'; approval: Approval };

interface AccountListProps {
  place: Place;
  desk: SettlementDesk;
  mayManage: boolean;
  onChanged(): void;
}

/** Where the money may go, and what waits for an operator. */
export function AccountList({ place, desk, mayManage, onChanged }: AccountListProps) {
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const act = useMutation({
    mutationFn: (what: Asked) =>
      call(
        what.kind === 'remove'
          ? `/api/dashboard/settlements/accounts/${what.account.id}/remove`
          : `/api/dashboard/approvals/${what.approval.id}/withdraw`,
        { method: 'POST', query: { environment: place.environment } },
      ),
    onSuccess: (_after, { kind }) => {
      setAsked(undefined);
      toast.success(kind === 'remove' ? t('Removed.') : t('Withdrawn.'));
    },
    onSettled: onChanged,
  });
  const ask = (what: Asked) => {
    act.reset();
    setAsked(what);
  };
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="font-semibold">{t('Your accounts')}</h2>
          <p className="mt-1 text-muted-foreground">
            {place.environment === 'LIVE'
              ? t(
                  'An operator approves each one before money goes there. One is never changed: remove it and add another.',
                )
              : t('In the sandbox an account counts at once; in live an operator approves it first.')}
          </p>
        </div>
        {mayManage && <Button onClick={() => setAdding(true)}>{t('Add an account')}</Button>}
      </div>
      {desk.accounts.length + desk.asked.length === 0 ? (
        <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">
          {t('No account yet.')}
        </p>
      ) : (
        <ul aria-label={t('Your accounts')} className="divide-y rounded-lg border">
          {desk.accounts.map((account) => (
            <li key={account.id} className="flex flex-wrap items-start justify-between gap-3 p-4">
              <div className="min-w-0">
                <p className="font-semibold break-words">{nameOf(account)}</p>
                <p className="text-[13px] text-muted-foreground">
                  {rich('{holder}, added by {name} {time}', {
                    holder: account.holder,
                    name: account.added_by,
                    time: <Time at={account.added_at} />,
                  })}
                </p>
              </div>
              {mayManage && (
                <Button
                  size="small"
                  aria-label={t('Remove {account}', { account: nameOf(account) })}
                  onClick={() => ask({ kind: 'remove', account })}
                >
                  {t('Remove')}
                </Button>
              )}
            </li>
          ))}
          {desk.asked.map((approval) => (
            <li key={approval.id} className="flex flex-wrap items-start justify-between gap-3 p-4">
              <div className="min-w-0">
                <p className="break-words">{approval.change.after.join()}</p>
                <p className="text-[13px] text-muted-foreground">
                  {rich('{state} · asked by {name} {time}', {
                    state: <ApprovalState status={approval.status} />,
                    name: approval.requested_by.name,
                    time: <Time at={approval.requested_at} />,
                  })}
                </p>
              </div>
              {mayManage && (
                <Button size="small" onClick={() => ask({ kind: 'withdraw', approval })}>
                  {t('Withdraw')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AccountDialog place={place} onClose={() => setAdding(false)} onAdded={onChanged} />}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(undefined)}
          title={
            asked.kind === 'remove'
              ? t('Remove {account}?', { account: nameOf(asked.account) })
              : t('Withdraw this request?')
          }
          description={
            asked.kind === 'remove'
              ? t(
                  'Nothing is sent there any more, and a schedule that names it stops. What is on its way already goes on.',
                )
              : t('The account is not added.')
          }
          action={asked.kind === 'remove' ? t('Remove') : t('Withdraw')}
          danger
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate(asked)}
        />
      )}
    </section>
  );
}

/** `Trust Bank 0011223344`, or `PROVIDER_W +220 701 2345`. */
export function nameOf(account: {
  bank: string | null;
  account_number: string | null;
  provider?: string | null;
  mobile?: string | null;
}): string {
  return account.bank === null
    ? `${railName(account.provider ?? '')} ${mobile(account.mobile ?? '')}`
    : `${account.bank} ${account.account_number}`;
}
