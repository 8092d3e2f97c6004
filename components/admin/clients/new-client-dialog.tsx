'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { parsePercent } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { normaliseMobile } from '#lib/browser/phone';
import type { openClient } from '#lib/clients/open-client';
import { rich } from '../../language/rich.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Time } from '../../ui/time.tsx';

type Opened = Awaited<ReturnType<typeof openClient>>;

const fields = [
  { name: 'name', label: later('Name of the business'), type: 'text' },
  { name: 'business_email', label: later('E-mail of the business'), type: 'email' },
  {
    name: 'business_phone',
    label: later('Phone'),
    type: 'tel',
    hint: later('7 or 9 digits, with or without +220.'),
  },
  {
    name: 'commission',
    label: later('Commission on collections, in per cent'),
    type: 'text',
    hint: later('Such as 1.5.'),
  },
  { name: 'owner_name', label: later('Name of the owner'), type: 'text' },
  { name: 'owner_email', label: later('E-mail that the owner signs in with'), type: 'email' },
] as const;

/** Makes a client with its owner, then shows the owner's invitation: the only time that its link is seen. */
export function NewClientDialog({ onClose, onCreated }: { onClose(): void; onCreated(): void }) {
  const [fault, setFault] = useState<string>();
  const create = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      call<Opened>('/api/admin/clients', { method: 'POST', body }),
    onSuccess: onCreated,
  });
  const send = ({ commission = '', business_phone: phone = '', ...rest }: Record<string, string>) => {
    const bps = parsePercent(commission);
    setFault(bps === undefined ? t('Write a number with at most two digits after the point.') : undefined);
    if (bps !== undefined)
      create.mutate({ ...rest, business_phone: normaliseMobile(phone), commission_bps: bps });
  };
  if (create.data) return <OwnerInvitation opened={create.data} onClose={onClose} />;
  const { commission_bps: refused, ...others } = faultsOf(create.error);
  const faults: Record<string, string | undefined> = { ...others, commission: fault ?? refused };
  return (
    <FormDialog
      title={t('New client')}
      description={t(
        'It gets its accounts in both environments and an owner, who sets a password by a link. Keys are asked for by the owner.',
      )}
      action={t('Create the client')}
      busy={create.isPending}
      fault={faults.form}
      onSend={send}
      onClose={onClose}
    >
      {fields.map(({ name, label, type, ...rest }) => (
        <Field key={name} label={label()} error={faults[name]} {...('hint' in rest && { hint: rest.hint() })}>
          {(control) => (
            <Input
              {...control}
              name={name}
              type={type}
              required
              autoComplete="off"
              {...(name === 'commission' && { defaultValue: '1.5', inputMode: 'decimal' as const })}
              {...(name === 'business_phone' && { placeholder: '+2207012345' })}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  );
}

function OwnerInvitation({ opened, onClose }: { opened: Opened; onClose(): void }) {
  const { client, invitation } = opened;
  const link = new URL(invitation.path, window.location.origin).href;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('{client} was created', { client: client.name })}
      description={t(
        'Send this link to the owner, by a way that only they read. It works once. You will not see it again.',
      )}
    >
      <p className="rounded-md border bg-surface p-3">
        <Copyable value={link} />
      </p>
      <p className="mt-2 text-[13px] text-muted-foreground">
        {rich('It ends {time}.', { time: <Time at={invitation.expires_at} /> })}
      </p>
      <FormActions>
        <Button asChild>
          <Link href={`/admin/clients/${client.id}`}>{t('Open the client')}</Link>
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </FormActions>
    </Dialog>
  );
}
