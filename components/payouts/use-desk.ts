import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import type { PresentedDesk } from '#lib/payouts/payout-desk';
import type { Place } from '../payments/environment.ts';

/** Held payouts leave by themselves, so the desk is looked at more often while there are any. */
const WITH_HELD_MS = 2_000;
const OTHERWISE_MS = 15_000;

/** Balance, floats and held payouts, kept fresh while the page is open. */
export function useDesk({ environment }: Place, initialData: PresentedDesk) {
  return useQuery({
    queryKey: ['payout-desk', environment],
    queryFn: ({ signal }) =>
      call<PresentedDesk>('/api/dashboard/payouts', { query: { environment }, signal }),
    initialData,
    refetchInterval: ({ state }) => (state.data?.held.length ? WITH_HELD_MS : OTHERWISE_MS),
  });
}
