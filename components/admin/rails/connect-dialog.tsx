'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { refusal, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

interface ConnectDialogProps {
  rail: RailView;
  onClose(): void;
  onDone(): void;
}

/** All that a live rail is reached by, given at once; what was set before is replaced as a whole. */
export function ConnectDialog({ rail: { provider, connection }, onClose, onDone }: ConnectDialogProps) {
  const [isSameWallet, setIsSameWallet] = useState(false);
  const save = useMutation({
    mutationFn: (fields: Record<string, string>) =>
      call<RailView['connection']>(`/api/admin/rails/${provider}/connection`, {
        method: 'POST',
        body: { fields, same_wallet: isSameWallet },
      }),
    onSuccess: (after) => {
      onClose();
      toast.success(
        after?.request
          ? t('Asked. A colleague has to approve it before {rail} is reached so.', {
              rail: railName(provider),
            })
          : t('{rail} is connected. It is probed within seconds.', { rail: railName(provider) }),
      );
      onDone();
    },
  });
  const faults = faultsOf(save.error);
  const isNew = connection?.state === 'none';
  const approval = t(
    'Real money moves over it: a colleague has to approve it, but for a rail that was never connected before.',
  );
  const hasWallet = connection !== null && (connection.wallet !== null || connection.draining.length > 0);
  return (
    <FormDialog
      title={
        isNew
          ? t('Connect {rail}', { rail: railName(provider) })
          : t('Replace the credentials of {rail}', { rail: railName(provider) })
      }
      description={
        connection?.state === 'settings'
          ? t(
              'What is set here counts instead of the server’s settings, for every server within two seconds. {approval}',
              { approval },
            )
          : t('Every server uses it within two seconds. {approval}', { approval })
      }
      action={isNew ? t('Connect the rail') : t('Replace the credentials')}
      busy={save.isPending}
      fault={faults.form}
      onSend={save.mutate}
      onClose={onClose}
    >
      {connection?.fields.map(({ name, label, kind, value }) => (
        <Field
          key={name}
          label={refusal(label)}
          error={faults[`fields.${name}`]}
          {...(kind === 'secrets' && { hint: t('Several, for a rotation, are separated by commas.') })}
        >
          {(control) => (
            <Input
              {...control}
              name={name}
              type={kind === 'secret' || kind === 'secrets' ? 'password' : 'text'}
              inputMode={kind === 'url' ? 'url' : 'text'}
              autoComplete={kind === 'url' || kind === 'text' ? 'off' : 'new-password'}
              defaultValue={value ?? ''}
              spellCheck={false}
              required
            />
          )}
        </Field>
      ))}
      {hasWallet && (
        <div className="grid gap-1">
          <Checkbox
            label={t('Same wallet, new key')}
            checked={isSameWallet}
            onChange={(event) => setIsSameWallet(event.target.checked)}
          />
          <p className="text-[13px] text-muted-foreground">
            {t(
              'Tick this when the rail gave you a new key for the wallet that is connected. The rail is asked about the newest payment of that wallet, and must know it, unless the key of now never opened anything. Without it, payments that are under way go on with the key of now until they have ended, so it must stay valid for so long.',
            )}
          </p>
        </div>
      )}
      <p className="text-[13px] text-muted-foreground">
        {t('Secrets are kept encrypted and never shown again. The audit log names the fields and no value.')}
      </p>
    </FormDialog>
  );
}
