'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { refusal, t } from '#lib/browser/language/words';
import type { Bank } from '#lib/settlements/list-settlements';
import { Button } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

type Column = Bank['template']['columns'][number] & { key: number };

interface TemplateDialogProps {
  environment: 'LIVE' | 'SANDBOX';
  columns: Bank['template']['columns'];
  fields: Record<string, string>;
  onClose(): void;
  onSettled(): void;
}

/** The columns of the bank's file, in their order: a name, and what stands in it. */
export function TemplateDialog({ environment, columns, fields, onClose, onSettled }: TemplateDialogProps) {
  const [rows, setRows] = useState<Column[]>(() => columns.map((column, key) => ({ ...column, key })));
  const save = useMutation({
    mutationFn: () =>
      call('/api/admin/settlements/template', {
        method: 'POST',
        body: { environment, columns: rows.map(({ key: _, ...column }) => column) },
      }),
    onSuccess: () => {
      onClose();
      toast.success(t('The next file has these columns.'));
    },
    onSettled,
  });
  const change = (key: number, part: Partial<Column>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const faults = faultsOf(save.error);
  const fault = Object.values(faults)[0];
  return (
    <FormDialog
      title={t('Columns of the bank’s file')}
      description={t('As your bank wants them. A file that was made already stays as it is.')}
      action={t('Save')}
      busy={save.isPending}
      fault={fault}
      error={save.error}
      onSend={() => save.mutate()}
      onClose={onClose}
    >
      <ol className="grid gap-3">
        {rows.map((row, index) => (
          <li key={row.key} className="grid gap-2 sm:grid-cols-[1fr_1fr_auto]">
            <Input
              aria-label={t('Name of column {number}', { number: index + 1 })}
              value={row.name}
              required
              maxLength={60}
              onChange={(event) => change(row.key, { name: event.target.value })}
            />
            <Select
              aria-label={t('What stands in column {number}', { number: index + 1 })}
              value={row.field}
              onChange={(event) => change(row.key, { field: event.target.value })}
            >
              {Object.entries(fields).map(([field, meaning]) => (
                <option key={field} value={field}>
                  {refusal(meaning)}
                </option>
              ))}
            </Select>
            <Button
              aria-label={t('Remove column {number}', { number: index + 1 })}
              disabled={rows.length === 1}
              onClick={() => setRows((all) => all.filter(({ key }) => key !== row.key))}
            >
              {t('Remove')}
            </Button>
            {row.field === 'text' && (
              <Input
                aria-label={t('Text of column {number}', { number: index + 1 })}
                className="sm:col-span-2"
                value={row.text ?? ''}
                required
                maxLength={120}
                onChange={(event) => change(row.key, { text: event.target.value })}
              />
            )}
          </li>
        ))}
      </ol>
      <div>
        <Button
          onClick={() =>
            setRows((all) => [
              ...all,
              { key: Math.max(...all.map(({ key }) => key)) + 1, name: '', field: 'text', text: '' },
            ])
          }
        >
          {t('Add a column')}
        </Button>
      </div>
    </FormDialog>
  );
}
