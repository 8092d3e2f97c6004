import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/browser/api';
import { DELIVERIES_A_PAGE, type DeliveryFilters, deliveryQueryText } from '#lib/browser/delivery-filters';
import type { DeliveryLog, DeliveryLogRow } from '#lib/webhooks/delivery-log';
import { deliveriesPath, type Place, webhookKey } from './place.ts';

const REFRESH_MOVING_MS = 2_000;
const REFRESH_MS = 5_000;
const SOON_MS = 15_000;

/** A page of the delivery log; followed while it can change. */
export function useDeliveries(
  environment: Place['environment'],
  filters: DeliveryFilters,
  initial: DeliveryLog | undefined,
) {
  return useQuery({
    queryKey: webhookKey(environment, 'deliveries', deliveryQueryText(filters)),
    queryFn: ({ signal }) =>
      callApi<DeliveryLog>(deliveriesPath, {
        query: { environment, limit: DELIVERIES_A_PAGE, ...filters },
        signal,
      }),
    ...(initial && { initialData: initial }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (state.data?.data.some(isMoving)) return REFRESH_MOVING_MS;
      return filters.cursor === undefined ? REFRESH_MS : false;
    },
  });
}

/** Whether something is being sent or will be within seconds; what waits for hours is not looked at all the time. */
export function isMoving({
  status,
  next_attempt_at: next,
}: Pick<DeliveryLogRow, 'status' | 'next_attempt_at'>): boolean {
  return status === 'PENDING' && (next === null || Date.parse(next) - Date.now() < SOON_MS);
}
