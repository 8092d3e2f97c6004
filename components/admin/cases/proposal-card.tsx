'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { difference, money } from '#lib/browser/format';
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
      toast.success(verb === 'confirm' ? 'Settled and booked.' : 'Withdrawn.');
    },
    onSettled,
  });
  if (proposal === null || transaction === null) return null;
  const what = settlingOf(proposal, transaction);
  const { adjustment } = proposal;
  return (
    <section aria-label="Proposed settlement" className="mb-8 rounded-lg border border-pending/50 p-4">
      <p className="font-semibold">
        {proposal.proposed_by.name} proposes: {proposalOf(proposal, transaction)}
      </p>
      <p className="text-[13px] text-muted-foreground">
        <Time at={proposedAt} />
      </p>
      <Facts isLong className="mt-3">
        {adjustment && <AdjustmentFacts adjustment={adjustment} client={client?.name} />}
        <Fact name="Rail reference">{proposal.rail_reference ?? 'None is known'}</Fact>
        <Fact name="Evidence">
          <span className="whitespace-pre-line">{proposal.evidence}</span>
        </Fact>
        <Fact name="If confirmed">{consequenceOf(detail, proposal)}</Fact>
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
              <span className="text-[13px] text-muted-foreground">Yours: a colleague decides</span>
              <Button size="small" busy={decide.isPending} onClick={() => decide.mutate('withdraw')}>
                Withdraw
              </Button>
            </>
          ) : (
            <>
              <Button size="small" onClick={() => setAsking('reject')}>
                Reject
              </Button>
              <Button
                size="small"
                variant="primary"
                onClick={() => {
                  decide.reset();
                  setAsking('confirm');
                }}
              >
                Confirm
              </Button>
            </>
          )}
        </div>
      )}
      {asking === 'confirm' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(undefined)}
          title={`Settle ${what}?`}
          description={`${consequenceOf(detail, proposal)} You confirm that you have looked at the evidence yourself.`}
          action={`Settle ${what}`}
          busy={decide.isPending}
          error={decide.error}
          onConfirm={() => decide.mutate('confirm')}
        >
          <Facts isLong>
            <Fact name="Client">{client?.name}</Fact>
            <Fact name="Amount">{money(transaction.amount)}</Fact>
            {adjustment && <AdjustmentFacts adjustment={adjustment} client={client?.name} />}
            <Fact name="Rail reference">{proposal.rail_reference ?? 'None is known'}</Fact>
            <Fact name="Evidence">
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
      <Fact name="Adjustment">{difference(direction === 'in' ? amount : `-${amount}`)}</Fact>
      <Fact name="Borne by">
        {borne_by === 'client' ? `${client ?? 'The client'}: its balance` : 'The house: our losses'}
      </Fact>
      <Fact name={borne_by === 'client' ? 'The client is told' : 'Reason'}>{reason}</Fact>
    </>
  );
}
