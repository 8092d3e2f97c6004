'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { roleName } from '#lib/browser/role-names';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { RoleField } from './role-field.tsx';
import type { Side } from './roles.ts';
import type { Person } from './team-page.tsx';

interface RoleDialogProps {
  person: Person;
  path: string;
  side: Side;
  isOperators: boolean;
  onClose(): void;
  onDone(): void;
}

export function RoleDialog({ person, path, side, isOperators, onClose, onDone }: RoleDialogProps) {
  const [role, setRole] = useState<string>(person.role);
  const change = useMutation({
    mutationFn: () => call<Person>(`${path}/${person.id}`, { method: 'PATCH', body: { role } }),
    onSuccess: () => {
      onClose();
      toast.success(t('{name} is {role} now.', { name: person.name, role: roleName(role) }));
      onDone();
    },
  });
  const faults = faultsOf(change.error);
  return (
    <FormDialog
      title={t('Change the role of {name}', { name: person.name })}
      description={descriptionOf(side, isOperators)}
      action={t('Change the role')}
      disabled={role === person.role}
      busy={change.isPending}
      fault={faults.form}
      onSend={() => change.mutate()}
      onClose={onClose}
    >
      <RoleField
        side={side}
        isOperators={isOperators}
        initial={person.role}
        error={faults.role}
        onChange={setRole}
      />
    </FormDialog>
  );
}

function descriptionOf(side: Side, isOperators: boolean): string {
  const when = t('It counts from their next request on. They stay signed in.');
  if (isOperators) {
    return `${when} ${t('You can make somebody a viewer; any other role is an owner’s to give.')}`;
  }
  return side === 'staff'
    ? `${when} ${t('Whoever becomes an admin is confirmed by another operator first.')}`
    : when;
}
