const meanings: Record<string, string> = {
  available: 'Owed to clients, free to pay out',
  held: 'Owed to clients, for payouts under way',
  commission: 'Earned',
  float_funding: 'Who put money into the floats',
  rail_collections: 'Collected, at the rail',
  rail_float: 'To pay out from, at the rail',
  rail_fees: 'Paid to the rail for its work',
  losses: 'Lost by the house',
};

/** What an account is, for somebody who does not keep books every day. */
export function meaningOf(account: string): string | undefined {
  return meanings[account.split(':')[0] ?? ''];
}

/** Whose it is: a commission is booked for each client, and earned by the house. */
export function ownerOf({ name, owner }: { name: string; owner: 'house' | 'clients' }): string {
  return owner === 'house' || name === 'commission' ? 'The house' : 'Clients';
}
