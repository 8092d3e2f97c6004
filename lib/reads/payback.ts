import { sqlClient } from '#db/client';
import { isUnused } from '#lib/approvals/approval';
import type { Context } from '#lib/context';
import { type Bututs, formatAmount } from '#lib/money';
import { getAnyTransaction } from '#lib/transactions/read';
import type { Status, Transaction } from '#lib/transactions/transaction';

// What came for a collection that did not succeed, such as another amount than was asked for, was credited by two operators
// (contract-more.md §20). It is no collection to refund: it goes back to the payer by payouts, under references of ours to
// the payer's number, and never more of it than came: `refuse_payback` in db/functions/28_write_rows.sql.

export interface Payback {
  /** What can still go back: credited, not taken out of the rail's wallet again, and not on its way to the payer. */
  leftBututs: Bututs;
  /** Of the collection's next payout, the same for whoever asks: done twice it is one payout. Null: all were used. */
  reference: string | null;
  /** To whom; null: no number was given, so that only the client knows. */
  mobile: string | null;
  name: string | null;
  provider: string;
  /** Those by which the payer has it, or gets it, the first one first. */
  payouts: StandingPayout[];
  /** The next one waits for a second person. */
  isAsked: boolean;
}

interface StandingPayout {
  id: string;
  status: Status;
  /** What of it the payer has or gets: what came back is not there. */
  bututs: Bututs;
  /** It is `FAILED`, and the rail has paid it all the same. */
  isDeliveredAfterFailure: boolean;
}

/** Null: nothing was credited of it, or it succeeded, is refunded, and nobody has paid it back by payouts as well. */
export async function findPayback(ctx: Context, collection: Transaction): Promise<Payback | null> {
  const { id, type, status, mobile, customerName: name, provider } = collection;
  if (type !== 'collection' || status === 'PENDING') return null;
  const { payouts, ...open } = await readPayback(ctx, id);
  const { leftBututs, reference } = status === 'SUCCEEDED' ? { leftBututs: 0n, reference: null } : open;
  if (leftBututs <= 0n && payouts.length === 0) return null;
  const isAsked = reference !== null && (await isAskedFor(ctx, reference, mobile));
  return { leftBututs, reference, mobile, name, provider, payouts, isAsked };
}

/** The same of a collection of this id, as long as something can be begun. Throws `TRANSACTION_NOT_FOUND`. */
export async function findOpenPayback(ctx: Context, collectionId: string): Promise<Payback | null> {
  const payback = await findPayback(ctx, await getAnyTransaction(ctx, collectionId));
  return payback !== null && canBegin(payback) ? payback : null;
}

export function presentPayback(payback: Payback | null) {
  if (payback === null) return null;
  const { leftBututs, reference, mobile, name, provider, payouts, isAsked } = payback;
  return {
    amount: formatAmount(leftBututs > 0n ? leftBututs : 0n),
    reference,
    mobile,
    name,
    provider,
    can_begin: canBegin(payback),
    waits_for_approval: isAsked,
    payouts: payouts.map((each) => ({
      transaction_id: each.id,
      amount: formatAmount(each.bututs),
      status: each.status,
      delivered_after_failure: each.isDeliveredAfterFailure,
    })),
  };
}

export type PresentedPayback = NonNullable<ReturnType<typeof presentPayback>>;

function canBegin({ leftBututs, reference, isAsked, mobile }: Payback): boolean {
  return leftBututs > 0n && reference !== null && !isAsked && mobile !== null;
}

/** A reference is used once, for ever: whatever took one, the next payout has the next. */
async function readPayback(
  { client, environment }: Context,
  id: string,
): Promise<Pick<Payback, 'leftBututs' | 'reference' | 'payouts'>> {
  const [row] = await sqlClient()`
    select left_of_collection(k)::text as left, (
             select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'status', p.status, 'bututs', with_recipient(p)::text,
               'delivered', p.delivered_after_failure) order by p.id) filter (where with_recipient(p) > 0), '[]')
             from paybacks_of(k) p) as payouts, (
             select r.reference from unnest(payback_references(k.id)) with ordinality as r (reference, place)
             where not exists (
               select from transactions t where t.client_id = k.client_id and t.environment = k.environment
                 and t.type = 'payout' and t.client_reference = r.reference)
             order by r.place limit 1) as reference
    from transactions k
    where k.client_id = ${client.id} and k.environment = ${environment} and k.id = ${id}`;
  return {
    leftBututs: BigInt(row?.left ?? 0),
    reference: row?.reference ?? null,
    payouts: (row?.payouts ?? []).map((each: Record<string, string>) => ({
      id: each.id,
      status: each.status,
      bututs: BigInt(each.bututs ?? 0),
      isDeliveredAfterFailure: each.delivered,
    })),
  };
}

async function isAskedFor(
  { client, environment }: Context,
  reference: string,
  mobile: string | null,
): Promise<boolean> {
  const [asked] = await sqlClient()`
    select from approvals a
    where a.client_id = ${client.id} and a.environment = ${environment} and a.kind = 'payout'
      and a.details ->> 'client_reference' = ${reference} and is_same_number(a.details ->> 'recipient', coalesce(${mobile}, a.details ->> 'recipient'))
      and a.status in ('PENDING', 'APPROVED') and not ${isUnused()}`;
  return asked !== undefined;
}
