import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import type { PresentedTillItems } from '#lib/till/till-items';
import type { Place } from '../payments/environment.ts';

const path = '/api/dashboard/till/items';
/** A sale at other prices is refused, and looks by itself. */
const LOOK_MS = 5 * 60_000;

export const itemsKey = (environment: Place['environment']) => ['till-items', environment];

/** What the till sells with a tap. */
export function useTillItems({ environment }: Place, initial: PresentedTillItems): PresentedTillItems {
  const { data } = useQuery({
    queryKey: itemsKey(environment),
    queryFn: ({ signal }) => call<PresentedTillItems>(path, { query: { environment }, signal }),
    initialData: initial,
    refetchInterval: LOOK_MS,
  });
  return data;
}

export function saveTillItems({ environment }: Place, body: object): Promise<PresentedTillItems> {
  return call<PresentedTillItems>(path, { method: 'POST', query: { environment }, body });
}
