'use client';

import { type FormEvent, useState } from 'react';
import { ApiError } from '#lib/browser/api';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Textarea } from '../ui/field.tsx';

interface ReasonDialogProps {
  title: string;
  description: string;
  label: string;
  hint?: string;
  /** Of the request, for the fault that names it. */
  field: string;
  minLength?: number;
  maxLength: number;
  action: string;
  busy: boolean;
  error: Error | null;
  onClose(): void;
  onConfirm(text: string): void;
}

/** Asks for one text, and stays open with the reason when it is refused. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, label, hint, field, minLength, maxLength, action, busy, error } = props;
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onConfirm(text);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()} title={title} description={description}>
      <form onSubmit={submit} className="grid gap-6">
        <Field
          label={label}
          hint={hint}
          error={error instanceof ApiError ? (error.field(field) ?? error.message) : error?.message}
        >
          {(control) => (
            <Textarea
              {...control}
              required
              minLength={minLength}
              maxLength={maxLength}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
