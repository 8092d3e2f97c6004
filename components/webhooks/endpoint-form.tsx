'use client';

import { type FormEvent, useState } from 'react';
import { ApiError } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';
import type { EventType } from '#lib/webhooks/event-types';
import { Button } from '../ui/button.tsx';
import { Checkbox, Field, Input, Select } from '../ui/field.tsx';
import { eventMeanings, isToldInLegacyForm } from './event-meanings.ts';

export interface EndpointFields {
  url: string;
  events: EventType[];
  payload_form: 'current' | 'legacy';
  description: string | null;
}

const EXAMPLE_URL = 'https://shop.example/webhooks';

interface EndpointFormProps {
  initial?: Pick<EndpointHealth, 'url' | 'events' | 'payload_form' | 'description'>;
  environment: 'SANDBOX' | 'LIVE';
  action: string;
  busy: boolean;
  error: Error | null;
  onSubmit(fields: EndpointFields): void;
  onCancel(): void;
}

/** What an endpoint is made of; the same for a new one and for a change. */
export function EndpointForm({
  initial,
  environment,
  action,
  busy,
  error,
  onSubmit,
  onCancel,
}: EndpointFormProps) {
  const [isAll, setAll] = useState((initial?.events.length ?? 0) === 0);
  const [chosen, setChosen] = useState<readonly string[]>(initial?.events ?? []);
  const [payloadForm, setPayloadForm] = useState<string>(initial?.payload_form ?? 'current');
  const [noneChosen, setNoneChosen] = useState(false);
  const fault = (path: string) => (error instanceof ApiError ? error.field(path) : undefined);
  const isElsewhere = error && !['url', 'events', 'payload_form', 'description'].some(fault);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    setNoneChosen(!isAll && chosen.length === 0);
    if (!isAll && chosen.length === 0) return;
    const description = String(given.get('description')).trim();
    onSubmit({
      url: String(given.get('url')).trim(),
      events: isAll ? [] : (chosen as EventType[]),
      payload_form: payloadForm as EndpointFields['payload_form'],
      description: description === '' ? null : description,
    });
  };
  const toggle = (event: string) =>
    setChosen(chosen.includes(event) ? chosen.filter((each) => each !== event) : [...chosen, event]);
  const eventsFault = fault('events') ?? (noneChosen ? t('Choose at least one event, or all.') : undefined);

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="URL"
        hint={
          environment === 'LIVE'
            ? t('An https address of your server that the whole internet can reach.')
            : t('An https address of your server. On the demo also http and localhost.')
        }
        error={fault('url')}
      >
        {(control) => (
          <Input
            {...control}
            name="url"
            type="url"
            inputMode="url"
            defaultValue={initial?.url}
            placeholder={EXAMPLE_URL}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            required
          />
        )}
      </Field>
      <Field label={t('Description (optional)')} error={fault('description')}>
        {(control) => (
          <Input
            {...control}
            name="description"
            defaultValue={initial?.description ?? ''}
            placeholder={t('The shop’s order server')}
            maxLength={255}
            autoComplete="off"
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-2 font-semibold">{t('Events')}</legend>
        <div className="grid gap-2">
          <Choice
            name={t('Every event')}
            hint={t('also those that will be added')}
            checked={isAll}
            onChoose={() => setAll(true)}
          />
          <Choice name={t('Only these')} checked={!isAll} onChoose={() => setAll(false)} />
        </div>
        {!isAll && (
          <div className="mt-3 ml-6.5 grid gap-2 sm:grid-cols-2">
            {eventMeanings.map(([event, meaning]) => (
              <Checkbox
                key={event}
                checked={chosen.includes(event)}
                onChange={() => toggle(event)}
                label={
                  <>
                    <code className="font-mono text-[13px]">{event}</code>
                    <span className="block text-[13px] text-muted-foreground">
                      {meaning()}
                      {payloadForm === 'legacy' &&
                        !isToldInLegacyForm(event) &&
                        t('; not sent in the earlier form')}
                    </span>
                  </>
                }
              />
            ))}
          </div>
        )}
        {eventsFault && (
          <p role="alert" className="mt-2 text-[13px] text-failed">
            {eventsFault}
          </p>
        )}
      </fieldset>
      <Field
        label={t('Payload form')}
        hint={
          payloadForm === 'legacy'
            ? t('transaction.completed, for a receiver that exists; it tells of final states only.')
            : t('What the guide describes. Take it for everything you build.')
        }
        error={fault('payload_form')}
      >
        {(control) => (
          <Select {...control} value={payloadForm} onChange={(event) => setPayloadForm(event.target.value)}>
            <option value="current">{t('Current')}</option>
            <option value="legacy">{t('Earlier (legacy)')}</option>
          </Select>
        )}
      </Field>
      {isElsewhere && (
        <p role="alert" className="text-failed">
          {error.message}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

function Choice({
  name,
  hint,
  checked,
  onChoose,
}: {
  name: string;
  hint?: string;
  checked: boolean;
  onChoose(): void;
}) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="radio"
        name="which"
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 flex-none accent-primary"
      />
      <span>
        {name}
        {hint && <span className="text-muted-foreground">, {hint}</span>}
      </span>
    </label>
  );
}
