'use client';

import { useState } from 'react';
import { t } from '#lib/browser/language/words';
import { roleName } from '#lib/browser/role-names';
import { Field, Select } from '../ui/field.tsx';
import { roleMeanings, type Side } from './roles.ts';

interface RoleFieldProps {
  side: Side;
  /** An operator gives a client's person no role but the least. */
  isOperators?: boolean;
  initial: string;
  error: string | undefined;
  onChange?(role: string): void;
}

/** The role, with what it is good for under it. */
export function RoleField({ side, isOperators = false, initial, error, onChange }: RoleFieldProps) {
  const [role, setRole] = useState(initial);
  const all = roleMeanings[side];
  const roles = isOperators ? all.filter((each) => each.role === initial || each === all.at(-1)) : all;
  return (
    <Field label={t('Role')} hint={roles.find((each) => each.role === role)?.meaning()} error={error}>
      {(control) => (
        <Select
          {...control}
          name="role"
          className="capitalize"
          value={role}
          onChange={(event) => {
            setRole(event.target.value);
            onChange?.(event.target.value);
          }}
        >
          {roles.map((each) => (
            <option key={each.role} value={each.role}>
              {roleName(each.role)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
