'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '#lib/browser/api';
import { fromTimeField, toTimeField } from '#lib/browser/banjul-time';
import { exactTime } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { countText } from './counts.ts';
import { type EndpointFields, EndpointForm } from './endpoint-form.tsx';
import { deliveriesPath, endpointsPath, type Place, webhookKey } from './place.ts';
import { SecretView } from './secret-view.tsx';

interface EndpointDialogProps extends Pick<Place, 'environment'> {
  endpoint: EndpointHealth;
  onClose(): void;
}

/** A change of one endpoint, after which everything about webhooks is read anew. */
function useChange<Answer, Given = void>(
  environment: Place['environment'],
  change: (given: Given) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // A secret stays nowhere.
    gcTime: 0,
    onSuccess: (answer) => {
      onSuccess?.(answer);
      return client.invalidateQueries({ queryKey: webhookKey(environment) });
    },
  });
}

export function EditDialog({ environment, endpoint, onClose }: EndpointDialogProps) {
  const path = `${endpointsPath}/${endpoint.id}?environment=${environment}`;
  const edit = useChange(
    environment,
    (fields: EndpointFields) => call(path, { method: 'PATCH', body: changed(endpoint, fields) }),
    () => {
      toast.success(t('The endpoint was changed.'));
      onClose();
    },
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Edit the endpoint')}
      description={t('It takes effect at once. What is already on its way keeps its payload form.')}
    >
      <EndpointForm
        initial={endpoint}
        environment={environment}
        action={t('Save')}
        busy={edit.isPending}
        error={edit.error}
        onSubmit={edit.mutate}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Only what differs, so that two people's changes at the same time do not undo each other. */
function changed(before: EndpointHealth, after: EndpointFields): Partial<EndpointFields> {
  const names = ['url', 'events', 'payload_form', 'description'] as const;
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name]]),
  );
}

