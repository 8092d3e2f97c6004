'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { call, FILE_PATIENCE_MS } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { saveFile } from '#lib/browser/save-file';
import { fileFaultOf, textOfFile } from '#lib/browser/text-of-file';
import type { PresentedCheck } from '#lib/request-lists/check-list';
import type { CreatedList } from '#lib/request-lists/create-list';
import type { Place } from '../payments/environment.ts';
import { PartFields, partsOf } from '../requests/part-fields.tsx';
import { writesLabel } from '../requests/writes-label.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Field, Input } from '../ui/field.tsx';
import { FileChooser } from '../ui/file-chooser.tsx';
import { Notice } from '../ui/notice.tsx';
import { CheckedRows } from './checked-rows.tsx';

const path = '/api/dashboard/payment-request-lists';

interface FileFormProps {
  place: Place;
  maxRows: number;
  /** Whether this Kaira can write to a number. */
  sendsSms: boolean;
}

interface Checked {
  body: { name: string; csv: string };
  result: PresentedCheck;
}

/** Takes a file of requests and shows what would be made of it; nothing is made before that was read. */
export function FileForm({ place, maxRows, sendsSms }: FileFormProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [name, setName] = useState('');
  const [written, setWritten] = useState({ send_email: false, send_sms: false });
  const send = <T,>(to: string, body: object) =>
    call<T>(to, {
      method: 'POST',
      body,
      query: { environment: place.environment },
      patienceMs: FILE_PATIENCE_MS,
    });
  const check = useMutation({
    mutationFn: async ({ chosen, form }: { chosen: File; form: HTMLFormElement }): Promise<Checked> => {
      const body = {
        name: name.trim().replaceAll(/\s+/g, ' ').normalize('NFC'),
        csv: await textOfFile(chosen, maxRows),
        ...written,
        ...partsOf(Object.fromEntries(new FormData(form)) as Record<string, string>),
      };
      return { body, result: await send<PresentedCheck>(`${path}/check`, body) };
    },
  });
  const make = useMutation({
    mutationFn: ({ body }: Checked) => send<CreatedList>(path, body),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: [path] });
      router.push(`${place.home}/requests/lists/${id}`);
    },
  });
  const begin = () => {
    check.reset();
    make.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    make.reset();
    if (file) check.mutate({ chosen: file, form: event.currentTarget });
  };
  const faults = faultsOf(check.error);
  const { result } = check.data ?? {};
  return (
    <div className="grid grid-cols-1 gap-6">
      <form method="post" onSubmit={submit} className="grid max-w-2xl grid-cols-1 gap-4">
        <Field
          label={t('What is it for?')}
          hint={t(
            'Each customer reads it, and the list is called so. A longer file under the same name adds what is new.',
          )}
          error={faults.name}
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                begin();
              }}
              placeholder={t('School fees, term 2')}
              autoComplete="off"
              required
            />
          )}
        </Field>
        <div className="rounded-lg border border-dashed p-5">
          <p className="text-muted-foreground">
            {t(
              'An Excel workbook (.xlsx) or a CSV file: a line with the names of the columns, and up to {count} rows below. It needs a reference, an amount, and a number or an e-mail; a name, the day to pay by, and a message may stand beside them.',
              { count: maxRows },
            )}
          </p>
          <FileChooser
            file={file}
            onChoose={(chosen) => {
              setFile(chosen);
              begin();
            }}
          >
            <Button variant="ghost" onClick={downloadTemplate}>
              <Download /> {t('CSV template')}
            </Button>
          </FileChooser>
        </div>
        <div className="grid gap-2">
          {(['send_email', ...(sendsSms ? (['send_sms'] as const) : [])] as const).map((name) => (
            <Checkbox
              key={name}
              label={writesLabel(place, name === 'send_email' ? 'e-mail' : 'SMS')}
              checked={written[name]}
              onChange={(event) => {
                setWritten({ ...written, [name]: event.target.checked });
                begin();
              }}
            />
          ))}
        </div>
        <PartFields error={faults.min_part_amount} onChange={begin} />
        <Button
          type="submit"
          variant={result ? 'secondary' : 'primary'}
          className="justify-self-start"
          disabled={!file}
          busy={check.isPending}
        >
          {t('Check the file')}
        </Button>
        {check.error && !faults.name && !faults.min_part_amount && (
          <Notice kind="error">{fileFaultOf(check.error)}</Notice>
        )}
      </form>
      {check.data && (
        <CheckedRows
          result={check.data.result}
          busy={make.isPending || make.isSuccess}
          fault={make.error ? fileFaultOf(make.error) : undefined}
          onMake={() => make.mutate(check.data)}
        />
      )}
    </div>
  );
}

/** Two rows to write over: one with all that there is, one with no more than is needed. */
// biome-ignore lint/complexity/noUselessStringRaw: the columns of a file have one language, and this says so to texts.test.ts.
const template = String.raw`Reference,Name,Mobile,E-mail,Amount,Pay by,Message
T2-001,Awa Ceesay,+2207012345,awa@example.com,1500.00,2027-01-31,Class 4b
T2-002,,3456789,,950.50,,
`;

function downloadTemplate(): void {
  saveFile(new Blob([template], { type: 'text/csv;charset=utf-8' }), 'requests-template.csv');
}
