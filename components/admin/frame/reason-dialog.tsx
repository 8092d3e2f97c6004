'use client';

import type { ReactNode } from 'react';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { Field, Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface ReasonDialogProps {
  title: string;
  description: string;
  label?: string;
  hint?: string;
  /** Of the request, for the fault that names it. */
  field?: string;
  minLength?: number;
  maxLength?: number;
  action: string;
  back?: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onClose(): void;
  onConfirm(text: string): void;
  /** What it is about, in figures. */
  children?: ReactNode;
}

/** Asks for one text before something is done, and stays open with the reason when it is refused. */
export function ReasonDialog({
  label = t('Reason'),
  hint,
  field = 'reason',
  minLength,
  maxLength = 500,
  error,
  onConfirm,
  children,
  ...dialog
}: ReasonDialogProps) {
  const faults = faultsOf(error);
  return (
    <FormDialog
      {...dialog}
      fault={faults.form}
      error={error}
      onSend={(fields) => onConfirm(fields[field] ?? '')}
    >
      {children}
      <Field label={label} hint={hint} error={faults[field]}>
        {(control) => (
          <Textarea {...control} name={field} required minLength={minLength} maxLength={maxLength} />
        )}
      </Field>
    </FormDialog>
  );
}
