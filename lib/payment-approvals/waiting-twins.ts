import type { ApprovalRow } from '#lib/approvals/approval';
import { parseAmount } from '#lib/money';
import type { MemberContext } from '#lib/payment-approvals/threshold';
import { findRecentTwins, type PresentedTwin, presentTwin } from '#lib/payouts/find-recent-twins';
import { parseMobile, spellingsOf } from '#lib/phone';

/** What speaks for a payment being there twice, for whoever decides it. */
export interface WaitingTwins {
  /** Made to the same number with the same amount, since shortly before it was asked for. */
  paid: PresentedTwin[];
  /** How many more such requests wait. */
  waiting: number;
}

export const noTwins: WaitingTwins = { paid: [], waiting: 0 };

/**
 * Of the payments that wait, by the id of their request. Not of a file, whose rows have their warnings from when they were
 * checked, nor of what goes to a bank.
 */
export async function findWaitingTwins(
  ctx: Pick<MemberContext, 'client' | 'environment'>,
  rows: ApprovalRow[],
): Promise<Map<string, WaitingTwins>> {
  const open = rows.flatMap((row) => paymentOf(row));
  const [first] = open.toSorted((a, b) => a.askedAt.getTime() - b.askedAt.getTime());
  if (first === undefined) return new Map();
  const twins = await findRecentTwins({ ...ctx, now: () => new Date() }, open, first.askedAt);
  const isSame = (a: { mobile: string; amountBututs: bigint }, b: typeof a) =>
    a.amountBututs === b.amountBututs && spellingsOf(a.mobile).includes(b.mobile);
  return new Map(
    open.map((payment) => [
      payment.id,
      {
        paid: twins
          .filter((twin) => isSame(payment, twin) && twin.clientReference !== payment.reference)
          .map(presentTwin),
        waiting: open.filter((other) => other.id !== payment.id && isSame(payment, other)).length,
      },
    ]),
  );
}

function paymentOf({ id, kind, status, details, requested_at }: ApprovalRow) {
  const mobile = kind === 'payout_batch' ? undefined : parseMobile(details.recipient ?? '')?.e164;
  const amountBututs = parseAmount(details.amount ?? '');
  const isOpen = status === 'PENDING' || status === 'APPROVED';
  if (!isOpen || mobile === undefined || amountBututs === undefined) return [];
  const reference: string = details.client_reference;
  return [{ id, mobile, amountBututs, reference, askedAt: new Date(requested_at) }];
}
