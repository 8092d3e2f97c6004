'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '#lib/browser/api';
import type { Key } from '#lib/keys/key';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Select } from '../ui/field.tsx';

const overlaps = [
  [24, '24 hours after the reveal'],
  [72, '72 hours after the reveal'],
  [1, '1 hour after the reveal'],
  [0, 'It ends at the reveal'],
] as const;

interface RotateDialogProps {
  apiKey: Key;
  query: { environment: string };
  onClose(): void;
  onAsked(): void;
}

export function RotateDialog({ apiKey, query, onClose, onAsked }: RotateDialogProps) {
  const [overlap, setOverlap] = useState(24);
  const ask = useMutation({
    mutationFn: () =>
      call(`/api/dashboard/keys/${apiKey.id}/rotate`, {
        method: 'POST',
        query,
        body: { overlap_hours: overlap },
      }),
    onSuccess: () => {
      onClose();
      onAsked();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  const { error } = ask;
  const fault = error instanceof ApiError ? (error.field('overlap_hours') ?? error.message) : error?.message;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Rotate ${apiKey.prefix}…${apiKey.last4}`}
      description="An operator approves it, then you reveal the new key here, once. It has the same scope. Until the reveal nothing changes."
    >
      <form onSubmit={submit} className="mt-5 grid gap-6">
        <Field
          label="The present key works on for"
          hint="Long enough to put the new one in place."
          error={fault}
        >
          {(control) => (
            <Select {...control} value={overlap} onChange={(event) => setOverlap(Number(event.target.value))}>
              {overlaps.map(([hours, meaning]) => (
                <option key={hours} value={hours}>
                  {meaning}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={ask.isPending}>
            Send the request
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
