'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { call } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { later, plural, refusal, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { ListedPayments } from '#lib/payment-approvals/list-payments';
import { ApprovalState, approvalTitle } from '../approvals/approval-state.tsx';
import { rich } from '../language/rich.tsx';
import type { Place } from '../payments/environment.ts';
import { TwinNotice } from '../payouts/twin-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { ThresholdLine } from './threshold-line.tsx';
import { refreshPayments, usePayments } from './use-payments.ts';

const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);
const ReasonDialog = onDemand(async () => (await import('../admin/frame/reason-dialog.tsx')).ReasonDialog);

type Listed = ListedPayments['approvals'][number];
type Verb = 'approve' | 'reject' | 'withdraw';

interface WaitingPaymentsProps {
  place: Place;
  initial: ListedPayments;
  user: { id: string; role: string };
  mayDecide: boolean;
  mayChange: boolean;
}

/** What is above the threshold: the payments that wait for a second person, what can be done about them, and the threshold. */
export function WaitingPayments({ place, initial, user, mayDecide, mayChange }: WaitingPaymentsProps) {
  const client = useQueryClient();
  const { data } = usePayments(place, initial);
  const [asked, setAsked] = useState<{ verb: Verb; approval: Listed }>();
  const act = useMutation({
    mutationFn: ({ verb, approval, reason }: { verb: Verb; approval: Approval; reason?: string }) =>
      call<Approval>(`/api/dashboard/payment-approvals/${approval.id}/${verb}`, {
        method: 'POST',
        query: { environment: place.environment },
        ...(reason !== undefined && { body: { reason } }),
      }),
    onSuccess: (_after, { verb, approval }) => {
      setAsked(undefined);
      toast.success(doneWords[verb]({ what: approvalTitle(approval) }));
    },
    // Also when it was refused: somebody else may have decided it, and a refusal stands in the list.
    onSettled: () => refreshPayments(client),
  });
  const open = data.approvals.filter(({ status }) => status === 'PENDING' || status === 'APPROVED');
  const ended = data.approvals.filter((each) => !open.includes(each));
  const ask = (verb: Verb, approval: Listed) => {
    act.reset();
    setAsked({ verb, approval });
  };
  const close = () => setAsked(undefined);
  return (
    <section id="second-person">
      <h2 className="mb-1 text-base font-semibold">{t('Payments that wait for a second person')}</h2>
      <ThresholdLine place={place} above={data.payout_approval_above} mayChange={mayChange} />
      {open.length > 0 && (
        <ul className="mt-3 divide-y rounded-lg border">
          {open.map((approval) => (
            <li key={approval.id} className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4">
              <div className="min-w-56 flex-1">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-semibold">{approvalTitle(approval)}</span>
                  <ApprovalState status={approval.status} />
                </p>
                <What place={place} approval={approval} />
                <p className="mt-1 text-[13px] text-muted-foreground">
                  {rich('Asked by {name} {time}. It ends 7 days after that.', {
                    name: approval.requested_by.name,
                    time: <Time at={approval.requested_at} />,
                  })}
                </p>
                <Twins place={place} approval={approval} className="mt-3" />
                {approval.payment?.refusal && (
                  <Notice kind="warning" className="mt-3">
                    {t('It was approved, and could not be paid: {refusal}', {
                      refusal: refusal(approval.payment.refusal),
                    })}
                  </Notice>
                )}
              </div>
              {approval.status === 'PENDING' && (
                <Actions approval={approval} user={user} mayDecide={mayDecide} onAsk={ask} />
              )}
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && <Ended place={place} approvals={ended} />}
      {asked?.verb === 'reject' && (
        <ReasonDialog
          title={t('Reject: {what}', { what: approvalTitle(asked.approval) })}
          description={t('Nothing is paid. The reason is shown to your colleagues.')}
          action={t('Reject')}
          danger
          busy={act.isPending}
          error={act.error}
          onClose={close}
          onConfirm={(reason) => act.mutate({ ...asked, reason })}
        />
      )}
      {asked && asked.verb !== 'reject' && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && close()}
          title={t(asked.verb === 'approve' ? 'Approve: {what}?' : 'Withdraw: {what}?', {
            what: approvalTitle(asked.approval),
          })}
          description={
            asked.verb === 'approve'
              ? consequenceOf(asked.approval)
              : t('Nothing is paid. You can ask for it again.')
          }
          action={asked.verb === 'approve' ? t('Approve') : t('Withdraw')}
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate(asked)}
        >
          <What place={place} approval={asked.approval} />
          {asked.verb === 'approve' && <Twins place={place} approval={asked.approval} className="mt-3" />}
        </ConfirmDialog>
      )}
    </section>
  );
}

const doneWords = {
  approve: later('{what}: approved.'),
  reject: later('{what}: rejected.'),
  withdraw: later('{what}: withdrawn.'),
};

function consequenceOf({ kind }: Approval): string {
  if (kind === 'settlement') {
    return t('The money leaves your balance now, if there is enough, and goes to your own account.');
  }
  return kind === 'payout_approval'
    ? t('It is in force at once, in live and sandbox.')
    : t(
        'The money leaves your balance now, if balance, limits and provider allow it. Money that was sent cannot be called back from here.',
      );
}

interface ActionsProps {
  approval: Listed;
  user: { id: string; role: string };
  mayDecide: boolean;
  onAsk(verb: Verb, approval: Listed): void;
}

function Actions({ approval, user, mayDecide, onAsk }: ActionsProps) {
  const isOwn = approval.requested_by.id === user.id;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isOwn && <span className="text-[13px] text-muted-foreground">{t('Yours: a colleague decides')}</span>}
      {(isOwn || user.role === 'owner') && (
        <Button size="small" onClick={() => onAsk('withdraw', approval)}>
          {t('Withdraw')}
        </Button>
      )}
      {!isOwn && mayDecide && (
        <>
          <Button size="small" onClick={() => onAsk('reject', approval)}>
            {t('Reject')}
          </Button>
          <Button size="small" variant="primary" onClick={() => onAsk('approve', approval)}>
            {t('Approve')}
          </Button>
        </>
      )}
    </div>
  );
}

