'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import type { CustomerNote } from '#lib/customers/note';
import { FormDialog } from '../ui/form-dialog.tsx';

interface RemoveNoteDialogProps {
  path: string;
  environment: 'SANDBOX' | 'LIVE';
  note: CustomerNote;
  onClose(): void;
  onRemoved(): void;
}

export function RemoveNoteDialog({ path, environment, note, onClose, onRemoved }: RemoveNoteDialogProps) {
  const remove = useMutation({
    mutationFn: () =>
      call(`${path}/notes/${note.id}`, { method: 'DELETE', body: {}, query: { environment } }),
    onSuccess: () => {
      onClose();
      onRemoved();
    },
  });
  return (
    <FormDialog
      title={t('Remove this note?')}
      description={t('{by} wrote it. It is gone for everybody, and nobody can bring it back.', {
        by: note.by,
      })}
      action={t('Remove the note')}
      danger
      busy={remove.isPending}
      fault={faultsOf(remove.error).form}
      error={remove.error}
      onSend={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-line">{note.text}</p>
    </FormDialog>
  );
}
