import { sqlClient } from '#db/client';
import { isUnused } from '#lib/approvals/approval';
import type { Context } from '#lib/context';
import { type Bututs, formatAmount } from '#lib/money';
import { getAnyTransaction, listAttempts } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

// What came for a collection that did not succeed, such as another amount than was asked for, was credited by two operators
// (contract-more.md §20). It is no collection to refund: it goes back to the payer by a payout, once.

export interface Payback {
  /** What was credited, and did not leave the rail's wallet again. */
  amountBututs: Bututs;
  /** That of the collection's payout, the same for whoever asks: done twice it is one payout. */
  reference: string;
  /** To whom; null: no number was given, so that only the client knows. */
  mobile: string | null;
  name: string | null;
  provider: string;
  /** The one that stands; null: it has not gone back. */
  payout: Transaction | null;
  /** It waits for a second person. */
  isAsked: boolean;
}

/** Null: nothing was credited of it, or it succeeded, and is refunded. */
export async function findPayback(ctx: Context, collection: Transaction): Promise<Payback | null> {
  const { id, type, status, mobile, customerName: name, provider } = collection;
  if (type !== 'collection' || status === 'SUCCEEDED' || status === 'PENDING') return null;
  const [row] = await sqlClient()`
    select left_of_collection(k)::text as left from transactions k
    where k.client_id = ${ctx.client.id} and k.environment = ${ctx.environment} and k.id = ${id}`;
  const amountBututs = BigInt(row?.left ?? 0);
  if (amountBututs <= 0n) return null;
  const { reference, payout } = await findPayout(ctx, id);
  const isAsked = payout === null && (await isAskedFor(ctx, reference));
  return { amountBututs, reference, mobile, name, provider, payout, isAsked };
}

/** The same of a collection of this id, as long as it can be begun. Throws `TRANSACTION_NOT_FOUND`. */
export async function findOpenPayback(ctx: Context, collectionId: string): Promise<Payback | null> {
  const payback = await findPayback(ctx, await getAnyTransaction(ctx, collectionId));
  return payback !== null && canBegin(payback) ? payback : null;
}

export function presentPayback(payback: Payback | null) {
  if (payback === null) return null;
  const { amountBututs, reference, mobile, name, provider, payout, isAsked } = payback;
  return {
    amount: formatAmount(amountBututs),
    reference,
    mobile,
    name,
    provider,
    can_begin: canBegin(payback),
    waits_for_approval: isAsked,
    payout: payout && {
      transaction_id: payout.id,
      amount: formatAmount(payout.amountBututs),
      status: payout.status,
    },
  };
}

export type PresentedPayback = NonNullable<ReturnType<typeof presentPayback>>;

function canBegin({ payout, isAsked, mobile }: Payback): boolean {
  return payout === null && !isAsked && mobile !== null;
}

/** A reference is used once, for ever: the next try of one that failed, or came back, has a number. */
async function findPayout(ctx: Context, id: string): Promise<Pick<Payback, 'reference' | 'payout'>> {
  for (let tries = 1; ; tries++) {
    const reference = tries === 1 ? `payback-${id}` : `payback-${id}-${tries}`;
    const [payout] = await listAttempts(ctx, 'payout', reference, 1);
    if (payout === undefined) return { reference, payout: null };
    if (payout.status !== 'FAILED' && payout.status !== 'REVERSED') return { reference, payout };
  }
}

async function isAskedFor({ client, environment }: Context, reference: string): Promise<boolean> {
  const [asked] = await sqlClient()`
    select from approvals a
    where a.client_id = ${client.id} and a.environment = ${environment} and a.kind = 'payout'
      and a.details ->> 'client_reference' = ${reference} and a.status in ('PENDING', 'APPROVED') and not ${isUnused()}`;
  return asked !== undefined;
}
