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

/** Of the operators' list, which is of all clients. */
const operatorNames = [
  'q',
  'environment',
  'client',
  'type',
  'status',
  'provider',
  'from',
  'to',
  'period',
] as const;

type FilterName = (typeof filterNames)[number];
export type Filters = Partial<Record<FilterName, string>>;
export type OperatorFilters = Partial<Record<(typeof operatorNames)[number], string>>;
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
  return textOf(filters, [...filterNames, ...placeNames]);
}

export function readOperatorFilters(params: URLSearchParams): OperatorFilters {
  return pickNames(params, operatorNames);
}

/** As `queryText`, of the operators' list. */
export function operatorQueryText(filters: OperatorFilters): string {
  return textOf(filters, operatorNames);
}

function textOf<Name extends string>(values: Partial<Record<Name, string>>, names: readonly Name[]): string {
  const pairs = names.flatMap((name): [string, string][] => (values[name] ? [[name, values[name]]] : []));
  return new URLSearchParams(pairs).toString();
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
