import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import type { ListedPayments } from '#lib/payment-approvals/list-payments';
import type { Place } from '../payments/environment.ts';

const LOOKED_AT_MS = 30_000;

/** What waits for a second person, and the threshold above which it does, kept fresh while the page is open. */
export function usePayments({ environment }: Pick<Place, 'environment'>, initialData: ListedPayments) {
  return useQuery({
    queryKey: ['payment-approvals', environment],
    queryFn: ({ signal }) =>
      call<ListedPayments>('/api/dashboard/payment-approvals', { query: { environment }, signal }),
    initialData,
    refetchInterval: LOOKED_AT_MS,
  });
}

/** After a decision: what waits, what was paid by it, and the balance. */
export function refreshPayments(client: QueryClient): Promise<unknown> {
  const keys = ['payment-approvals', 'payout-desk', 'recent-payouts', 'payout-batch'];
  return Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

/** What this person can decide: asked for by somebody else, and not decided yet. */
export function decidable({ approvals }: ListedPayments, userId: string): ListedPayments['approvals'] {
  return approvals.filter((each) => each.status === 'PENDING' && each.requested_by.id !== userId);
}
