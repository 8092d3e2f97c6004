'use client';

import type { ReactNode } from 'react';
import { ApiError } from '#lib/browser/api';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, FormActions } from './form.tsx';

interface FormDialogProps {
  title: string;
  description: ReactNode;
  /** The verb on the button that sends. */
  action: string;
  danger?: boolean;
  busy: boolean;
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
  danger,
  busy,
  onSend,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <Form onSend={onSend}>
        {children}
        <FormActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

/** What a dialog's one field says of an error: its own fault, else the whole. */
export function faultOfField(error: Error | null, path: string): string | undefined {
  return error instanceof ApiError ? (error.field(path) ?? error.message) : error?.message;
}
