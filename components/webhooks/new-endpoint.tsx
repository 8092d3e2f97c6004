'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import type { Place } from './place.ts';

const NewEndpointDialog = onDemand(async () => (await import('./new-endpoint-dialog.tsx')).default);

export function NewEndpoint({ environment }: Pick<Place, 'environment'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" /> {t('Add endpoint')}
      </Button>
      {open && <NewEndpointDialog environment={environment} onClose={() => setOpen(false)} />}
    </>
  );
}
