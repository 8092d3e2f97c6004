'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type EndpointFields, EndpointForm } from './endpoint-form.tsx';
import { endpointsPath, type Place, webhookKey } from './place.ts';
import { SecretView } from './secret-view.tsx';

/** The button and its dialog: the form, then the secret. */
export function NewEndpoint({ environment }: Pick<Place, 'environment'>) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: (fields: EndpointFields) =>
      call<{ id: string; url: string; secret: string }>(`${endpointsPath}?environment=${environment}`, {
        method: 'POST',
        body: fields,
      }),
    // The secret stays nowhere.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: webhookKey(environment) }),
  });
  const made = create.data;
  const close = () => {
    setOpen(false);
    create.reset();
  };
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" /> Add endpoint
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => (next ? setOpen(true) : close())}
        keepOpen={made !== undefined}
        title={made ? 'The endpoint is ready' : 'Add an endpoint'}
        description={
          made
            ? `Events are sent to ${made.url} from now on.`
            : 'Kaira sends every event to this address, signed.'
        }
      >
        {made ? (
          <SecretView secret={made.secret} onDone={close}>
            Your server needs it to tell our events from forged ones. If it gets lost, rotate it.
          </SecretView>
        ) : (
          <EndpointForm
            environment={environment}
            action="Add endpoint"
            busy={create.isPending}
            error={create.error}
            onSubmit={create.mutate}
            onCancel={close}
          />
        )}
      </Dialog>
    </>
  );
}
