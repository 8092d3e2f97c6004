'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { Dialog } from '../ui/dialog.tsx';
import { type EndpointFields, EndpointForm } from './endpoint-form.tsx';
import { endpointsPath, type Place, webhookKey } from './place.ts';
import { SecretView } from './secret-view.tsx';

/** The form, then the secret. */
export default function NewEndpointDialog({
  environment,
  onClose,
}: Pick<Place, 'environment'> & { onClose(): void }) {
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
  return (
    <Dialog
      open
      onOpenChange={onClose}
      keepOpen={made !== undefined}
      title={made ? 'The endpoint is ready' : 'Add an endpoint'}
      description={
        made
          ? `Events are sent to ${made.url} from now on.`
          : 'Kaira sends every event to this address, signed.'
      }
    >
      {made ? (
        <SecretView secret={made.secret} onDone={onClose}>
          Your server needs it to tell our events from forged ones. If it gets lost, rotate it.
        </SecretView>
      ) : (
        <EndpointForm
          environment={environment}
          action="Add endpoint"
          busy={create.isPending}
          error={create.error}
          onSubmit={create.mutate}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
