'use client';

import type { ReactNode } from 'react';
import { mayBeDone } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { ActionFault } from './action-fault.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, FormActions, FormFault } from './form.tsx';

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  /** The verb on the button that sends. */
  action: string;
  /** On the button that sends nothing. */
  back?: string;
  danger?: boolean;
  disabled?: boolean;
  busy: boolean;
  /** What is wrong and no field's fault. */
  fault?: string | undefined;
  /** Of the request; where its answer got lost, a way to see what became of it. */
  error?: Error | null;
  /** With what its fields hold, by their names. */
  onSend(fields: Record<string, string>): void;
  onClose(): void;
  children: ReactNode;
}

/** A dialog that asks for something and sends it; it is open as long as it is there. */
export function FormDialog({
  title,
  description,
  action,
  back = t('Cancel'),
  danger,
  disabled,
  busy,
  fault,
  error,
  onSend,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <Form busy={busy} onSend={onSend}>
        {children}
        {error && mayBeDone(error) ? (
          <ActionFault error={error} onLook={onClose} />
        ) : (
          <FormFault>{fault}</FormFault>
        )}
        <FormActions>
          <Button onClick={onClose}>{back}</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {action}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
