'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import type { MessageChoice } from '#lib/users/choose-messages';
import { Button } from '../ui/button.tsx';
import { FormFault } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';

interface StoppedMessagesProps {
  /** As of the settings. */
  path: string;
  messages: MessageChoice[];
  /** Left out: the page is made anew. */
  onChanged?(): void;
}

/** Kinds that the link in a message stopped, until their person says whether that shall be so. */
export function StoppedMessages({ path, messages, onChanged }: StoppedMessagesProps) {
  const router = useRouter();
  const choose = useMutation({
    mutationFn: (off: string[]) => call(`${path}/messages`, { method: 'PATCH', body: { off } }),
    onSuccess: onChanged ?? router.refresh,
  });
  const off = messages.filter(({ is_on }) => !is_on);
  const stopped = off.filter((each) => each.stopped);
  if (stopped.length === 0) return null;
  const others = off.filter((each) => !each.stopped);
  const save = (those: MessageChoice[]) => choose.mutate(those.map(({ kind }) => kind));
  return (
    <Notice kind="warning" className="mb-6">
      <p className="font-semibold">{t('A link in an e-mail stopped messages to you')}</p>
      <ul className="mt-1 grid gap-0.5">
        {stopped.map(({ kind, label, stopped: by }) => (
          <li key={kind} className="break-words">
            {label}
            {by && (
              <>
                : <Time at={by.at} />
                {by.address && t(', from {address}', { address: by.address })}
              </>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-muted-foreground">
        {t('Whoever has such a message, or was forwarded it, can do that.')}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" disabled={choose.isPending} onClick={() => save(others)}>
          {t('Write to me again')}
        </Button>
        <Button size="small" variant="ghost" disabled={choose.isPending} onClick={() => save(off)}>
          {t('Leave them stopped')}
        </Button>
      </div>
      <FormFault>{faultsOf(choose.error).form}</FormFault>
    </Notice>
  );
}
