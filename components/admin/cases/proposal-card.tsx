'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { difference, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { CaseDetail } from '#lib/cases/get-case';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Adjustment, consequenceOf, proposalOf, settlingOf } from './settlement-words.ts';

const ConfirmDialog = onDemand(async () => (await import('../../ui/dialog.tsx')).ConfirmDialog);
const RejectSettlementDialog = onDemand(
  async () => (await import('./reject-settlement-dialog.tsx')).RejectSettlementDialog,
);

interface ProposalCardProps {
  path: string;
  detail: CaseDetail;
  isOwn: boolean;
  maySettle: boolean;
  onSettled(): void;
}

/** What somebody proposes, with the evidence, for somebody else to say yes or no to. */
export function ProposalCard({ path, detail, isOwn, maySettle, onSettled }: ProposalCardProps) {
  const { proposal, transaction, client } = detail;
  const [asking, setAsking] = useState<'confirm' | 'reject'>();
  const proposedAt = proposal?.proposed_at ?? '';
  const decide = useMutation({
    mutationFn: (verb: 'confirm' | 'withdraw') =>
      call<CaseDetail>(`${path}/${verb}`, { method: 'POST', body: { proposed_at: proposedAt } }),
    onSuccess: (_after, verb) => {
      setAsking(undefined);
      toast.success(verb === 'confirm' ? t('Settled and booked.') : t('Withdrawn.'));
    },
    onSettled,
  });
  if (proposal === null || transaction === null) return null;
  const title = settlingOf(proposal, transaction);
  const { adjustment } = proposal;
  return (
    <section aria-label={t('Proposed settlement')} className="mb-8 rounded-lg border border-pending/50 p-4">
      <p className="font-semibold">
        {t('{name} proposes: {proposal}', {
          name: proposal.proposed_by.name ?? '',
          proposal: proposalOf(proposal, transaction),
        })}
      </p>
      <p className="text-[13px] text-muted-foreground">
        <Time at={proposedAt} />
      </p>
      <Facts isLong className="mt-3">
        {adjustment && <AdjustmentFacts adjustment={adjustment} client={client?.name} />}
        <Fact name={t('Rail reference')}>{proposal.rail_reference ?? t('None is known')}</Fact>
        <Fact name={t('Evidence')}>
          <span className="whitespace-pre-line">{proposal.evidence}</span>
        </Fact>
        <Fact name={t('If confirmed')}>{consequenceOf(detail, proposal)}</Fact>
      </Facts>
      {decide.error && asking === undefined && (
        <p role="alert" className="mt-3 text-failed">
          {decide.error.message}
        </p>
      )}
      {maySettle && (
        <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
          {isOwn ? (
            <>
              <span className="text-[13px] text-muted-foreground">{t('Yours: a colleague decides')}</span>
              <Button size="small" busy={decide.isPending} onClick={() => decide.mutate('withdraw')}>
                {t('Withdraw')}
              </Button>
            </>
          ) : (
            <>
              <Button size="small" onClick={() => setAsking('reject')}>
                {t('Reject')}
              </Button>
              <Button
                size="small"
                variant="primary"
                onClick={() => {
                  decide.reset();
                  setAsking('confirm');
                }}
              >
                {t('Confirm')}
              </Button>
            </>
          )}
        </div>
      )}
      {asking === 'confirm' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(undefined)}
          title={title.question()}
          description={t('{consequence} You confirm that you have looked at the evidence yourself.', {
            consequence: consequenceOf(detail, proposal),
          })}
          action={title.action()}
          busy={decide.isPending}
          error={decide.error}
          onConfirm={() => decide.mutate('confirm')}
        >
          <Facts isLong>
            <Fact name={t('Client')}>{client?.name}</Fact>
            <Fact name={t('Amount')}>{money(transaction.amount)}</Fact>
            {adjustment && <AdjustmentFacts adjustment={adjustment} client={client?.name} />}
            <Fact name={t('Rail reference')}>{proposal.rail_reference ?? t('None is known')}</Fact>
            <Fact name={t('Evidence')}>
              <span className="whitespace-pre-line">{proposal.evidence}</span>
            </Fact>
          </Facts>
        </ConfirmDialog>
      )}
      {asking === 'reject' && (
        <RejectSettlementDialog
          path={path}
          proposedAt={proposedAt}
          onClose={() => setAsking(undefined)}
          onSettled={onSettled}
        />
      )}
    </section>
  );
}

function AdjustmentFacts({
  adjustment: { direction, amount, borne_by, reason },
  client,
}: {
  adjustment: Adjustment;
  client: string | undefined;
}) {
  return (
    <>
      <Fact name={t('Adjustment')}>{difference(direction === 'in' ? amount : `-${amount}`)}</Fact>
      <Fact name={t('Borne by')}>
        {borne_by === 'client'
          ? t('{client}: its balance', { client: client ?? t('The client') })
          : t('The house: our losses')}
      </Fact>
      <Fact name={borne_by === 'client' ? t('The client is told') : t('Reason')}>{reason}</Fact>
    </>
  );
}
