'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '#lib/browser/api';
import { fromTimeField, toTimeField } from '#lib/browser/banjul-time';
import { exactTime } from '#lib/browser/format';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { countText, deliveriesText } from './counts.ts';
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
      toast.success('The endpoint was changed.');
      onClose();
    },
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Edit the endpoint"
      description="It takes effect at once. What is already on its way keeps its payload form."
    >
      <EndpointForm
        initial={endpoint}
        environment={environment}
        action="Save"
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
        title="The new secret"
        description={`The one before signs as well until ${exactTime(previous_secret_expires_at)}.`}
      >
        <SecretView secret={secret} onDone={onClose}>
          Put it in place on your server before then.
        </SecretView>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Rotate the signing secret?"
      description={
        endpoint.previous_secret_expires_at
          ? 'A rotation is under way. Another one makes a third secret: the new one and the present one sign for 24 hours, and the one before them signs nothing from now on.'
          : `The endpoint gets a new secret, shown once. For 24 hours the new one and the present one (…${endpoint.secret_last4}) both sign, so a server that checks with either goes on working; then only the new one does.`
      }
      action="Rotate the secret"
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
    />
  );
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
      toast.success(`${deliveriesText(answer.count)} on the way.`);
      onClose();
    },
  );
  return (
    <SinceDialog
      title="Replay what was missed?"
      description={`${count} ${count === '1' ? 'delivery was' : 'deliveries were'} skipped while the endpoint took nothing. They are sent now, each with the same bytes and the same event id as it would have had; repeating this sends nothing twice.`}
      label="Since (optional)"
      hint="Banjul time. Without it, everything that was missed."
      action="Replay"
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
      toast.success(
        answer.count === 0 ? 'Nothing has failed since then.' : `${deliveriesText(answer.count)} on the way.`,
      );
      onClose();
    },
  );
  const { deliveries } = endpoint;
  return (
    <SinceDialog
      title="Resend what failed?"
      description={`Every delivery to this endpoint since the time below that failed, for good (${countText(deliveries, 'failed')} in ${deliveries.period_days} days) or so far (${countText(deliveries, 'waiting')} pending), is sent now, with the whole retry schedule before it. Your server knows a repeated event by its webhook-id.`}
      label="Since"
      hint="When the delivery was made, Banjul time."
      initial={toTimeField(new Date(Date.now() - deliveries.period_days * DAY_MS).toISOString())}
      action="Resend"
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
    (isMissing ? 'Give a day and a time.' : undefined);
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
          <Button onClick={onClose}>Cancel</Button>
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
      toast.success('The endpoint was deleted.');
      onDeleted();
    },
  );
  const { waiting } = endpoint.deliveries;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete this endpoint?"
      description={`Nothing is sent to ${endpoint.url} any more${waiting > 0 ? `; ${countText(endpoint.deliveries, 'waiting')} pending ${waiting === 1 ? 'delivery is' : 'deliveries are'} skipped` : ''}. Its secret is gone for good; its deliveries stay in the log. This cannot be undone.`}
      action="Delete the endpoint"
      danger
      busy={remove.isPending || remove.isSuccess}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  );
}
