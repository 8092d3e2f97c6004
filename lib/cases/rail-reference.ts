import { sqlClient } from '#db/client';
import type { CaseRow } from '#lib/cases/case';
import { AppError } from '#lib/errors';

/**
 * Throws `INVALID_STATE` where another transaction of the rail has this reference already, or is being settled with
 * it: one payment of the rail is booked once.
 */
export async function requireUnusedReference(
  { id, provider, transaction_id: transactionId }: CaseRow,
  railReference: string | null,
): Promise<void> {
  if (railReference === null) return;
  const [taken] = await sqlClient()`
    select id, 'transaction' as by from transactions
    where environment = 'LIVE' and provider = ${provider} and rail_reference = ${railReference} and id <> ${transactionId}
    union all
    select id, 'case' from cases
    where status = 'OPEN' and provider = ${provider} and proposal ->> 'rail_reference' = ${railReference} and id <> ${id}
      and transaction_id <> ${transactionId}
    limit 1`;
  if (taken === undefined) return;
  throw new AppError(
    'INVALID_STATE',
    taken.by === 'transaction'
      ? `The rail’s payment ${railReference} is the transaction ${taken.id} already. One payment is booked once.`
      : `The rail’s payment ${railReference} is proposed for another case, ${taken.id}. One payment is booked once.`,
    { details: { [`${taken.by}_id`]: taken.id } },
  );
}
