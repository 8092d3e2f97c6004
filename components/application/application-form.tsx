'use client';

import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Application } from '#lib/applications/application';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { normaliseMobile } from '#lib/browser/phone';
import { AccountFields } from '../settlements/account-fields.tsx';
import { Button } from '../ui/button.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { Form, FormFault } from '../ui/form.tsx';
import { Section } from '../ui/section.tsx';
import { PapersSection } from './papers-section.tsx';

const path = '/api/dashboard/application';

interface ApplicationFormProps {
  application: Application | null;
  onChanged(): Promise<unknown>;
  onHandedIn(): Promise<unknown>;
}

/** What a business writes to go live. What is typed is kept whenever a field is left; papers are kept by themselves. */
export function ApplicationForm({ application, onChanged, onHandedIn }: ApplicationFormProps) {
  const form = useRef<HTMLFormElement>(null);
  /** One after the other, so that what was typed last is kept. */
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const kept = useRef<string>(undefined);
  const save = useMutation({
    mutationFn: (fields: Record<string, string>) => {
      const body = draftOf(fields);
      const text = JSON.stringify(body);
      const next = saving.current.then(async () => {
        if (text === kept.current) return;
        await call(path, { method: 'PATCH', body });
        kept.current = text;
      });
      saving.current = next.catch(() => undefined);
      return next;
    },
  });
  const handIn = useMutation({
    mutationFn: async (fields: Record<string, string>) => {
      await save.mutateAsync(fields);
      await call(`${path}/submit`, { method: 'POST' });
    },
    onSuccess: onHandedIn,
    onError: onChanged,
  });
  const saveNow = () => {
    if (form.current && !handIn.isPending) save.mutate(fieldsOf(form.current));
  };
  const faults = { ...faultsOf(save.error), ...faultsOf(handIn.error) };
  const ofAccount = Object.fromEntries(
    Object.entries(faults).flatMap(([name, said]) => {
      const [, field] = /^account\.(\w+)$/.exec(name) ?? [];
      return field ? [[field, said]] : [];
    }),
  );
  return (
    <>
      <Form ref={form} className="gap-0" onSend={(fields) => handIn.mutate(fields)} onBlur={saveNow}>
        <Section title={t('The business')} description={t('As the registrar and the tax office have it.')}>
          <div className="grid gap-4">
            <Field label={t('Registered name')} error={faults.legal_name}>
              {(control) => (
                <Input
                  {...control}
                  name="legal_name"
                  defaultValue={application?.legal_name ?? ''}
                  autoComplete="organization"
                  maxLength={200}
                />
              )}
            </Field>
            <Field label={t('Registration number')} error={faults.registration_number}>
              {(control) => (
                <Input
                  {...control}
                  name="registration_number"
                  defaultValue={application?.registration_number ?? ''}
                  autoComplete="off"
                  maxLength={60}
                />
              )}
            </Field>
            <Field label={t('TIN')} hint={t('The tax identification number.')} error={faults.tin}>
              {(control) => (
                <Input
                  {...control}
                  name="tin"
                  defaultValue={application?.tin ?? ''}
                  autoComplete="off"
                  maxLength={30}
                />
              )}
            </Field>
            <Field
              label={t('Owners')}
              hint={t(
                'The people who own it, one name a line. Of a company, everybody who has a quarter of it or more.',
              )}
              error={
                faults.owners ?? Object.entries(faults).find(([name]) => name.startsWith('owners.'))?.[1]
              }
            >
              {(control) => (
                <Textarea {...control} name="owners" defaultValue={application?.owners.join('\n') ?? ''} />
              )}
            </Field>
          </div>
        </Section>
        <Section
          title={t('Where your money goes')}
          description={t(
            'Your own balance is sent there when you ask for it. It is approved with your papers.',
          )}
        >
          <div className="grid gap-4">
            <AccountFields
              isOptional
              faults={{ ...ofAccount, holder: ofAccount.holder ?? faults.account }}
              {...(application?.account && {
                value: { ...application.account, kind: application.account.account_kind },
              })}
            />
          </div>
        </Section>
      </Form>
      <PapersSection files={application?.files ?? []} fault={faults.files} onChanged={onChanged} />
      <div className="border-t py-6">
        <FormFault>{faults.form}</FormFault>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="primary"
            className="h-11"
            busy={handIn.isPending}
            onClick={() => form.current && handIn.mutate(fieldsOf(form.current))}
          >
            {t('Hand in the papers')}
          </Button>
          <p aria-live="polite" className="text-[13px] text-muted-foreground">
            {save.isPending
              ? t('Keeping what you typed…')
              : save.error
                ? t('Not kept: see above.')
                : t('What you type is kept as you go.')}
          </p>
        </div>
      </div>
    </>
  );
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** An account that is not whole yet is left out, and stays in the form. */
function draftOf(fields: Record<string, string>) {
  const { legal_name, registration_number, tin, owners = '', kind, holder, ...rest } = fields;
  const { bank, account_number, provider, mobile } = rest;
  const account =
    kind === 'wallet'
      ? { kind, holder: plain(holder), provider, mobile: mobile?.trim() && normaliseMobile(mobile) }
      : { kind, holder: plain(holder), bank: plain(bank), account_number: plain(account_number) };
  return {
    legal_name: plain(legal_name),
    registration_number: plain(registration_number),
    tin: plain(tin),
    owners: owners
      .split('\n')
      .map(plain)
      .filter((name) => name !== ''),
    account: Object.values(account).every(Boolean) ? account : null,
  };
}

/** In one line, and composed as the server wants it. */
function plain(text = ''): string {
  return text.trim().replaceAll(/\s+/g, ' ').normalize('NFC');
}
