import { z } from 'zod';
import type { Environment } from '#lib/context';
import { validationError } from '#lib/http/respond';
import { lowestIdAt } from '#lib/ids';
import { endOf, isSettled, lastDayOf, monthField, startOf } from '#lib/ledger/periods';
import { type Bututs, formatAmount } from '#lib/money';
import { railDefinitions } from '#lib/rails/registry';
import { readingSql } from '#lib/reads/read-apart';

export const commissionQuery = z.object({
  month: monthField,
  format: z.enum(['json', 'pdf'], 'The format must be json or pdf.').default('json'),
});

/** For an operator, who names the environment as well. */
export const operatorCommissionQuery = commissionQuery.extend({
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
});

/** How far the id of a journal may be from the moment that it is dated by: ids are bounds for an index, no more. */
const ID_MARGIN_MS = 24 * 60 * 60 * 1000;

interface Row {
  collections: number;
  gross: string;
  commission: string;
  returns: number;
  returned: string;
  others: number;
  adjusted: string;
}

/**
 * What the house took of a client's collections in a month, from the entries on its account of commission, dated as the
 * profit and loss dates them: the totals of all clients are its commission. Taxes are no part of it. Nothing is dated into
 * a month that has been over for a day, so from then on (`is_final`) it is the same for ever. Throws `VALIDATION_ERROR`
 * for a month that has not begun.
 */
export async function getCommissionStatement(
  { clientId, environment }: { clientId: string; environment: Environment },
  month: string,
  now: Date,
) {
  const lastDay = lastDayOf(month);
  const [from, until] = [startOf(`${month}-01`), endOf(lastDay)];
  if (from > now) {
    throw validationError([{ path: 'month', message: 'This month has not begun.', code: 'future' }]);
  }
  const fromId = lowestIdAt(new Date(from.getTime() - ID_MARGIN_MS));
  const untilId = lowestIdAt(new Date(until.getTime() + ID_MARGIN_MS));
  const accounts = [
    'commission',
    ...railDefinitions.map(({ traits: { provider } }) => `rail_collections:${provider}`),
  ];
  const [row] = await readingSql()<Row[]>`
    with booked as (
      select j.kind, e.account = 'commission' as is_commission, e.amount_bututs as amount
      from (
        select client_id, journal_id, account, amount_bututs from entries
        where client_id = ${clientId} and environment = ${environment} and account = any (${accounts})
          and journal_id >= ${fromId} and journal_id < ${untilId}
          and created_at >= ${from.toISOString()} and created_at < ${until.toISOString()}
        -- As in a statement: a client that the planner does not know yet is kept from its view of the journals.
        offset 0
      ) e
      join journals j on j.client_id = e.client_id and j.id = e.journal_id
    )
    select count(*) filter (where kind = 'collection_settled' and not is_commission)::int as collections,
           coalesce(sum(amount) filter (where kind = 'collection_settled' and not is_commission), 0)::text as gross,
           coalesce(-sum(amount) filter (where kind = 'collection_settled' and is_commission), 0)::text as commission,
           count(*) filter (where kind like 'refund\\_%' and is_commission)::int as returns,
           coalesce(-sum(amount) filter (where kind like 'refund\\_%' and is_commission), 0)::text as returned,
           count(*) filter (where kind not like 'refund\\_%' and kind <> 'collection_settled' and is_commission)::int as others,
           coalesce(-sum(amount) filter (where kind not like 'refund\\_%' and kind <> 'collection_settled' and is_commission), 0)::text as adjusted
    from booked`;
  const { collections, returns, others, ...sums } = row as Row;
  const [gross, commission, returned, adjusted] = [
    sums.gross,
    sums.commission,
    sums.returned,
    sums.adjusted,
  ].map(BigInt) as [Bututs, Bututs, Bututs, Bututs];
  return {
    number: numberOf(clientId, environment, month),
    client_id: clientId,
    environment,
    month,
    from: `${month}-01`,
    to: lastDay,
    currency: 'GMD',
    is_final: isSettled(lastDay, now),
    collections: { count: collections, gross: formatAmount(gross), commission: formatAmount(commission) },
    /** What went back to the client with refunds; below zero. */
    returned_by_refunds: { count: returns, amount: formatAmount(returned) },
    adjustments: { count: others, amount: formatAmount(adjusted) },
    total: formatAmount(commission + returned + adjusted),
  };
}

export type CommissionStatement = Awaited<ReturnType<typeof getCommissionStatement>>;

/** One for each client, environment and month, for ever: `KC-2026-07-4F0C2A9D81E3`, in the sandbox `KS-…`. */
function numberOf(clientId: string, environment: Environment, month: string): string {
  const mark = clientId.slice(-12).toUpperCase();
  return `${environment === 'LIVE' ? 'KC' : 'KS'}-${month}-${mark}`;
}
