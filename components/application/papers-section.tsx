'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PresentedPaper } from '#lib/applications/application';
import { call, FILE_PATIENCE_MS } from '#lib/browser/api';
import { base64OfFile } from '#lib/browser/base64-of-file';
import { t } from '#lib/browser/language/words';
import { FileChooser } from '../ui/file-chooser.tsx';
import { FormFault } from '../ui/form.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Section } from '../ui/section.tsx';
import { PaperList } from './paper-list.tsx';

const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);

const path = '/api/dashboard/application/files';
const ACCEPTED = 'application/pdf,image/jpeg,image/png';
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_FILES = 10;

interface PapersSectionProps {
  files: PresentedPaper[];
  fault: string | undefined;
  onChanged(): Promise<unknown>;
}

/** The papers themselves: each is kept as soon as it is chosen. */
export function PapersSection({ files, fault, onChanged }: PapersSectionProps) {
  const [removing, setRemoving] = useState<PresentedPaper>();
  const add = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_BYTES)
        throw new Error(t('{name} is larger than 5 MB. Send a smaller one.', { name: file.name }));
      const body = { name: file.name, content: await base64OfFile(file) };
      return call(path, { method: 'POST', body, patienceMs: FILE_PATIENCE_MS });
    },
    onSettled: onChanged,
  });
  const remove = useMutation({
    mutationFn: ({ id }: PresentedPaper) => call(`${path}/${id}`, { method: 'DELETE' }),
    onSuccess: () => setRemoving(undefined),
    onSettled: onChanged,
  });
  return (
    <Section
      title={t('Papers')}
      description={t(
        'Scans or photos: the certificate of registration, the TIN certificate, and an identity card of each owner. Only the owners of this account and the operators of Kaira see them.',
      )}
    >
      {files.length > 0 && <PaperList files={files} path={path} onRemove={setRemoving} />}
      <FileChooser
        file={undefined}
        kinds={{ accept: ACCEPTED, label: t('PDF, JPEG or PNG file') }}
        busy={add.isPending}
        disabled={files.length >= MAX_FILES}
        onChoose={(file) => file && add.mutate(file)}
      />
      <p className="mt-2 text-[13px] text-muted-foreground">
        {t('PDF, JPEG or PNG, up to 5 MB each, {count} at most.', { count: MAX_FILES })}
      </p>
      <FormFault>{add.error?.message ?? fault}</FormFault>
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setRemoving(undefined)}
          title={t('Remove this paper?')}
          description={t('{name} is taken away for good.', { name: removing.name })}
          action={t('Remove it')}
          danger
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(removing)}
        />
      )}
    </Section>
  );
}
