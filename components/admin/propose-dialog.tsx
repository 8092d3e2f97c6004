'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { ApiError, call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import type { CaseDetail } from '#lib/cases/get-case';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const railReference = given.rail_reference?.trim();
    propose.mutate({
      outcome,
      evidence: given.evidence,
      ...(railReference && { rail_reference: railReference }),
    });
  };
  if (transaction === null || facts === null) return null;
  const { error } = propose;
  const fault = (path: string) => (error instanceof ApiError ? error.field(path) : undefined);
  const isElsewhere = error && !['outcome', 'rail_reference', 'evidence'].some((each) => fault(each));
  const differs = detail.kind === 'mismatch' || detail.details.what === 'amount';
  const [candidate] = lines;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`What became of this ${transaction.type} of ${money(transaction.amount)}?`}
      description="Nothing moves before a colleague has confirmed it."
    >
      <form onSubmit={submit} className="grid gap-5">
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
          {fault('outcome') && (
            <p role="alert" className="text-[13px] text-failed">
              {fault('outcome')}
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
          error={fault('rail_reference')}
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
          error={fault('evidence')}
        >
          {(control) => <Textarea {...control} name="evidence" required minLength={10} maxLength={1_000} />}
        </Field>
        {isElsewhere && <Notice kind="error">{error.message}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={propose.isPending}>
            Propose
          </Button>
        </div>
      </form>
    </Dialog>
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
