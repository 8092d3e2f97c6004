import { month as nameOf } from '#lib/browser/format';

/** `2026-10` → `October 2026`. */
export function monthName(month: string): string {
  return nameOf(`${month}-01T00:00:00Z`);
}
