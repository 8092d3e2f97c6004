'use client';

import { useMutation } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { ApiError, call, FILE_PATIENCE_MS as patienceMs } from '#lib/browser/api';
import { plural, t } from '#lib/browser/language/words';
import type { StatementDay } from '#lib/reconciliation/get-day';
import { rich } from '../../language/rich.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

const columns = 'transaction_id,type,mobile,amount,currency,time,reference'.replaceAll(',', ', ');
type Imported = StatementDay & { proposed: number; left_out: { rail_reference: string; day: string }[] };

interface StatementUploadProps {
  path: string;
  /** Whether the rail gives its record by itself. */
  canFetch: boolean;
  isAgain: boolean;
  onDone(): void;
}

/** Takes a rail's record of the day, from a file or from the rail itself; what was imported before goes. */
export function StatementUpload({ path, canFetch, isAgain, onDone }: StatementUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = useMutation({
    mutationFn: async (file: File | undefined) =>
      file === undefined
        ? call<Imported>(`${path}/fetch`, { method: 'POST', patienceMs })
        : call<Imported>(`${path}/import`, { method: 'POST', body: { csv: await file.text() }, patienceMs }),
    onSuccess: ({ proposed, left_out: leftOut }) => {
      toast.success(
        proposed === 0
          ? t('Imported and compared.')
          : plural(proposed, {
              one: 'Imported and compared. One payment in doubt was found; its case has your proposal.',
              other:
                'Imported and compared. {count} payments in doubt were found; their cases have your proposal.',
            }),
      );
      const [first, ...more] = leftOut;
      if (first) {
        toast.error(
          t(
            more.length === 0
              ? 'Left out: {reference}. The statement of {day}, which is closed, has it already. Ask the rail on which day it was paid.'
              : 'Left out: {reference} and others. The statement of {day}, which is closed, has it already. Ask the rail on which day it was paid.',
            { reference: first.rail_reference, day: first.day },
          ),
        );
      }
    },
    onSettled: onDone,
  });
  return (
    <section aria-label={t('Statement')} className="rounded-lg border border-dashed p-5">
      <p className="text-muted-foreground">
        {rich('The rail’s record of this day, as CSV with the columns {columns}.', {
          columns: <code className="font-mono text-[13px] break-words text-foreground">{columns}</code>,
        })}
        {isAgain && ' '}
        {isAgain && t('It takes the place of what was imported before.')}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {canFetch && (
          <Button variant="primary" busy={take.isPending} onClick={() => take.mutate(undefined)}>
            <Download /> {t('Fetch it from the rail')}
          </Button>
        )}
        <Button busy={take.isPending} onClick={() => input.current?.click()}>
          <Upload /> {isAgain ? t('Import another file') : t('Import a file')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label={t('Statement file')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) take.mutate(file);
            // The same file can be chosen again after it was changed.
            event.target.value = '';
          }}
        />
      </div>
      {take.error && (
        <Notice kind="error" className="mt-4">
          <ul className="grid gap-1">
            {faultsOf(take.error).map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}

function faultsOf(error: Error): string[] {
  if (!(error instanceof ApiError)) return [t('The file cannot be read.')];
  if (error.code === 'PAYLOAD_TOO_LARGE') return [t('The file is larger than 16 MB.')];
  return error.fields.length > 0 ? error.fields.map(({ message }) => message) : [error.message];
}
