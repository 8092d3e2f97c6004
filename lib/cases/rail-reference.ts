import { sqlClient } from '#db/client';
import type { CaseRow, Proposal } from '#lib/cases/case';
import { namesOfPayment } from '#lib/cases/names-of-payment';
import { AppError } from '#lib/errors';

/**
 * Throws `INVALID_STATE` where another transaction of the rail has this reference already, as that of its session or of its
 * payment, or is said to have it, or is being settled with it, or an adjustment was booked by it or by another name of the
 * same payment: one payment of the rail is booked once. Letters count the same, large or small.
 */
export async function requireUnusedReference(
  { id, provider, client_id: clientId, transaction_id: transactionId }: CaseRow,
  { rail_reference: railReference, adjustment }: Proposal,
): Promise<void> {
  if (railReference === null && !adjustment) return;
  const spellings = [railReference, railReference?.toLowerCase(), railReference?.toUpperCase()].flatMap(
    (each) => each ?? [],
  );
  const [taken] = await sqlClient()`
    select id, 'transaction' as by from transactions
    where environment = 'LIVE' and provider = ${provider} and rail_reference = any (${spellings}) and id <> ${transactionId}
    union all
    select id, 'transaction' from transactions
    where environment = 'LIVE' and provider = ${provider} and rail_payment_reference = any (${spellings}) and id <> ${transactionId}
    union all
    -- Of another payment of ours it is said, and nobody has decided yet.
    select transaction_id, 'transaction' from cases
    where provider = ${provider} and kind = 'mismatch' and transaction_id <> ${transactionId}
      and lower(${railReference}::text) in (lower(details ->> 'rail_reference'), lower(details ->> 'payment_reference'))
    union all
    select id, 'case' from cases
    where status = 'OPEN' and provider = ${provider} and lower(proposal ->> 'rail_reference') = lower(${railReference}::text) and id <> ${id}
      and transaction_id <> ${transactionId}
    union all
    select case_id, 'adjustment' from adjustments a join cases c on c.id = a.case_id
    cross join lateral (
      select lower(c.proposal ->> 'rail_reference') as name, (
        select sum(rail_bututs) from adjustments b
        where b.client_id = a.client_id and b.transaction_id = a.transaction_id) <> 0 as stands
    ) booked
    where c.provider = ${provider} and case
      -- What came and went again has one reference in both directions. As a correction it was taken out: then it is booked anew.
      when a.transaction_id = ${transactionId}
        then booked.name = lower(${railReference}::text) and c.proposal -> 'adjustment' ->> 'direction' = ${adjustment?.direction ?? null} and booked.stands
      -- And so it is under another name, once it was taken out of the wrong payment.
      else booked.name = lower(${railReference}::text) or booked.stands and booked.name in (${namesOfPayment(clientId, transactionId)}) end
    limit 1`;
  if (taken === undefined) return;
  const became: Record<string, string> = {
    transaction: `is the transaction ${taken.id} already`,
    case: `is proposed for another case, ${taken.id}`,
    adjustment: `was booked by the adjustment of the case ${taken.id}`,
  };
  const name = railReference === null ? '' : ` ${railReference}`;
  throw new AppError(
    'INVALID_STATE',
    `The rail’s payment${name} ${became[taken.by]}. One payment is booked once.`,
    { details: { [taken.by === 'transaction' ? 'transaction_id' : 'case_id']: taken.id } },
  );
}