/** What speaks for its being there twice. */
function Twins({ place, approval, className }: { place: Place; approval: Listed; className: string }) {
  const { payment, twins } = approval;
  if (payment === null || (twins.paid.length === 0 && twins.waiting === 0)) return null;
  return (
    <div className={`grid gap-3 ${className}`}>
      <TwinNotice place={place} amount={payment.amount} twins={twins.paid} />
      {twins.waiting > 0 && (
        <Notice kind="warning">
          {plural(
            twins.waiting,
            {
              one: 'Another request for {amount} to this number waits as well.',
              other: '{count} more requests for {amount} to this number wait as well.',
            },
            { amount: money(payment.amount) },
          )}
        </Notice>
      )}
    </div>
  );
}

/** To whom, by which rail, under which reference. */
function What({ place, approval }: { place: Place; approval: Approval }) {
  const { payment, kind, change } = approval;
  const link = 'text-foreground underline underline-offset-4';
  if (payment === null) {
    return (
      <p className="mt-1">
        {t('From: {before}. To: {after}.', { before: change.before.join(), after: change.after.join() })}
      </p>
    );
  }
  // A settlement's rail or bank is where it goes.
  const isSettlement = kind === 'settlement';
  const by = railName(payment.provider);
  return (
    <p className="mt-1 wrap-anywhere">
      {kind === 'payout_batch' ? (
        <Link href={`${place.home}/payouts/bulk/${payment.client_reference}`} className={link}>
          {payment.recipient}
        </Link>
      ) : (
        rich('{recipient}, reference {reference}', {
          recipient:
            payment.recipient === null
              ? t('To the payer')
              : t('To {recipient}', {
                  recipient: `${isSettlement ? `${by} ` : ''}${mobile(payment.recipient)}`,
                }),
          reference:
            payment.transaction_id === null ? (
              payment.client_reference
            ) : (
              <Link href={`${place.home}/transactions/${payment.transaction_id}`} className={link}>
                {payment.client_reference}
              </Link>
            ),
        })
      )}
      {' · '}
      {isSettlement
        ? money(payment.amount)
        : t('{amount} by {provider}', { amount: money(payment.amount), provider: by })}
    </p>
  );
}

function Ended({ place, approvals }: { place: Place; approvals: Approval[] }) {
  return (
    <details className="mt-3">
      <summary className="w-fit cursor-pointer text-[13px] text-muted-foreground hover:text-foreground">
        {t('Decided before ({count})', { count: approvals.length })}
      </summary>
      <ul className="mt-3 divide-y rounded-lg border">
        {approvals.map((approval) => (
          <li key={approval.id} className="p-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">{approvalTitle(approval)}</span>
              <ApprovalState status={approval.status} />
            </p>
            <What place={place} approval={approval} />
            <p className="mt-1 text-[13px] text-muted-foreground">
              {approval.decided_by
                ? t('Asked by {name}, decided by {other}', {
                    name: approval.requested_by.name,
                    other: approval.decided_by,
                  })
                : t('Asked by {name}', { name: approval.requested_by.name })}{' '}
              {approval.ended_at && <Time at={approval.ended_at} />}
              {approval.reason && `: ${approval.reason}`}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
