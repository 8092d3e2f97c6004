'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { mobile } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { normaliseMobile } from '#lib/browser/phone';
import type { PresentedRecipient } from '#lib/recipients/recipient';
import type { Place } from '../payments/environment.ts';
import { MobileField } from '../payments/payment-fields.tsx';
import { Field, Input } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';

interface RecipientDialogProps {
  place: Place;
  /** Left out: a new one. */
  recipient?: PresentedRecipient | undefined;
  onClose(): void;
  onSaved(): void;
}

/** Saves a number under a name, or gives a saved one another name or note. */
export function RecipientDialog({ place, recipient, onClose, onSaved }: RecipientDialogProps) {
  const path = '/api/dashboard/recipients';
  const save = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      call<PresentedRecipient & { replayed?: boolean }>(recipient ? `${path}/${recipient.id}` : path, {
        method: recipient ? 'PATCH' : 'POST',
        body,
        query: { environment: place.environment },
      }),
    onSuccess: (saved) => {
      onClose();
      if (saved.replayed)
        toast.success(
          t('{number} is saved already, as {name}.', { number: mobile(saved.mobile), name: saved.name }),
        );
      else toast.success(t('{name} was saved.', { name: saved.name }));
      onSaved();
    },
  });
  const faults = faultsOf(save.error);
  const send = (given: Record<string, string>) => {
    const name = (given.name ?? '').trim();
    const note = (given.note ?? '').trim() || null;
    save.mutate(recipient ? { name, note } : { name, note, mobile: normaliseMobile(given.mobile ?? '') });
  };
  return (
    <FormDialog
      title={recipient ? t('Edit {name}', { name: recipient.name }) : t('New recipient')}
      description={
        recipient
          ? t('The number stays {number}. For another number, save a new recipient.', {
              number: mobile(recipient.mobile),
            })
          : t('A name of your own for a number that you pay.')
      }
      action={t('Save')}
      busy={save.isPending}
      fault={faults.form}
      error={save.error}
      onSend={send}
      onClose={onClose}
    >
      <Field label={t('Name')} error={faults.name}>
        {(control) => (
          <Input {...control} name="name" defaultValue={recipient?.name} autoComplete="off" required />
        )}
      </Field>
      {!recipient && <MobileField label={t('Mobile number')} name="mobile" required error={faults.mobile} />}
      <Field label={t('Note')} hint={t('Yours; nobody else sees it.')} error={faults.note}>
        {(control) => (
          <Input {...control} name="note" defaultValue={recipient?.note ?? ''} autoComplete="off" />
        )}
      </Field>
    </FormDialog>
  );
}
