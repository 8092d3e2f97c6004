import { sqlClient } from '#db/client';
import type { CaseRow, Proposal } from '#lib/cases/case';
import { AppError } from '#lib/errors';

/**
 * Throws `INVALID_STATE` where another transaction of the rail has this reference already, as that of its session or of its payment, is being settled with it, or
 * an adjustment was booked by it: one payment of the rail is booked once.
 */
export async function requireUnusedReference(
  { id, provider, transaction_id: transactionId }: CaseRow,
  { rail_reference: railReference, adjustment }: Proposal,
): Promise<void> {
  if (railReference === null) return;
  const [taken] = await sqlClient()`
    select id, 'transaction' as by from transactions
    where environment = 'LIVE' and provider = ${provider} and rail_reference = ${railReference} and id <> ${transactionId}
    union all
    select id, 'transaction' from transactions
    where environment = 'LIVE' and provider = ${provider} and rail_payment_reference = ${railReference} and id <> ${transactionId}
    union all
    select id, 'case' from cases
    where status = 'OPEN' and provider = ${provider} and proposal ->> 'rail_reference' = ${railReference} and id <> ${id}
      and transaction_id <> ${transactionId}
    union all
    -- What came and went again has one reference in both directions.
    select case_id, 'adjustment' from adjustments a join cases c on c.id = a.case_id
    where c.provider = ${provider} and c.proposal ->> 'rail_reference' = ${railReference}
      and (a.transaction_id <> ${transactionId} or (c.proposal -> 'adjustment' ->> 'direction' = ${adjustment?.direction ?? null}
        -- It was taken out again, as a correction: then it is booked anew.
        and (select sum(rail_bututs) from adjustments b where b.client_id = a.client_id and b.transaction_id = a.transaction_id) <> 0))
    limit 1`;
  if (taken === undefined) return;
  const became: Record<string, string> = {
    transaction: `is the transaction ${taken.id} already`,
    case: `is proposed for another case, ${taken.id}`,
    adjustment: `was booked by the adjustment of the case ${taken.id}`,
  };
  throw new AppError(
    'INVALID_STATE',
    `The rail’s payment ${railReference} ${became[taken.by]}. One payment is booked once.`,
    { details: { [taken.by === 'transaction' ? 'transaction_id' : 'case_id']: taken.id } },
  );
}
