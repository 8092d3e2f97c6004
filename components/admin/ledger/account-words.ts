import { later, t } from '#lib/browser/language/words';

const meanings: Record<string, () => string> = {
  available: later('Owed to clients, free to pay out'),
  held: later('Owed to clients, for payouts under way'),
  commission: later('Earned|a commission'),
  float_funding: later('Who put money into the floats'),
  rail_collections: later('Collected, at the rail'),
  rail_float: later('To pay out from, at the rail'),
  rail_fees: later('Paid to the rail for its work'),
  losses: later('Lost by the house'),
};

/** What an account is, for somebody who does not keep books every day. */
export function meaningOf(account: string): string | undefined {
  return meanings[account.split(':')[0] ?? '']?.();
}

/** Whose it is: a commission is booked for each client, and earned by the house. */
export function ownerOf({ name, owner }: { name: string; owner: 'house' | 'clients' }): string {
  return owner === 'house' || name === 'commission' ? t('The house') : t('Clients');
}
