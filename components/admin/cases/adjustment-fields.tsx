'use client';

import { useId } from 'react';
import { t } from '#lib/browser/language/words';
import type { CaseDetail } from '#lib/cases/get-case';
import { Field, Input } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Choices } from './choices.tsx';
import { type Adjustment, amountOf, consequenceOf } from './settlement-words.ts';

/** An adjustment while it is being written. */
export interface AdjustmentDraft {
  direction?: Adjustment['direction'] | undefined;
  amount: string;
  borne_by?: Adjustment['borne_by'] | undefined;
}

/** What is known of it already, by what the case is about. */
export function draftOf({ kind, details, transaction }: CaseDetail): AdjustmentDraft {
  const amount = transaction?.amount ?? '';
  if (transaction?.status === 'PENDING') {
    const came = details.what === 'amount' ? details.theirs : null;
    return { direction: 'in', amount: (came && amountOf(came)) ?? '', borne_by: 'client' };
  }
  if (kind === 'delivered_after_failure') return { direction: 'out', amount };
  return kind === 'returned' ? { direction: 'in', amount, borne_by: 'client' } : { amount: '' };
}

interface AdjustmentFieldsProps {
  detail: CaseDetail;
  draft: AdjustmentDraft;
  faults: Record<string, string>;
  onChange(draft: AdjustmentDraft): void;
}

/** Which way the money went, how much, whose it is and what the client hears; and what will come of it. */
export function AdjustmentFields({ detail, draft, faults, onChange }: AdjustmentFieldsProps) {
  const name = useId();
  const client = detail.client?.name ?? t('The client');
  // Of what is not final yet, there is one kind of adjustment.
  const isOpen = detail.transaction?.status === 'PENDING';
  const { direction, amount, borne_by: bearer } = draft;
  const written = amountOf(amount);
  return (
    <>
      {!isOpen && (
        <Choices
          legend={t('What happened')}
          name={`${name}-direction`}
          value={direction}
          error={faults['adjustment.direction']}
          onChoose={(value) => onChange({ ...draft, direction: value })}
          choices={[
            ['in', t('Money came in that our books lack')],
            ['out', t('Money has left that our books still have')],
          ]}
        />
      )}
      <Field label={t('Amount in GMD')} error={faults['adjustment.amount']}>
        {(control) => (
          <Input
            {...control}
            name="amount"
            required
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => onChange({ ...draft, amount: event.target.value })}
            className="tabular-nums"
          />
        )}
      </Field>
      {!isOpen && (
        <Choices
          legend={t('Who bears it')}
          name={`${name}-bearer`}
          value={bearer}
          error={faults['adjustment.borne_by']}
          onChoose={(value) => onChange({ ...draft, borne_by: value })}
          choices={[
            ['client', t('{client}: its balance', { client })],
            ['house', t('The house: our losses')],
          ]}
        />
      )}
      <Field
        label={bearer === 'house' ? t('Reason') : t('What the client is told')}
        hint={
          bearer === 'house'
            ? t('Stays with the adjustment; the client is not told. 1 to 200 characters.')
            : t('Stands in the event balance.adjusted and beside the transaction. 1 to 200 characters.')
        }
        error={faults['adjustment.reason']}
      >
        {(control) => <Input {...control} name="reason" required maxLength={200} autoComplete="off" />}
      </Field>
      {direction && bearer && written && (
        <Notice>
          {consequenceOf(detail, {
            outcome: 'adjusted',
            adjustment: { direction, amount: written, borne_by: bearer, reason: '' },
          })}
        </Notice>
      )}
    </>
  );
}
