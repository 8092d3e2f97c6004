import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import { AppError } from '#lib/errors';

/** A row of `clients` as raw SQL returns it. */
export interface ClientRow {
  id: string;
  name: string;
  business_phone: string;
  business_email: string;
  status: 'ACTIVE' | 'SUSPENDED';
  commission_bps: number;
  rate_limit_per_second: number | null;
  rate_limit_burst: number | null;
  ip_allowlist: string[];
  created_at: string;
}

/** What an operator may change, as the audit log has it before and after. */
export function editableColumns(): Fragment {
  return sqlClient()`name, business_phone, business_email, commission_bps, rate_limit_per_second, rate_limit_burst`;
}

export function presentClient(row: ClientRow) {
  return {
    id: row.id,
    name: row.name,
    business_phone: row.business_phone,
    business_email: row.business_email,
    status: row.status,
    commission_bps: row.commission_bps,
    rate_limit_per_second: row.rate_limit_per_second,
    rate_limit_burst: row.rate_limit_burst,
    ip_allowlist: row.ip_allowlist,
    created_at: new Date(row.created_at).toISOString(),
  };
}

export type ClientFacts = ReturnType<typeof presentClient>;

export function clientNotFound(): AppError {
  return new AppError('NOT_FOUND', 'There is no such client.');
}
