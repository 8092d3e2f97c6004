import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';

/**
 * Selects `name`: every one by which the rail has named the payment of a live transaction, in small letters, as that of its
 * session or of the money that moved: to us, in a case, or in its statement.
 */
export function namesOfPayment(clientId: string | null, transactionId: string | null): Fragment {
  return sqlClient()`
    select lower(n.name) as name from (
      select unnest(array[t.rail_reference, t.rail_payment_reference]) from transactions t
      where t.client_id = ${clientId}::uuid and t.environment = 'LIVE' and t.id = ${transactionId}::uuid
      union
      select unnest(array[c.details ->> 'rail_reference', c.details ->> 'payment_reference']) from cases c
      where c.transaction_id = ${transactionId}::uuid and c.kind = 'mismatch'
      union
      select l.rail_reference from rail_statement_lines l where l.transaction_id = ${transactionId}::uuid
    ) n (name) where n.name is not null`;
}
