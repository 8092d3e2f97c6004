/** Where somebody was in the list of transactions, for the way back to it from one of them. Of this tab alone. */
const nameOf = (list: string) => `kaira-list:${list}`;

/** `query` as the address has it: filters and place. A browser that keeps nothing is led to the whole list. */
export function rememberList(list: string, query: string): void {
  try {
    sessionStorage.setItem(nameOf(list), query);
  } catch {}
}

/** The address of the list as it was last looked at, at this row. */
export function wayBack(list: string, id: string): string {
  let query: string | null = null;
  try {
    query = sessionStorage.getItem(nameOf(list));
  } catch {}
  return query === null ? list : `${list}${query && `?${query}`}#${id}`;
}
