'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
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
      title={made ? t('The endpoint is ready') : t('Add an endpoint')}
      description={
        made
          ? t('Events are sent to {url} from now on.', { url: made.url })
          : t('Kaira sends every event to this address, signed.')
      }
    >
      {made ? (
        <SecretView secret={made.secret} onDone={onClose}>
          {t('Your server needs it to tell our events from forged ones. If it gets lost, rotate it.')}
        </SecretView>
      ) : (
        <EndpointForm
          environment={environment}
          action={t('Add endpoint')}
          busy={create.isPending}
          error={create.error}
          onSubmit={create.mutate}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
