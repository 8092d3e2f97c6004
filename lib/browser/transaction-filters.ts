/** What the list of transactions is narrowed by; the names are those of the address and of the API. */
const filterNames = [
  'q',
  'type',
  'status',
  'provider',
  'from',
  'to',
  'period',
  'amount_min',
  'amount_max',
  'reference',
  'mobile',
] as const;
const placeNames = ['cursor', 'back'] as const;

type FilterName = (typeof filterNames)[number];
export type Filters = Partial<Record<FilterName, string>>;
export type Place = Partial<Record<(typeof placeNames)[number], string>>;

/** The filters that stand in an address; whatever else stands there is left out, and so are empty ones. */
export function readFilters(params: URLSearchParams): Filters {
  return pickNames(params, filterNames);
}

export function readPlace(params: URLSearchParams): Place {
  return pickNames(params, placeNames);
}

/** An address's query, always in the same order, so that equal filters make equal texts. */
export function queryText(filters: Filters & Place): string {
  const names = [...filterNames, ...placeNames];
  return new URLSearchParams(
    names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
  ).toString();
}

function pickNames<Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const picked: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = params.get(name)?.trim();
    if (value) picked[name] = value;
  }
  return picked;
}
