'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { money } from '#lib/browser/format';
import type { CaseDetail } from '#lib/cases/get-case';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

type Outcome = CaseDetail['possible_outcomes'][number];

interface ProposeDialogProps {
  path: string;
  detail: CaseDetail;
  onClose(): void;
  onSettled(): void;
}

/** Says what became of a payment, and by what evidence; a colleague decides. */
export function ProposeDialog({ path, detail, onClose, onSettled }: ProposeDialogProps) {
  const { transaction, facts, possible_outcomes: outcomes, statement_lines: lines } = detail;
  const [outcome, setOutcome] = useState<Outcome>();
  const propose = useMutation({
    mutationFn: (body: object) => call<CaseDetail>(`${path}/propose`, { method: 'POST', body }),
    onSuccess: () => {
      onClose();
      toast.success('Proposed. A colleague decides.');
    },
    onSettled,
  });
  const send = (given: Record<string, string>) => {
    const railReference = given.rail_reference?.trim();
    propose.mutate({
      outcome,
      evidence: given.evidence,
      ...(railReference && { rail_reference: railReference }),
    });
  };
  if (transaction === null || facts === null) return null;
  const faults = faultsOf(propose.error);
  const differs = detail.kind === 'mismatch' || detail.details.what === 'amount';
  const [candidate] = lines;
  return (
    <FormDialog
      title={`What became of this ${transaction.type} of ${money(transaction.amount)}?`}
      description="Nothing moves before a colleague has confirmed it."
      action="Propose"
      busy={propose.isPending}
      fault={faults.form}
      onSend={send}
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">Outcome</legend>
        {outcomes.map((each) => (
          <label key={each} className="flex items-start gap-2.5">
            <input
              type="radio"
              name="outcome"
              value={each}
              required
              checked={outcome === each}
              onChange={() => setOutcome(each)}
              className="mt-0.5 size-4 flex-none accent-primary"
            />
            <span>{meaningOf(transaction.type, each)}</span>
          </label>
        ))}
        {faults.outcome && (
          <p role="alert" className="text-[13px] text-failed">
            {faults.outcome}
          </p>
        )}
      </fieldset>
      {differs && outcome === 'succeeded' && (
        <Notice kind="warning">
          The rail speaks of something else than our books: what is booked is our amount,{' '}
          {money(transaction.amount)}.
        </Notice>
      )}
      <Field
        label="Rail reference"
        hint="The rail’s own name of the payment, where the evidence has one. It is booked once only."
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
        label="Evidence"
        hint="What you have seen and where, so that a colleague can see it too. 10 to 1,000 characters."
        error={faults.evidence}
      >
        {(control) => <Textarea {...control} name="evidence" required minLength={10} maxLength={1_000} />}
      </Field>
    </FormDialog>
  );
}

function meaningOf(type: 'collection' | 'payout', outcome: Outcome): string {
  if (type === 'collection') {
    return outcome === 'succeeded'
      ? 'Succeeded: the rail has the customer’s money'
      : 'Failed: the customer was surely not charged';
  }
  return outcome === 'succeeded'
    ? 'Succeeded: the recipient has the money'
    : 'Failed: the recipient was surely not paid';
}
