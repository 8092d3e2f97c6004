'use client';

import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ApiError, call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';
import type { presentTestAttempt } from '#lib/webhooks/send-test';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Select } from '../ui/field.tsx';
import { AnswerState, AttemptFacts } from './attempt.tsx';
import { eventMeanings, isToldInLegacyForm } from './event-meanings.ts';
import { endpointsPath, type Place } from './place.ts';

type TestAttempt = ReturnType<typeof presentTestAttempt>;

interface SendTestDialogProps extends Pick<Place, 'environment'> {
  endpoint: EndpointHealth;
  onClose(): void;
}

/** Which event, then what the server said to it. */
export default function SendTestDialog({ environment, endpoint, onClose }: SendTestDialogProps) {
  const send = useMutation({
    mutationFn: (event: string) =>
      call<TestAttempt>(`${endpointsPath}/${endpoint.id}/test?environment=${environment}`, {
        method: 'POST',
        body: { event },
      }),
  });
  const fault = send.error instanceof ApiError ? send.error.field('event') : undefined;
  const events = eventMeanings.filter(
    ([event]) => endpoint.payload_form === 'current' || isToldInLegacyForm(event),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send.mutate(String(new FormData(event.currentTarget).get('event')));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Send a test event')}
      description={t(
        'A signed example with "test": true, of a payment that does not exist. It is sent once and stands in no log.',
      )}
      className="max-w-2xl"
    >
      <form method="post" onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <Field label={t('Event')} error={fault} className="min-w-0 flex-1 basis-60">
          {(control) => (
            <Select {...control} name="event">
              {events.map(([event, meaning]) => (
                <option key={event} value={event}>
                  {event} – {meaning()}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" variant="primary" busy={send.isPending}>
          {send.data ? t('Send again') : t('Send')}
        </Button>
      </form>
      {send.isPending && (
        <p role="status" className="mt-4 text-muted-foreground">
          {t('Waiting for your server’s answer, 10 seconds at most.')}
        </p>
      )}
      {send.error && !fault && (
        <p role="alert" className="mt-4 text-failed">
          {send.error.message}
        </p>
      )}
      {send.data && !send.isPending && (
        <div role="status" className="mt-5 grid gap-3 border-t pt-4">
          <AnswerState attempt={send.data} />
          <AttemptFacts attempt={send.data} />
          <CodeBlock label={t('Body')} text={send.data.request_body} />
        </div>
      )}
    </Dialog>
  );
}
