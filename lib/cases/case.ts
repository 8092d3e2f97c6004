import { sqlClient } from '#db/client';
import type { cases } from '#db/schema/cases';
import type { Fragment } from '#lib/auth/audit-log';
import { mayDo } from '#lib/auth/roles';
import type { UserContext } from '#lib/auth/user-context';
import type { Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import { formatAmount } from '#lib/money';
import type { Status, TransactionType } from '#lib/transactions/transaction';

type Stored = typeof cases.$inferSelect;
export type Proposal = NonNullable<Stored['proposal']>;

/** A row of `cases` as raw SQL returns it, with the client's name and what the transaction is. */
export interface CaseRow {
  id: string;
  environment: Environment;
  provider: string;
  kind: Stored['kind'];
  subject: string;
  client_id: string | null;
  client_name: string | null;
  transaction_id: string | null;
  type: TransactionType | null;
  client_reference: string | null;
  amount_bututs: string | null;
  transaction_status: Status | null;
  details: Record<string, string | null>;
  /** The rail has named another amount for the transaction, and nobody has settled that. */
  is_other_amount: boolean;
  status: Stored['status'];
  opened_at: string;
  proposal: Proposal | null;
  proposed_by: string | null;
  proposed_by_name: string | null;
  proposed_at: string | null;
  closed_at: string | null;
  closed_by: string | null;
  closed_by_name: string | null;
  resolution: string | null;
}

/** Of `c`, a row of `cases`, and `t`, its transaction by a left join. */
export function caseColumns(): Fragment {
  return sqlClient()`
    c.id, c.environment, c.provider, c.kind, c.subject, c.client_id, (select name from clients where id = c.client_id) as client_name,
    c.transaction_id, t.type, t.client_reference, t.amount_bututs::text, t.status as transaction_status, c.details,
    ${hasOtherAmount(sqlClient()`c.transaction_id`)} as is_other_amount, c.status,
    c.opened_at, c.proposal, c.proposed_by, c.proposed_by_name, c.proposed_at, c.closed_at, c.closed_by, c.closed_by_name,
    c.resolution`;
}

/** Whether a case says that the rail has named another amount for the transaction, and nobody has settled that. */
export function hasOtherAmount(transactionId: Fragment): Fragment {
  return sqlClient()`
    exists (
      select from cases m
      where m.transaction_id = ${transactionId} and m.kind = 'mismatch' and m.status = 'OPEN' and m.details->>'what' = 'amount'
    )`;
}

/** Joins `t` to `c`. */
export function withTransaction(): Fragment {
  return sqlClient()`
    left join transactions t on t.client_id = c.client_id and t.environment = c.environment and t.id = c.transaction_id`;
}

/** The case as the operators' queue lists it. */
export function presentCase(row: CaseRow) {
  const { proposal } = row;
  return {
    id: row.id,
    environment: row.environment,
    provider: row.provider,
    kind: row.kind,
    status: row.status,
    details: row.details,
    client: row.client_id === null ? null : { id: row.client_id, name: row.client_name ?? 'The house' },
    transaction:
      row.transaction_id === null || row.type === null
        ? null
        : {
            id: row.transaction_id,
            type: row.type,
            reference: row.client_reference ?? '',
            amount: formatAmount(BigInt(row.amount_bututs ?? 0)),
            status: row.transaction_status ?? 'PENDING',
          },
    opened_at: iso(row.opened_at),
    proposal: proposal && {
      outcome: proposal.outcome,
      rail_reference: proposal.rail_reference,
      evidence: proposal.evidence,
      adjustment: proposal.adjustment ?? null,
      proposed_by: { id: row.proposed_by, name: row.proposed_by_name },
      /** Names this very proposal to whoever decides it. */
      proposed_at: row.proposed_at && iso(row.proposed_at),
      /** Somebody said yes, and the books do not have it yet. */
      confirmed_by: proposal.confirmed_by_name ?? null,
    },
    closed:
      row.closed_at === null
        ? null
        : { at: iso(row.closed_at), by: row.closed_by_name, resolution: row.resolution },
  };
}

export type PresentedCase = ReturnType<typeof presentCase>;

export function caseNotFound(): AppError {
  return new AppError('NOT_FOUND', 'There is no such case.');
}

/** A route asks for the permission as well; here it holds for whoever calls the verb. */
export function requireSettler(ctx: UserContext): void {
  if (ctx.clientId !== undefined || !mayDo(ctx.user.role, 'cases.settle')) {
    throw new AppError('FORBIDDEN', 'Only an operator may settle a case.');
  }
}

const iso = (time: string) => new Date(time).toISOString();
