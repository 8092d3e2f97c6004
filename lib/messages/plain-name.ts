/** What programs for mail make a link of: a host, an address, a number to call. A dot after an initial is none. */
const LEADS_ELSEWHERE = /[:@]|[\p{L}\p{N}-]{2,}[.。．｡]\p{L}{2,}|[.。．｡]\p{L}+\/|\d[.。．｡]\d/u;

/**
 * People name themselves and each other, and a message goes out as ours: a name in which there is something to press is
 * left out, and `instead` stands in its place.
 */
export function plainName(name: string, instead: string): string {
  return LEADS_ELSEWHERE.test(name) ? instead : name;
}
