'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import type { addUser } from '#lib/users/add-user';
import { Field, Input } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { RoleField } from './role-field.tsx';
import { askedForLink, roleMeanings, type Side } from './roles.ts';

interface AddPersonDialogProps {
  path: string;
  side: Side;
  isOperators: boolean;
  onClose(): void;
  onAdded(): void;
}

/** Adds somebody and shows the link with which they set a password; an operator asks for it first. */
export default function AddPersonDialog({ path, side, isOperators, onClose, onAdded }: AddPersonDialogProps) {
  const add = useMutation({
    mutationFn: (body: Record<string, string>) =>
      call<Partial<Awaited<ReturnType<typeof addUser>>>>(path, { method: 'POST', body }),
    gcTime: 0,
    onSuccess: () => {
      onAdded();
      if (!isOperators) return;
      onClose();
      toast.success(askedForLink());
    },
  });
  if (add.data?.user && add.data.invitation) {
    const { user, invitation } = add.data;
    return (
      <InvitationDialog
        title={t('{name} was added', { name: user.name })}
        invitation={invitation}
        onClose={onClose}
      >
        {side === 'staff' &&
          t('Another operator has to confirm them, under Approvals. Until then they sign in and only read.')}
      </InvitationDialog>
    );
  }
  const faults = faultsOf(add.error, { INVALID_STATE: 'email' });
  return (
    <FormDialog
      title={t('Add a person')}
      description={
        isOperators
          ? t(
              'Another operator decides this, under Approvals, and the client’s owners are told. Then you are shown a link to send them, once.',
            )
          : t('You get a link to send them, with which they set a password of their own.')
      }
      action={isOperators ? t('Send the request') : t('Add the person')}
      busy={add.isPending}
      fault={faults.form}
      onSend={add.mutate}
      onClose={onClose}
    >
      <Field label={t('Name')} error={faults.name}>
        {(control) => (
          <Input {...control} name="name" autoComplete="off" required maxLength={100} autoFocus />
        )}
      </Field>
      <Field label={t('E-mail')} hint={t('They sign in with it.')} error={faults.email}>
        {(control) => (
          <Input {...control} name="email" type="email" autoComplete="off" required maxLength={254} />
        )}
      </Field>
      {/* The role that may do least. */}
      <RoleField side={side} initial={roleMeanings[side].at(-1)?.role ?? ''} error={faults.role} />
    </FormDialog>
  );
}
