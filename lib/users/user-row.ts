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
  /** Of an operator: somebody else has confirmed them. */
  confirmed: boolean;
  created_at: string;
}

export function userColumns(): Fragment {
  return sqlClient()`
    id, coalesce(invited_as, email) as email, name, role, password_hash is not null as has_password, totp_enabled_at is not null as two_factor,
    disabled_at is not null as disabled,
    client_id is not null or confirmed_at is not null as confirmed, created_at`;
}

export function presentUser(row: UserRow) {
  const { id, email, name, role } = row;
  return {
    id,
    email,
    name,
    role,
    status: statusOf(row),
    two_factor: row.two_factor,
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** `UNCONFIRMED`: signs in and only reads, until another operator confirms them. */
function statusOf(row: UserRow): 'DISABLED' | 'INVITED' | 'UNCONFIRMED' | 'ACTIVE' {
  const { disabled, has_password, confirmed } = row;
  if (disabled) return 'DISABLED';
  if (!has_password) return 'INVITED';
  return confirmed ? 'ACTIVE' : 'UNCONFIRMED';
}
