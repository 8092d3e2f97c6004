'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '#lib/browser/api';
import { fromTimeField, toTimeField } from '#lib/browser/banjul-time';
import { parseHeaders } from '#lib/browser/header-lines';
import { t } from '#lib/browser/language/words';
import type { SignatureDiagnosis } from '#lib/webhooks/diagnose-signature';
import { rich } from '../language/rich.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { Field, Input, Select, Textarea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Diagnosis } from './diagnosis.tsx';
import { endpointsPath, GUIDE_HREF, type Place } from './place.ts';
import { SectionHeader } from './section-nav.tsx';

interface SignatureDebuggerProps extends Place {
  endpoints: { id: string; url: string }[];
  /** What stands in the fields at first: of a delivery, or of the address. */
  given: { endpointId?: string; body?: string; headers?: string; receivedAt?: string | undefined };
}

const HEADERS = 'webhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…\nx-gw-signature: …';
const BODY = '{"event":"payment.succeeded","data":{…';

type Request = { endpoint: string; body: Record<string, unknown> };

/** What a server received, put beside what we sent: it says why the signature does not match. */
export function SignatureDebugger({ environment, home, endpoints, given }: SignatureDebuggerProps) {
  const [headersFault, setHeadersFault] = useState<string>();
  const [isBase64, setBase64] = useState(false);
  const debug = useMutation({
    mutationFn: ({ endpoint, body }: Request) =>
      call<SignatureDiagnosis>(`${endpointsPath}/${endpoint}/debug-signature?environment=${environment}`, {
        method: 'POST',
        body,
      }),
  });
  const result = useRef<HTMLElement>(null);
  // On a phone it stands below the form.
  useEffect(() => {
    const top = debug.data && result.current?.getBoundingClientRect().top;
    if (top && top > window.innerHeight - 100) result.current?.scrollIntoView();
  }, [debug.data]);
  const fault = (path: string) => (debug.error instanceof ApiError ? debug.error.field(path) : undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const read = parseHeaders(fields.headers ?? '');
    setHeadersFault('fault' in read ? read.fault : undefined);
    if ('fault' in read) return;
    const computed = fields.computed_signature?.trim();
    const receivedAt = fromTimeField(fields.received_at);
    debug.mutate({
      endpoint: fields.endpoint ?? '',
      body: {
        ...(isBase64 ? { body_base64: fields.body?.replace(/\s/g, '') } : { body: fields.body }),
        headers: read.headers,
        ...(computed && { computed_signature: computed }),
        ...(receivedAt && { received_at: receivedAt }),
      },
    });
  };
  const faults = ['body', 'body_base64', 'headers', 'computed_signature', 'received_at'];
  const isElsewhere = debug.error && !faults.some(fault);

  if (endpoints.length === 0) {
    return (
      <>
        <SectionHeader home={home} />
        <EmptyState
          title={t('No endpoint yet')}
          action={
            <Button asChild variant="primary">
              <Link href={`${home}/webhooks`}>{t('See the endpoints')}</Link>
            </Button>
          }
        >
          {t('When one of your endpoints refuses a signature, this page says why.')}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <SectionHeader home={home} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <form method="post" noValidate onSubmit={submit} className="grid min-w-0 gap-5">
          <Field label={t('Endpoint')}>
            {(control) => (
              <Select {...control} name="endpoint" defaultValue={given.endpointId}>
                {endpoints.map(({ id, url }) => (
                  <option key={id} value={id}>
                    {url}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={t('Headers')}
            hint={t('As your server got them: lines of "Name: value", or a JSON object.')}
            error={headersFault ?? fault('headers')}
          >
            {(control) => (
              <Textarea
                {...control}
                name="headers"
                rows={7}
                defaultValue={given.headers}
                placeholder={HEADERS}
                spellCheck={false}
                autoComplete="off"
                className="font-mono text-[13px]"
              />
            )}
          </Field>
          <Field
            label={t('Body')}
            hint={t('What your code computes the signature of, as exactly as you have it.')}
            error={fault('body') ?? fault('body_base64')}
          >
            {(control) => (
              <Textarea
                {...control}
                name="body"
                rows={6}
                defaultValue={given.body}
                placeholder={BODY}
                spellCheck={false}
                autoComplete="off"
                className="font-mono text-[13px] break-all"
              />
            )}
          </Field>
          <fieldset className="-mt-2 flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
            <legend className="sr-only">{t('How the body is given')}</legend>
            <BodyForm name={t('Text')} checked={!isBase64} onChoose={() => setBase64(false)} />
            <BodyForm
              name={t('Base64, for bytes that are no text')}
              checked={isBase64}
              onChoose={() => setBase64(true)}
            />
          </fieldset>
          <Field
            label={t('Computed signature (optional)')}
            hint={t('What your own code came to, hex or base64.')}
            error={fault('computed_signature')}
          >
            {(control) => (
              <Input
                {...control}
                name="computed_signature"
                spellCheck={false}
                autoComplete="off"
                className="font-mono text-[13px]"
              />
            )}
          </Field>
          <Field
            label={t('Received at (optional)')}
            hint={t('Banjul time; without it, now.')}
            error={fault('received_at')}
          >
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                step={1}
                name="received_at"
                defaultValue={toTimeField(given.receivedAt, 'seconds')}
                className="max-w-64"
              />
            )}
          </Field>
          {isElsewhere && <Notice kind="error">{debug.error?.message}</Notice>}
          <div>
            <Button type="submit" variant="primary" busy={debug.isPending}>
              {t('Find the cause')}
            </Button>
          </div>
        </form>
        <section ref={result} aria-label={t('Result')} aria-live="polite" className="min-w-0 scroll-mt-20">
          {debug.data ? <Diagnosis diagnosis={debug.data} /> : <Hints />}
        </section>
      </div>
    </>
  );
}

function BodyForm({ name, checked, onChoose }: { name: string; checked: boolean; onChoose(): void }) {
  return (
    <label className="flex items-center gap-2">
      <input
        type="radio"
        name="body_form"
        checked={checked}
        onChange={onChoose}
        className="size-4 accent-primary"
      />
      {name}
    </label>
  );
}

function Hints() {
  return (
    <div className="rounded-lg border border-dashed px-5 py-6 text-muted-foreground">
      <p className="font-semibold text-foreground">{t('What you get here')}</p>
      <ul className="mt-2 grid list-disc gap-1.5 pl-4">
        <li>{t('Whether a correct verifier with this endpoint’s secret accepts the request.')}</li>
        <li>
          {t('What was changed on the way: JSON that was printed anew, a body that was cut off, a header.')}
        </li>
        <li>
          {t(
            'Whose secret signed it, when it is another endpoint’s, the one before, or the other environment’s.',
          )}
        </li>
        <li>{t('With the computed signature: which mistake makes exactly that one.')}</li>
      </ul>
      <p className="mt-3">
        {rich(
          'A delivery’s page fills in what we sent. How to verify stands in {guide}. Nothing that you paste is kept, and no secret is shown.',
          {
            guide: (
              <a href={GUIDE_HREF} className="text-primary underline underline-offset-4">
                {t('the guide')}
              </a>
            ),
          },
        )}
      </p>
    </div>
  );
}
