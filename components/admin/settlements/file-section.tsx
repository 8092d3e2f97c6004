'use client';

import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { later, plural, t } from '#lib/browser/language/words';
import type { Bank } from '#lib/settlements/list-settlements';
import type { SettlementFile } from '#lib/settlements/settlement-files';
import { rich } from '../../language/rich.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Heading } from '../../ui/heading.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { State, type Tone } from '../../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';

const ConfirmDialog = onDemand(async () => (await import('../../ui/dialog.tsx')).ConfirmDialog);
const TemplateDialog = onDemand(async () => (await import('./template-dialog.tsx')).TemplateDialog);

const path = '/api/admin/settlements/files';
const states: Record<SettlementFile['status'], { tone: Tone; word: () => string }> = {
  MADE: { tone: 'pending', word: later('To be sent') },
  SENT: { tone: 'succeeded', word: later('Sent') },
  DISCARDED: { tone: 'ended', word: later('Discarded') },
};

interface FileSectionProps {
  environment: 'LIVE' | 'SANDBOX';
  bank: Bank;
  fields: Record<string, string>;
  userId: string;
  maySettle: boolean;
  onChanged(): void;
}

type Asked = { verb: 'make' } | { verb: 'send' | 'discard'; file: SettlementFile };

/** What waits for a file, the files for the bank, and their columns. */
export function FileSection({ environment, bank, fields, userId, maySettle, onChanged }: FileSectionProps) {
  const [asked, setAsked] = useState<Asked>();
  const [isEditing, setEditing] = useState(false);
  const act = useMutation({
    mutationFn: (what: Asked) =>
      what.verb === 'make'
        ? call(path, { method: 'POST', body: { environment } })
        : call(`${path}/${what.file.id}/${what.verb}`, { method: 'POST' }),
    onSuccess: (_after, { verb }) => {
      setAsked(undefined);
      toast.success(doneWords[verb]());
    },
    onSettled: onChanged,
  });
  const ask = (what: Asked) => {
    act.reset();
    setAsked(what);
  };
  const { waiting, files } = bank;
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div>
          <Heading>{t('Files for the bank')}</Heading>
          <p className="-mt-2 text-muted-foreground">
            {waiting.count === 0
              ? t('No settlement waits for a file.')
              : plural(
                  waiting.count,
                  {
                    one: '{count} settlement of {amount} in all waits for a file.',
                    other: '{count} settlements of {amount} in all wait for a file.',
                  },
                  { amount: money(waiting.amount) },
                )}
            {waiting.kept_back > 0 && ' '}
            {waiting.kept_back > 0 &&
              plural(waiting.kept_back, {
                one: '{count} settlement is kept back: the client is suspended, or has removed the account.',
                other:
                  '{count} settlements are kept back: the client is suspended, or has removed the account.',
              })}
          </p>
        </div>
        {maySettle && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setEditing(true)}>{t('Edit the columns')}</Button>
            <Button variant="primary" disabled={waiting.count === 0} onClick={() => ask({ verb: 'make' })}>
              {t('Make a file')}
            </Button>
          </div>
        )}
      </div>
      {files.length > 0 && (
        <FileTable files={files} userId={userId} maySettle={maySettle} onAsk={ask} onDownloaded={onChanged} />
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(undefined)}
          title={titleOf(asked)}
          description={descriptionOf[asked.verb]()}
          action={actions[asked.verb]()}
          danger={asked.verb === 'discard'}
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate(asked)}
        />
      )}
      {isEditing && (
        <TemplateDialog
          environment={environment}
          columns={bank.template.columns}
          fields={fields}
          onClose={() => setEditing(false)}
          onSettled={onChanged}
        />
      )}
    </section>
  );
}

interface FileTableProps {
  files: SettlementFile[];
  userId: string;
  maySettle: boolean;
  onAsk(asked: Asked): void;
  onDownloaded(): void;
}

function FileTable({ files, userId, maySettle, onAsk, onDownloaded }: FileTableProps) {
  return (
    <Table label={t('Files for the bank')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Made')}</Th>
          <Th>{t('Status')}</Th>
          <Th className={numeric}>{t('Settlements')}</Th>
          <Th className={numeric}>{t('Total')}</Th>
          <Th className={numeric}>{t('Without an answer')}</Th>
          <Th>
            <span className="sr-only">{t('Actions')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <Tr key={file.id}>
            <Td className="whitespace-normal">
              {rich('{time} by {name}', { time: <Time at={file.made_at} />, name: file.made_by })}
            </Td>
            <Td className="max-sm:order-2 max-sm:col-span-2">
              <State tone={states[file.status].tone}>{states[file.status].word()}</State>
              <span className="block text-[13px] whitespace-normal text-muted-foreground">
                {standingOf(file)}
              </span>
            </Td>
            <Td label={t('Settlements')} className={cn(numeric, 'max-sm:order-3')}>
              {file.count}
            </Td>
            <Td className={cn(numeric, 'max-sm:order-1')}>{money(file.amount)}</Td>
            <Td label={t('Without an answer')} className={cn(numeric, 'max-sm:order-4')}>
              {file.waiting}
            </Td>
            <Td className="py-1.5 text-right max-sm:order-5 max-sm:col-span-2">
              <span className="inline-flex flex-wrap justify-end gap-2">
                {file.status !== 'DISCARDED' && (
                  <Button size="small" asChild>
                    <a
                      href={`${path}/${file.id}/download`}
                      download
                      onClick={() => setTimeout(onDownloaded, 1_000)}
                    >
                      <Download /> {t('Download')}
                    </a>
                  </Button>
                )}
                {maySettle && file.status === 'MADE' && (
                  <>
                    {file.downloads.every(({ id }) => id !== userId) && (
                      <Button size="small" onClick={() => onAsk({ verb: 'discard', file })}>
                        {t('Discard')}
                      </Button>
                    )}
                    <Button size="small" variant="primary" onClick={() => onAsk({ verb: 'send', file })}>
                      {t('Mark as sent')}
                    </Button>
                  </>
                )}
              </span>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

const actions = {
  make: later('Make the file'),
  send: later('It was sent'),
  discard: later('Discard'),
} as const;
const doneWords = {
  make: later('The file was made.'),
  send: later('Marked as sent.'),
  discard: later('Discarded. Its settlements wait again.'),
} as const;
const descriptionOf = {
  make: later('All settlements that wait go into it; their clients can no longer cancel them.'),
  send: later(
    'Say so when the bank has the file. From then on another operator says of each settlement what the bank made of it.',
  ),
  discard: later(
    'Only when the bank never gets it: its settlements wait for another file, and would be paid twice. Ask everybody who has downloaded it.',
  ),
} as const;

/** Who ended it, or who may have given it to the bank. */
function standingOf({ ended_by, downloads }: SettlementFile): string | undefined {
  if (ended_by) return t('by {name}', { name: ended_by });
  if (downloads.length > 0)
    return t('downloaded by {names}', { names: downloads.map(({ by }) => by).join(', ') });
  return undefined;
}

function titleOf(asked: Asked): string {
  if (asked.verb === 'make') return t('Make a file of all that waits?');
  const { file } = asked;
  return t(
    asked.verb === 'send' ? 'Does the bank have the file of {amount}?' : 'Discard the file of {amount}?',
    { amount: money(file.amount) },
  );
}
