import { sqlClient } from '#db/client';
import { formatAmount } from '#lib/money';
import type { Transaction } from '#lib/transactions/transaction';

/** What two operators booked of a transaction by hand, oldest first. */
export async function listAdjustments({ clientId, id }: Pick<Transaction, 'clientId' | 'id'>) {
  const rows = await sqlClient()`
    select id, case_id, journal_id, client_bututs::text, rail_bututs::text, reason, evidence, proposed_by_name,
           confirmed_by_name, created_at
    from adjustments where client_id = ${clientId} and transaction_id = ${id} order by created_at, id`;
  return rows.map((row) => ({
    id: row.id as string,
    case_id: row.case_id as string,
    journal_id: row.journal_id as string,
    /** What came to the rail's wallet; below zero: what has left it. */
    amount: formatAmount(BigInt(row.rail_bututs)),
    borne_by: row.client_bututs === '0' ? ('house' as const) : ('client' as const),
    reason: row.reason as string,
    evidence: row.evidence as string,
    proposed_by: row.proposed_by_name as string,
    confirmed_by: row.confirmed_by_name as string,
    created_at: new Date(row.created_at).toISOString(),
  }));
}

export type PresentedAdjustment = Awaited<ReturnType<typeof listAdjustments>>[number];
