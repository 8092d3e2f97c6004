import { money } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';

/** What an operator can book of the house's money at a rail. */
export type HouseBooking = 'top_up' | 'withdraw' | 'transfer' | 'collections' | 'withdraw_collected';

interface Words {
  /** After `/api/admin/rails/{provider}/`. */
  path: string;
  button: string;
  title(provider: string): string;
  description: string;
  action: string;
  hint(rail: RailView): string | undefined;
  done(provider: string): string;
}

export const bookings: Record<HouseBooking, Words> = {
  top_up: {
    path: 'float',
    button: 'Top up…',
    title: (provider) => `Top up the float of ${railName(provider)}`,
    description:
      'This books money that was put into our wallet at the rail; it moves none. Payouts that wait for it leave at once, so book what has arrived and no more.',
    action: 'Book the top-up',
    hint: ({ float }) => (float ? `The float is ${money(float.balance)}.` : undefined),
    done: (provider) => `The float of ${railName(provider)} has grown.`,
  },
  withdraw: {
    path: 'float/withdrawal',
    button: 'Withdraw…',
    title: (provider) => `Withdraw from the float of ${railName(provider)}`,
    description:
      'This books money that the house took out of its wallet at the rail, to its bank; it moves none. Book it before you take the money out, so that no payout counts on it.',
    action: 'Book the withdrawal',
    hint: ofFloat,
    done: (provider) => `The float of ${railName(provider)} has shrunk.`,
  },
  transfer: {
    path: 'float/transfer',
    button: 'Transfer…',
    title: (provider) => `Transfer from the float of ${railName(provider)}`,
    description:
      'This books money that the house moved from its wallet at this rail to that at another one; it moves none. Payouts that wait there leave at once, so book it when the money has arrived.',
    action: 'Book the transfer',
    hint: ofFloat,
    done: (provider) => `Money left the float of ${railName(provider)} for another one.`,
  },
  collections: {
    path: 'float/collections',
    button: 'Move to the float…',
    title: (provider) => `Move collected money of ${railName(provider)} to the float`,
    description:
      'What was collected lies in the same wallet, so nothing moves at the rail: this books it as part of the float, from which payouts leave.',
    action: 'Move it to the float',
    hint: ({ float }) =>
      float ? `${money(float.collected)} was collected and is not in the float.` : undefined,
    done: (provider) => `The float of ${railName(provider)} has grown.`,
  },
  withdraw_collected: {
    path: 'collections/withdrawal',
    button: 'Paid to our bank…',
    title: (provider) => `What ${railName(provider)} has paid to our bank`,
    description:
      'This books money that was collected here and that the rail has paid to the bank of the house; it moves none. Book what the bank’s statement has.',
    action: 'Book the payment',
    hint: ({ collected }) => `${money(collected ?? '0.00')} was collected and is not at our bank yet.`,
    done: (provider) => `What lies at ${railName(provider)} has shrunk.`,
  },
};

function ofFloat({ float }: RailView): string | undefined {
  return float
    ? `The float is ${money(float.balance)}, of which ${money(float.in_flight)} is set aside for payouts.`
    : undefined;
}
