'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type DragEvent, type FormEvent, useState } from 'react';
import { call, FILE_PATIENCE_MS } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import { fileFaultOf, textOfFile } from '#lib/browser/text-of-file';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Field, Select } from '../ui/field.tsx';
import { FileChooser } from '../ui/file-chooser.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.tsx';

// Loaded when a template is wanted.
const workbooks = () => import('./workbooks.ts');

interface UploadFormProps {
  place: Place;
  rails: { provider: string; open: boolean }[];
  maxRows: number;
}

/** Takes a file of payouts and has it checked; nothing is paid before the check was read and confirmed. */
export function UploadForm({ place, rails, maxRows }: UploadFormProps) {
  const router = useRouter();
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [over, setOver] = useState(false);
  const open = rails.filter((rail) => rail.open);
  const [provider, setProvider] = useState((open[0] ?? rails[0])?.provider ?? '');
  const upload = useMutation({
    mutationFn: async (chosen: File) => {
      const body = { file_name: chosen.name, provider, csv: await textOfFile(chosen, maxRows) };
      return call<{ id: string }>('/api/dashboard/payout-batches', {
        method: 'POST',
        body,
        query: { environment: place.environment },
        patienceMs: FILE_PATIENCE_MS,
      });
    },
    onSuccess: ({ id }) => {
      client.invalidateQueries({ queryKey: ['payout-batches'] });
      router.push(`${place.home}/payouts/bulk/${id}`);
    },
  });
  const choose = (chosen: File | undefined) => {
    upload.reset();
    setFile(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (open.length > 0) choose(event.dataTransfer.files[0]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) upload.mutate(file);
  };
  return (
    <form method="post" onSubmit={submit} className="grid grid-cols-1 gap-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button does the same. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn('rounded-lg border border-dashed p-5', over && 'border-primary bg-surface')}
      >
        <p className="text-muted-foreground">
          {t(
            'An Excel workbook (.xlsx) or a CSV file: a line with the names of the columns, and up to {maxRows} rows below. It needs a reference, an amount, and a number or the name of a saved recipient; a wallet and a note may stand beside them.',
            { maxRows },
          )}
        </p>
        <FileChooser file={file} disabled={open.length === 0} onChoose={choose}>
          {(['xlsx', 'csv'] as const).map((form) => (
            <Button key={form} variant="ghost" onClick={() => download(form, railName(provider))}>
              <Download /> {form === 'xlsx' ? t('Excel template') : t('CSV template')}
            </Button>
          ))}
        </FileChooser>
      </div>
      <div className="flex flex-wrap items-end gap-4">
        <Field label={t('Provider')} className="w-56">
          {(control) => (
            <Select
              {...control}
              value={provider}
              disabled={open.length === 0}
              onChange={(event) => setProvider(event.target.value)}
            >
              {rails.map((rail) => (
                <option key={rail.provider} value={rail.provider} disabled={!rail.open}>
                  {rail.open
                    ? railName(rail.provider)
                    : t('{provider} (closed)', { provider: railName(rail.provider) })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          disabled={!file || open.length === 0}
          busy={upload.isPending || upload.isSuccess}
        >
          {t('Check the file')}
        </Button>
      </div>
      {upload.error && <Notice kind="error">{fileFaultOf(upload.error)}</Notice>}
    </form>
  );
}

function download(form: 'xlsx' | 'csv', rail: string): void {
  workbooks().then(
    ({ downloadTemplate }) => downloadTemplate(form, rail),
    () => toast.error(t('The template cannot be made without a connection. Try again.')),
  );
}
