'use client';

import { useOffline } from 'next/offline';
import { t } from '#lib/browser/language/words';
import { toast } from '../ui/toast.tsx';

/** To whoever wants another page, which cannot come: going there would lose what was typed here. */
export function sayThatPageStays(): void {
  toast.error(t('You are offline, so this page stays. What you have typed is still here.'));
}

/** Over every page while there is no line: nothing that is shown is sure to be so still. */
export function OfflineStrip() {
  const isOffline = useOffline();
  return (
    <div role="status">
      {isOffline && (
        <p className="bg-pending px-4 py-1 text-center text-[13px] font-semibold text-background">
          {t('You are offline: what stands here may be out of date, and nothing is sent.')}
        </p>
      )}
    </div>
  );
}
