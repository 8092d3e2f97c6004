'use client';

import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { plural, t } from '#lib/browser/language/words';
import type { OperatorTransaction } from '#lib/reads/get-as-operator';
import { DetailSection } from '../../transactions/detail-section.tsx';
import { TransactionPage } from '../../transactions/transaction-page.tsx';
import { Folded } from '../../ui/folded.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { EnvironmentScope } from '../frame/environment-links.tsx';
import { FeeFacts } from './fee-facts.tsx';

interface OperatorsTransactionProps {
  initial: OperatorTransaction;
  mayReverse: boolean;
  mayCancel: boolean;
}

// Of payouts only.
const PayoutActions = onDemand(async () => (await import('./payout-actions.tsx')).PayoutActions);
// Of few transactions only.
const AdjustmentList = onDemand(async () => (await import('../cases/adjustment-list.tsx')).AdjustmentList);
const CaseLinks = onDemand(async () => (await import('../cases/case-words.tsx')).CaseLinks);
// It stands folded.
const RailTalk = onDemand(async () => (await import('../rails/rail-talk.tsx')).RailTalk);

/** The page of one transaction, with what operators know of it beside its client, and may do. */
export function OperatorsTransaction({ initial, ...may }: OperatorsTransactionProps) {
  const path = `/api/admin/transactions/${initial.transaction.transaction_id}`;
  const { data, error } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<OperatorTransaction>(path, { signal }),
    initialData: initial,
    refetchInterval: ({ state }) =>
      state.data?.transaction.completed_at && !state.data.reversal_asked ? 30_000 : 3_000,
  });
  const { environment, client, rail_fee, adjustments, cases, rail_calls, rail_notices } = data;
  return (
    <EnvironmentScope environment={environment}>
      <TransactionPage
        detail={data}
        error={error}
        home="/admin"
        environment={environment}
        notices={data.transaction.type === 'payout' && <PayoutActions path={path} payout={data} {...may} />}
        operator={{
          client,
          facts: rail_fee && <FeeFacts fee={rail_fee} />,
          sections: (
            <>
              {adjustments.length > 0 && (
                <DetailSection title={t('Adjustments')}>
                  <AdjustmentList adjustments={adjustments} />
                </DetailSection>
              )}
              {cases.length > 0 && (
                <DetailSection title={t('Cases')}>
                  <CaseLinks cases={cases} />
                </DetailSection>
              )}
            </>
          ),
          folded: (
            <Folded
              title={t('With the rail')}
              hint={plural(rail_calls.length + rail_notices.length, {
                one: '{count} message',
                other: '{count} messages',
              })}
            >
              <RailTalk calls={rail_calls} notices={rail_notices} isSandbox={environment === 'SANDBOX'} />
            </Folded>
          ),
        }}
      />
    </EnvironmentScope>
  );
}
