import { money } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import type { RailFloatView } from '#lib/rails/list-rails';

/** What an operator can book of the house's money at a rail. */
export type HouseBooking = 'top_up' | 'withdraw' | 'transfer' | 'collections';

interface Words {
  /** After `/api/admin/rails/{provider}/`. */
  path: string;
  button: string;
  title(provider: string): string;
  description: string;
  action: string;
  hint(float: RailFloatView): string;
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
    hint: (float) => `The float is ${money(float.balance)}.`,
    done: (provider) => `The float of ${railName(provider)} has grown.`,
  },
  withdraw: {
    path: 'float/withdrawal',
    button: 'Withdraw…',
    title: (provider) => `Withdraw from the float of ${railName(provider)}`,
    description:
      'This books money that the house took out of its wallet at the rail, to its bank; it moves none. Book it before you take the money out, so that no payout counts on it.',
    action: 'Book the withdrawal',
    hint: (float) =>
      `The float is ${money(float.balance)}, of which ${money(float.in_flight)} is set aside for payouts.`,
    done: (provider) => `The float of ${railName(provider)} has shrunk.`,
  },
  transfer: {
    path: 'float/transfer',
    button: 'Transfer…',
    title: (provider) => `Transfer from the float of ${railName(provider)}`,
    description:
      'This books money that the house moved from its wallet at this rail to that at another one; it moves none. Payouts that wait there leave at once, so book it when the money has arrived.',
    action: 'Book the transfer',
    hint: (float) =>
      `The float is ${money(float.balance)}, of which ${money(float.in_flight)} is set aside for payouts.`,
    done: (provider) => `Money left the float of ${railName(provider)} for another one.`,
  },
  collections: {
    path: 'float/collections',
    button: 'Move to the float…',
    title: (provider) => `Move collected money of ${railName(provider)} to the float`,
    description:
      'What was collected lies in the same wallet, so nothing moves at the rail: this books it as part of the float, from which payouts leave.',
    action: 'Move it to the float',
    hint: (float) => `${money(float.collected)} was collected and is not in the float.`,
    done: (provider) => `The float of ${railName(provider)} has grown.`,
  },
};
