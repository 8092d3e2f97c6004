import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { Role } from '#lib/auth/sessions';

/** The columns of a user that a dashboard may show: no hash and no secret is among them. */
export interface UserRow {
  id: string;
  email: string;
  name: string;
  role: Role;
  has_password: boolean;
  two_factor: boolean;
  disabled: boolean;
  created_at: string;
}

export function userColumns(): Fragment {
  return sqlClient()`
    id, email, name, role, password_hash is not null as has_password, totp_enabled_at is not null as two_factor,
    disabled_at is not null as disabled, created_at`;
}

export function presentUser(row: UserRow) {
  const { id, email, name, role } = row;
  const status: 'DISABLED' | 'ACTIVE' | 'INVITED' = row.disabled
    ? 'DISABLED'
    : row.has_password
      ? 'ACTIVE'
      : 'INVITED';
  return {
    id,
    email,
    name,
    role,
    status,
    two_factor: row.two_factor,
    created_at: new Date(row.created_at).toISOString(),
  };
}
