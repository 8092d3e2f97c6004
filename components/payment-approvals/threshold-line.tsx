'use client';

import { useState } from 'react';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';

const ThresholdDialog = onDemand(async () => (await import('./threshold-dialog.tsx')).ThresholdDialog);

interface ThresholdLineProps {
  place: Place;
  above: string | null;
  mayChange: boolean;
}

/** From which amount on payments wait, and the button that changes it. */
export function ThresholdLine({ place, above, mayChange }: ThresholdLineProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="text-muted-foreground">
        {above === null
          ? t('None does now: whoever may pay out does so alone.')
          : t('What is above {above} and made here, not by a key, waits for another owner or accountant.', {
              above: money(above),
            })}
      </p>
      {mayChange && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('Change the amount')}
        </Button>
      )}
      {isOpen && <ThresholdDialog place={place} above={above} onClose={() => setOpen(false)} />}
    </div>
  );
}
