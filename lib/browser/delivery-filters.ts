export const DELIVERIES_A_PAGE = '25';

/** What the delivery log is narrowed by; the names are those of the address and of the API. */
const filterNames = [
  'status',
  'endpoint_id',
  'event_id',
  'transaction_id',
  'reference',
  'since',
  'until',
] as const;

export type DeliveryFilters = Partial<Record<(typeof filterNames)[number] | 'cursor', string>>;

/** The filters and the place that stand in an address; whatever else stands there is left out, and so are empty ones. */
export function readDeliveryFilters(params: URLSearchParams): DeliveryFilters {
  const found: DeliveryFilters = {};
  for (const name of [...filterNames, 'cursor'] as const) {
    const value = params.get(name)?.trim();
    if (value) found[name] = value;
  }
  return found;
}

/** An address's query, always in the same order, so that equal filters make equal texts. */
export function deliveryQueryText(filters: DeliveryFilters): string {
  const names = [...filterNames, 'cursor'] as const;
  return new URLSearchParams(
    names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
  ).toString();
}
