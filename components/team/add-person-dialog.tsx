'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import type { addUser } from '#lib/users/add-user';
import { Field, Input } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { RoleField } from './role-field.tsx';
import { roleMeanings, type Side } from './roles.ts';

interface AddPersonDialogProps {
  path: string;
  side: Side;
  onClose(): void;
  onAdded(): void;
}

/** Adds somebody and shows the link with which they set a password. */
export default function AddPersonDialog({ path, side, onClose, onAdded }: AddPersonDialogProps) {
  const add = useMutation({
    mutationFn: (body: Record<string, string>) =>
      call<Awaited<ReturnType<typeof addUser>>>(path, { method: 'POST', body }),
    gcTime: 0,
    onSuccess: onAdded,
  });
  if (add.data) {
    const { user, invitation } = add.data;
    return <InvitationDialog title={`${user.name} was added`} invitation={invitation} onClose={onClose} />;
  }
  const faults = faultsOf(add.error, { INVALID_STATE: 'email' });
  return (
    <FormDialog
      title="Add a person"
      description="You get a link to send them, with which they set a password of their own."
      action="Add the person"
      busy={add.isPending}
      fault={faults.form}
      onSend={add.mutate}
      onClose={onClose}
    >
      <Field label="Name" error={faults.name}>
        {(control) => (
          <Input {...control} name="name" autoComplete="off" required maxLength={100} autoFocus />
        )}
      </Field>
      <Field label="E-mail" hint="They sign in with it." error={faults.email}>
        {(control) => (
          <Input {...control} name="email" type="email" autoComplete="off" required maxLength={254} />
        )}
      </Field>
      {/* The role that may do least. */}
      <RoleField side={side} initial={roleMeanings[side].at(-1)?.role ?? ''} error={faults.role} />
    </FormDialog>
  );
}
