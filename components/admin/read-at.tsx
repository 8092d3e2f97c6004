'use client';

import { useSyncExternalStore } from 'react';
import { exactTime } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { readAt } from '#lib/browser/read-at';

/** How old a page is that was read from a standby; nothing where it was read from the primary. */
export function ReadAt({ first }: { first: string | undefined }) {
  const latest = useSyncExternalStore(readAt.subscribe, readAt.get, () => undefined);
  if (first === undefined) return null;
  const at = latest === undefined || latest < first ? first : latest;
  return (
    <p className="mt-6 text-[13px] text-muted-foreground">
      {t('Read from the standby, as of {time}.', { time: exactTime(at) })}
    </p>
  );
}
