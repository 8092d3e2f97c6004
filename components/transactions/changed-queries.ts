import type { QueryClient } from '@tanstack/react-query';

/** Has everything looked at again that shows a transaction, or the money that it moved. */
export async function changedQueries(client: QueryClient, environment: string, id: string): Promise<void> {
  const keys = [
    ['transaction', environment, id],
    ['transactions', environment],
    ['overview', environment],
    ['payout-desk', environment],
  ];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
