import type { Approval } from '#lib/approvals/approval';
import { later } from '#lib/browser/language/words';

/** What comes of booking the house's money, and what has to be so before; by what is booked. */
export const consequences: Record<NonNullable<Approval['house_booking']>, () => string> = {
  top_up: later(
    'It is booked at once, and payouts that wait for it leave. Make sure that the money has arrived in the wallet, as the note says.',
  ),
  withdraw: later(
    'It is booked at once, and no payout counts on it any more. Make sure that the house takes this money out of the wallet, as the note says.',
  ),
  transfer: later(
    'It is booked at once, and payouts that wait at the other rail leave. Make sure that the money has arrived there, as the note says.',
  ),
  collections: later(
    'It is booked at once, and payouts that wait for it leave. Nothing moves at the rail: the money lies in that wallet already.',
  ),
  withdraw_collected: later(
    'It is booked at once. Make sure that our bank’s statement has this payment, as the note says.',
  ),
  fees: later(
    'It is booked at once, as an expense of the house. Make sure that the rail’s statement of that day has these fees.',
  ),
};
