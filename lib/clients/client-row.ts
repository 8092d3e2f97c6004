import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import { AppError } from '#lib/errors';
import { toNumber } from '#lib/money';

/** A row of `clients` as raw SQL returns it. */
export interface ClientRow {
  id: string;
  name: string;
  business_phone: string;
  business_email: string;
  status: 'ACTIVE' | 'SUSPENDED';
  commission_bps: number;
  refund_commission: 'keep' | 'return';
  rate_limit_per_second: number | null;
  rate_limit_burst: number | null;
  payout_limit_bututs: string | null;
  payout_limit_day_bututs: string | null;
  payout_limit_month_bututs: string | null;
  ip_allowlist: string[];
  created_at: string;
}

/** What an operator may change, as the audit log has it before and after. */
export function editableColumns(): Fragment {
  return sqlClient()`name, business_phone, business_email, commission_bps, refund_commission, rate_limit_per_second,
    rate_limit_burst, payout_limit_bututs, payout_limit_day_bututs, payout_limit_month_bututs`;
}

export function presentClient(row: ClientRow) {
  return {
    id: row.id,
    name: row.name,
    business_phone: row.business_phone,
    business_email: row.business_email,
    status: row.status,
    commission_bps: row.commission_bps,
    refund_commission: row.refund_commission,
    rate_limit_per_second: row.rate_limit_per_second,
    rate_limit_burst: row.rate_limit_burst,
    payout_limit_bututs: limitOf(row.payout_limit_bututs),
    payout_limit_day_bututs: limitOf(row.payout_limit_day_bututs),
    payout_limit_month_bututs: limitOf(row.payout_limit_month_bututs),
    ip_allowlist: row.ip_allowlist,
    created_at: new Date(row.created_at).toISOString(),
  };
}

function limitOf(bututs: string | null): number | null {
  return bututs === null ? null : toNumber(BigInt(bututs));
}

export type ClientFacts = ReturnType<typeof presentClient>;

export function clientNotFound(): AppError {
  return new AppError('NOT_FOUND', 'There is no such client.');
}
