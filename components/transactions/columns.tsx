'use client';

import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { mobile, money } from '#lib/browser/format';
import { later, refusal, t } from '#lib/browser/language/words';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import { RailName } from '../rails/rail-name.tsx';
import { Copyable } from '../ui/copy.tsx';
import { Unknown } from '../ui/feedback.tsx';
import { Time } from '../ui/time.tsx';
import { signedAmount } from './signed-amount.ts';
import { TransactionState, typeLabel } from './status.tsx';

interface Column {
  id: string;
  label(): string;
  isNumeric?: true;
  render(row: PresentedTransaction): ReactNode;
}

/** The reference is no column to choose: it is the link to the detail and always there. */
const columns: readonly Column[] = [
  { id: 'status', label: later('Status'), render: (row) => <TransactionState status={row.status} /> },
  { id: 'type', label: later('Type'), render: (row) => typeLabel(row.type) },
  { id: 'provider', label: later('Provider'), render: (row) => <RailName of={row.provider} /> },
  {
    id: 'mobile',
    label: later('Mobile'),
    render: (row) => (row.mobile ? mobile(row.mobile) : <Unknown reason={t('No number was given')} />),
  },
  {
    id: 'customer',
    label: later('Customer'),
    render: (row) =>
      row.customer_name ? (
        <span className="block max-w-50 truncate" title={row.customer_name}>
          {row.customer_name}
        </span>
      ) : (
        <Unknown reason={t('No name was given')} />
      ),
  },
  {
    id: 'failure',
    label: later('Failure'),
    render: (row) =>
      row.failure ? (
        <span title={refusal(row.failure.message ?? '')}>{row.failure.code}</span>
      ) : (
        <Unknown reason={t('It has not failed')} />
      ),
  },
  {
    id: 'id',
    label: later('Transaction id'),
    render: (row) => <Copyable value={row.transaction_id} shown={`…${row.transaction_id.slice(-8)}`} />,
  },
  {
    id: 'rail_reference',
    label: later('Provider’s reference'),
    render: (row) =>
      row.rail_reference ? (
        <Copyable value={row.rail_reference} className="max-w-44" />
      ) : (
        <Unknown reason={t('The provider has given none yet')} />
      ),
  },
  {
    id: 'completed',
    label: later('Completed'),
    render: (row) =>
      row.completed_at ? <Time at={row.completed_at} /> : <Unknown reason={t('Still open')} />,
  },
  { id: 'created', label: later('Created'), render: (row) => <Time at={row.created_at} /> },
  {
    id: 'commission',
    label: later('Commission'),
    isNumeric: true,
    render: (row) =>
      row.commission === null ? (
        <Unknown
          reason={
            row.type === 'collection'
              ? t('Taken when it succeeds')
              : t(row.type === 'refund' ? 'Refunds are free of commission' : 'Payouts are free of commission')
          }
        />
      ) : (
        money(row.commission)
      ),
  },
  { id: 'amount', label: later('Amount'), isNumeric: true, render: signedAmount },
];

const byDefault = ['status', 'type', 'provider', 'mobile', 'created', 'amount'];

const storageKey = 'kaira-transaction-columns';

/** The columns that this browser was told to show, in their fixed order. */
export function useColumns() {
  const [chosen, setChosen] = useState<readonly string[]>(byDefault);
  useEffect(() => {
    const stored = localStorage.getItem(storageKey);
    if (stored !== null) setChosen(stored.split(','));
  }, []);
  const choose = (ids: readonly string[]) => {
    setChosen(ids);
    localStorage.setItem(storageKey, ids.join(','));
  };
  return {
    all: columns,
    shown: columns.filter((column) => chosen.includes(column.id)),
    toggle: (id: string) =>
      choose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]),
    reset: () => choose(byDefault),
  };
}
