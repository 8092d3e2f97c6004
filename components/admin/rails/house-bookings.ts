import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';

/** What an operator can book of the house's money at a rail. */
export type HouseBooking = 'top_up' | 'withdraw' | 'transfer' | 'collections' | 'withdraw_collected';

interface Words {
  /** After `/api/admin/rails/{provider}/`. */
  path: string;
  button(): string;
  title(provider: string): string;
  description(): string;
  action(): string;
  hint(rail: RailView): string | undefined;
  done(provider: string): string;
}

export const bookings: Record<HouseBooking, Words> = {
  top_up: {
    path: 'float',
    button: later('Top up…'),
    title: (provider) => t('Top up the float of {rail}', { rail: railName(provider) }),
    description: later(
      'This books money that was put into our wallet at the rail; it moves none. Payouts that wait for it leave at once, so book what has arrived and no more.',
    ),
    action: later('Book the top-up'),
    hint: ({ float }) => (float ? t('The float is {amount}.', { amount: money(float.balance) }) : undefined),
    done: (provider) => t('The float of {rail} has grown.', { rail: railName(provider) }),
  },
  withdraw: {
    path: 'float/withdrawal',
    button: later('Withdraw…|money'),
    title: (provider) => t('Withdraw from the float of {rail}', { rail: railName(provider) }),
    description: later(
      'This books money that the house took out of its wallet at the rail, to its bank; it moves none. Book it before you take the money out, so that no payout counts on it.',
    ),
    action: later('Book the withdrawal'),
    hint: ofFloat,
    done: (provider) => t('The float of {rail} has shrunk.', { rail: railName(provider) }),
  },
  transfer: {
    path: 'float/transfer',
    button: later('Transfer…'),
    title: (provider) => t('Transfer from the float of {rail}', { rail: railName(provider) }),
    description: later(
      'This books money that the house moved from its wallet at this rail to that at another one; it moves none. Payouts that wait there leave at once, so book it when the money has arrived.',
    ),
    action: later('Book the transfer'),
    hint: ofFloat,
    done: (provider) => t('Money left the float of {rail} for another one.', { rail: railName(provider) }),
  },
  collections: {
    path: 'float/collections',
    button: later('Move to the float…'),
    title: (provider) => t('Move collected money of {rail} to the float', { rail: railName(provider) }),
    description: later(
      'What was collected lies in the same wallet, so nothing moves at the rail: this books it as part of the float, from which payouts leave.',
    ),
    action: later('Move it to the float'),
    hint: ({ float }) =>
      float
        ? t('{amount} was collected and is not in the float.', { amount: money(float.collected) })
        : undefined,
    done: (provider) => t('The float of {rail} has grown.', { rail: railName(provider) }),
  },
  withdraw_collected: {
    path: 'collections/withdrawal',
    button: later('Paid to our bank…'),
    title: (provider) => t('What {rail} has paid to our bank', { rail: railName(provider) }),
    description: later(
      'This books money that was collected here and that the rail has paid to the bank of the house; it moves none. Book what the bank’s statement has.',
    ),
    action: later('Book the payment'),
    hint: ({ collected }) =>
      t('{amount} was collected and is not at our bank yet.', { amount: money(collected ?? '0.00') }),
    done: (provider) => t('What lies at {rail} has shrunk.', { rail: railName(provider) }),
  },
};

function ofFloat({ float }: RailView): string | undefined {
  return float
    ? t('The float is {amount}, of which {held} is set aside for payouts.', {
        amount: money(float.balance),
        held: money(float.in_flight),
      })
    : undefined;
}
