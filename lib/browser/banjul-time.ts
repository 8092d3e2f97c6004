/** Banjul keeps GMT the whole year, so what a `datetime-local` field has is UTC without its `Z`. */

/** `2026-11-20T08:30` → `2026-11-20T08:30:00.000Z`; undefined for what is no time. */
export function fromTimeField(value: string | undefined): string | undefined {
  const at = Date.parse(`${value}Z`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** `2026-11-20T08:30:15.000Z` → `2026-11-20T08:30`, for the field; with seconds `2026-11-20T08:30:15`. */
export function toTimeField(iso: string | undefined, unit?: 'seconds'): string | undefined {
  const at = iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, unit === 'seconds' ? 19 : 16);
}

/** The end of a day that is included whole, of a `date` field; what is no day stays as it is. */
export function endOfDay(day: string): string {
  const at = Date.parse(`${day}T24:00:00Z`);
  return Number.isNaN(at) ? day : new Date(at).toISOString();
}