export function RotateDialog({ environment, endpoint, onClose }: EndpointDialogProps) {
  const rotate = useChange(environment, () =>
    call<{ secret: string; previous_secret_expires_at: string }>(
      `${endpointsPath}/${endpoint.id}/rotate-secret?environment=${environment}`,
      { method: 'POST' },
    ),
  );
  if (rotate.data) {
    const { secret, previous_secret_expires_at } = rotate.data;
    return (
      <Dialog
        open
        keepOpen
        onOpenChange={onClose}
        title={t('The new secret')}
        description={t('The one before signs as well until {previousSecretExpiresAt}.', {
          previousSecretExpiresAt: exactTime(previous_secret_expires_at),
        })}
      >
        <SecretView secret={secret} onDone={onClose}>
          {t('Put it in place on your server before then.')}
        </SecretView>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Rotate the signing secret?')}
      description={
        endpoint.previous_secret_expires_at
          ? t(
              'A rotation is under way. Another one makes a third secret: the new one and the present one sign for 24 hours, and the one before them signs nothing from now on.',
            )
          : t(
              'The endpoint gets a new secret, shown once. For 24 hours the new one and the present one (…{secretLast4}) both sign, so a server that checks with either goes on working; then only the new one does.',
              { secretLast4: endpoint.secret_last4 },
            )
      }
      action={t('Rotate the secret')}
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
    />
  );
}

function onTheWay(count: number): string {
  return plural(count, { one: '{count} delivery on the way.', other: '{count} deliveries on the way.' });
}

interface ReplayDialogProps extends EndpointDialogProps {
  /** For the words on the button: what was counted. */
  count: string;
}

export function ReplayDialog({ environment, endpoint, count, onClose }: ReplayDialogProps) {
  const replay = useChange(
    environment,
    (since: string | undefined) =>
      call<{ count: number }>(`${endpointsPath}/${endpoint.id}/replay?environment=${environment}`, {
        method: 'POST',
        body: since === undefined ? {} : { since },
      }),
    (answer) => {
      toast.success(onTheWay(answer.count));
      onClose();
    },
  );
  return (
    <SinceDialog
      title={t('Replay what was missed?')}
      description={plural(
        count === '1' ? 1 : 2,
        {
          one: '{count} delivery was skipped while the endpoint took nothing. They are sent now, each with the same bytes and the same event id as it would have had; repeating this sends nothing twice.',
          other:
            '{count} deliveries were skipped while the endpoint took nothing. They are sent now, each with the same bytes and the same event id as it would have had; repeating this sends nothing twice.',
        },
        { count },
      )}
      label={t('Since (optional)')}
      hint={t('Banjul time. Without it, everything that was missed.')}
      action={t('Replay')}
      busy={replay.isPending}
      error={replay.error}
      onSince={replay.mutate}
      onClose={onClose}
    />
  );
}

const DAY_MS = 86_400_000;

export function ResendFailedDialog({ environment, endpoint, onClose }: EndpointDialogProps) {
  const resend = useChange(
    environment,
    (since: string | undefined) =>
      call<{ count: number }>(`${deliveriesPath}/resend-failed?environment=${environment}`, {
        method: 'POST',
        body: { since, endpoint_id: endpoint.id },
      }),
    (answer) => {
      toast.success(answer.count === 0 ? t('Nothing has failed since then.') : onTheWay(answer.count));
      onClose();
    },
  );
  const { deliveries } = endpoint;
  return (
    <SinceDialog
      title={t('Resend what failed?')}
      description={t(
        'Every delivery to this endpoint since the time below that failed, for good ({failed} in {periodDays} days) or so far ({pending} pending), is sent now, with the whole retry schedule before it. Your server knows a repeated event by its webhook-id.',
        {
          failed: countText(deliveries, 'failed'),
          periodDays: deliveries.period_days,
          pending: countText(deliveries, 'waiting'),
        },
      )}
      label={t('Since')}
      hint={t('When the delivery was made, Banjul time.')}
      initial={toTimeField(new Date(Date.now() - deliveries.period_days * DAY_MS).toISOString())}
      action={t('Resend')}
      busy={resend.isPending}
      error={resend.error}
      onSince={resend.mutate}
      onClose={onClose}
    />
  );
}

interface SinceDialogProps {
  title: string;
  description: string;
  label: string;
  hint: string;
  /** Given where a time is needed. */
  initial?: string | undefined;
  action: string;
  busy: boolean;
  error: Error | null;
  onSince(since: string | undefined): void;
  onClose(): void;
}

function SinceDialog({ title, description, label, hint, initial, ...rest }: SinceDialogProps) {
  const { action, busy, error, onSince, onClose } = rest;
  const [isMissing, setMissing] = useState(false);
  const fault =
    (error instanceof ApiError ? error.field('since') : undefined) ??
    (isMissing ? t('Give a day and a time.') : undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const since = fromTimeField(String(new FormData(event.currentTarget).get('since')));
    const isNeeded = initial !== undefined && since === undefined;
    setMissing(isNeeded);
    if (!isNeeded) onSince(since);
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <Field label={label} hint={hint} error={fault}>
          {(control) => <Input {...control} type="datetime-local" name="since" defaultValue={initial} />}
        </Field>
        {error && !fault && (
          <p role="alert" className="text-failed">
            {error.message}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function DeleteDialog({
  environment,
  endpoint,
  onClose,
  onDeleted,
}: EndpointDialogProps & { onDeleted(): void }) {
  const remove = useChange(
    environment,
    () => call(`${endpointsPath}/${endpoint.id}?environment=${environment}`, { method: 'DELETE' }),
    () => {
      toast.success(t('The endpoint was deleted.'));
      onDeleted();
    },
  );
  const { waiting } = endpoint.deliveries;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete this endpoint?')}
      description={
        waiting === 0
          ? t(
              'Nothing is sent to {url} any more. Its secret is gone for good; its deliveries stay in the log. This cannot be undone.',
              { url: endpoint.url },
            )
          : plural(
              waiting,
              {
                one: 'Nothing is sent to {url} any more; {count} pending delivery is skipped. Its secret is gone for good; its deliveries stay in the log. This cannot be undone.',
                other:
                  'Nothing is sent to {url} any more; {count} pending deliveries are skipped. Its secret is gone for good; its deliveries stay in the log. This cannot be undone.',
              },
              { url: endpoint.url, count: countText(endpoint.deliveries, 'waiting') },
            )
      }
      action={t('Delete the endpoint')}
      danger
      busy={remove.isPending || remove.isSuccess}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  );
}
