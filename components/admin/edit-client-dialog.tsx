'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { ApiError, call } from '#lib/browser/api';
import { parsePercent, percent } from '#lib/browser/format';
import type { ClientFacts } from '#lib/clients/client-row';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';

interface EditClientDialogProps {
  path: string;
  client: ClientFacts;
  onClose(): void;
  onSaved(): void;
}

export function EditClientDialog({ path, client, onClose, onSaved }: EditClientDialogProps) {
  const [faults, setFaults] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (body: Record<string, unknown>) => call(path, { method: 'PATCH', body }),
    onSuccess: () => {
      onClose();
      toast.success('Saved. Every server knows it within a moment.');
      onSaved();
    },
  });
  const fields = [
    { name: 'name', label: 'Name of the business', value: client.name },
    { name: 'business_email', label: 'E-mail', value: client.business_email },
    { name: 'business_phone', label: 'Phone', value: client.business_phone },
    {
      name: 'commission_bps',
      label: 'Commission, in per cent',
      value: percent(client.commission_bps).replace(' %', ''),
      hint: 'Counts for the collections that are made from now on.',
    },
    {
      name: 'rate_limit_per_second',
      label: 'Requests per second',
      value: client.rate_limit_per_second?.toString() ?? '',
      hint: 'Empty: the server’s own limit.',
    },
    {
      name: 'rate_limit_burst',
      label: 'Burst',
      value: client.rate_limit_burst?.toString() ?? '',
      hint: 'Empty: twice the requests per second.',
    },
  ];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body: Record<string, unknown> = {};
    const wrong: Record<string, string> = {};
    for (const { name, value } of fields) {
      const text = String(form.get(name)).trim();
      if (text === value) continue;
      if (name === 'commission_bps') {
        const bps = parsePercent(text);
        if (bps === undefined) wrong[name] = 'Write a number with at most two digits after the point.';
        else body[name] = bps;
      } else if (name.startsWith('rate_limit')) {
        if (text !== '' && !/^\d{1,9}$/.test(text)) wrong[name] = 'Write a whole number, or nothing.';
        else body[name] = text === '' ? null : Number(text);
      } else body[name] = text;
    }
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    if (Object.keys(body).length === 0) onClose();
    else save.mutate(body);
  };
  const error = save.error instanceof ApiError ? save.error : undefined;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Edit ${client.name}`}>
      <form onSubmit={submit} className="mt-5 grid gap-4">
        {fields.map(({ name, label, value, hint }) => (
          <Field key={name} label={label} error={faults[name] ?? error?.field(name)} {...(hint && { hint })}>
            {(control) => <Input {...control} name={name} defaultValue={value} autoComplete="off" />}
          </Field>
        ))}
        {save.error && !error?.fields.length && (
          <p role="alert" className="text-failed">
            {save.error.message}
          </p>
        )}
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
