'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { typedAmount } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { CaseDetail } from '#lib/cases/get-case';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { AdjustmentFields, draftOf } from './adjustment-fields.tsx';
import { Choices } from './choices.tsx';
import { consequenceOf, meaningOf, type Outcome, type Transaction } from './settlement-words.ts';

interface ProposeDialogProps {
  path: string;
  detail: CaseDetail;
  /** Chosen from the start. */
  first?: Outcome | undefined;
  onClose(): void;
  onSettled(): void;
}

const titles: Record<Transaction['type'], (facts: { amount: string }) => string> = {
  collection: later('What became of this collection of {amount}?'),
  payout: later('What became of this payout of {amount}?'),
  refund: later('What became of this refund of {amount}?'),
};

/** Says what became of a payment, and by what evidence; a colleague decides. */
export function ProposeDialog({ path, detail, first, onClose, onSettled }: ProposeDialogProps) {
  const { transaction, facts, possible_outcomes: outcomes, statement_lines: lines } = detail;
  const [outcome, setOutcome] = useState<Outcome | undefined>(first);
  const [draft, setDraft] = useState(() => draftOf(detail));
  const propose = useMutation({
    mutationFn: (body: object) => call<CaseDetail>(`${path}/propose`, { method: 'POST', body }),
    onSuccess: () => {
      onClose();
      toast.success(t('Proposed. A colleague decides.'));
    },
    onSettled,
  });
  const send = (given: Record<string, string>) => {
    const railReference = given.rail_reference?.trim();
    propose.mutate({
      outcome,
      evidence: given.evidence,
      ...(outcome === 'adjusted' && {
        adjustment: { ...draft, amount: typedAmount(draft.amount), reason: given.reason?.trim() },
      }),
      ...(railReference && { rail_reference: railReference }),
    });
  };
  if (transaction === null || facts === null) return null;
  const faults = faultsOf(propose.error);
  const differs = detail.kind === 'mismatch' || detail.details.what === 'amount';
  const [candidate] = lines;
  return (
    <FormDialog
      title={titles[transaction.type]({ amount: money(transaction.amount) })}
      description={t('Nothing moves before a colleague has confirmed it.')}
      action={t('Propose')}
      busy={propose.isPending}
      fault={faults.form ?? faults.adjustment}
      error={propose.error}
      onSend={send}
      onClose={onClose}
    >
      <Choices<Outcome>
        legend={t('Outcome')}
        name="outcome"
        value={outcome}
        error={faults.outcome}
        onChoose={setOutcome}
        choices={outcomes.map((each) => [each, meaningOf(transaction, each)])}
      />
      {differs && outcome === 'succeeded' && (
        <Notice kind="warning">
          {t('The rail speaks of something else than our books: what is booked is our amount, {amount}.', {
            amount: money(transaction.amount),
          })}
        </Notice>
      )}
      {outcome === 'adjusted' ? (
        <AdjustmentFields detail={detail} draft={draft} faults={faults} onChange={setDraft} />
      ) : (
        outcome && <Notice>{consequenceOf(detail, { outcome, adjustment: null })}</Notice>
      )}
      <Field
        label={t('Rail reference')}
        hint={t('The rail’s own name of the payment, where the evidence has one. It is booked once only.')}
        error={faults.rail_reference}
      >
        {(control) => (
          <Input
            {...control}
            name="rail_reference"
            maxLength={255}
            autoComplete="off"
            defaultValue={facts.rail_reference ?? candidate?.rail_reference ?? ''}
            className="font-mono text-[13px]"
          />
        )}
      </Field>
      <Field
        label={t('Evidence')}
        hint={t('What you have seen and where, so that a colleague can see it too. 10 to 1,000 characters.')}
        error={faults.evidence}
      >
        {(control) => <Textarea {...control} name="evidence" required minLength={10} maxLength={1_000} />}
      </Field>
    </FormDialog>
  );
}
