import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { type Bututs, formatAmount } from '#lib/money';
import type { Status, Transaction } from '#lib/transactions/transaction';

/** More refunds of one collection than this are summed up, but not listed. */
const LISTED_REFUNDS = 100;

export interface RefundsOf {
  /** Of those that `SUCCEEDED`. */
  refundedBututs: Bututs;
  /** Newest first. */
  refunds: {
    id: string;
    clientReference: string;
    status: Status;
    amountBututs: Bututs;
    deliveredAfterFailure: boolean;
    createdAt: Date;
  }[];
}

/** What went back of a collection. */
export async function readRefundsOf({ clientId, environment, id }: Transaction): Promise<RefundsOf> {
  const [sums, rows] = await Promise.all([
    sumRefunded({ client: { id: clientId }, environment }, [id]),
    sqlClient()`
      select id, client_reference, status, amount_bututs, delivered_after_failure, created_at from transactions
      where client_id = ${clientId} and environment = ${environment} and collection_id = ${id}
      order by id desc limit ${LISTED_REFUNDS}`,
  ]);
  return {
    refundedBututs: sums.get(id) ?? 0n,
    refunds: rows.map((row) => ({
      id: row.id,
      clientReference: row.client_reference,
      status: row.status,
      amountBututs: BigInt(row.amount_bututs),
      deliveredAfterFailure: row.delivered_after_failure,
      createdAt: new Date(row.created_at),
    })),
  };
}

/** What went back of each of these collections; one that nothing went back of is left out. */
export async function sumRefunded(
  { client, environment }: { client: Pick<Context['client'], 'id'>; environment: Context['environment'] },
  ids: string[],
): Promise<Map<string, Bututs>> {
  if (ids.length === 0) return new Map();
  const rows = await sqlClient()`
    select collection_id, sum(amount_bututs)::text as amount from transactions
    where client_id = ${client.id} and environment = ${environment} and collection_id = any (${ids}::uuid[])
      and status = 'SUCCEEDED' group by 1`;
  return new Map(rows.map((row) => [row.collection_id, BigInt(row.amount)]));
}

/** As the look-up of a collection lists each. */
export function presentRefundLine({
  id,
  clientReference,
  status,
  amountBututs,
  deliveredAfterFailure,
}: RefundsOf['refunds'][number]) {
  return {
    transaction_id: id,
    client_reference: clientReference,
    status,
    amount: formatAmount(amountBututs),
    // The payer has it all the same.
    ...(deliveredAfterFailure && { delivered_after_failure: true as const }),
  };
}
