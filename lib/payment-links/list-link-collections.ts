import { z } from 'zod';
import { sqlClient } from '#db/client';
import { presentFailure } from '#lib/collections/present-collection';
import type { Context } from '#lib/context';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { formatAmount } from '#lib/money';
import { getPaymentLink } from '#lib/payment-links/get-payment-link';
import { fromRow } from '#lib/transactions/row';
import type { Transaction } from '#lib/transactions/transaction';

export const linkCollectionsQuery = z.object({
  limit: limitField.default(20),
  cursor: cursorField.optional(),
});

const ABOVE_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What came through one link, paid or not, newest first, for its page in the dashboard. Throws `NOT_FOUND`. */
export async function listLinkCollections(
  ctx: Context,
  id: string,
  { limit, cursor }: z.output<typeof linkCollectionsQuery>,
) {
  const link = await getPaymentLink(ctx, id);
  const rows = await sqlClient()`
    select * from transactions
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and payment_link_id = ${link.id}
      and id < ${cursor?.[0] ?? ABOVE_ALL_IDS}
    order by id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit).map((row) => fromRow(row as Parameters<typeof fromRow>[0]));
  const last = page.at(-1);
  return {
    status: 'success' as const,
    data: page.map(present),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}

function present(transaction: Transaction) {
  return {
    transaction_id: transaction.id,
    client_reference: transaction.clientReference,
    amount: formatAmount(transaction.amountBututs),
    status: transaction.status,
    provider: transaction.provider,
    customer_mobile: transaction.mobile,
    metadata: transaction.metadata,
    failure: presentFailure(transaction),
    over_limit: transaction.overLimit,
    created_at: transaction.createdAt.toISOString(),
  };
}

export type LinkCollection = ReturnType<typeof present>;
