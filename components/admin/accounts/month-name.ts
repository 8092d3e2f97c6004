const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `2026-10` → `October 2026`. */
export function monthName(month: string): string {
  return format.format(new Date(`${month}-01T00:00:00Z`));
}
