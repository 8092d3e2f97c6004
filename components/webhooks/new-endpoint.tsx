'use client';

import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { Place } from './place.ts';

const loadDialog = () => import('./new-endpoint-dialog.tsx');
const NewEndpointDialog = lazy(loadDialog);

/** The button; its dialog is loaded when the pointer or the focus comes near. */
export function NewEndpoint({ environment }: Pick<Place, 'environment'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden="true" /> Add endpoint
      </Button>
      <Suspense>
        {open && <NewEndpointDialog environment={environment} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
