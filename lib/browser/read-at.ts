let latest: string | undefined;
const listeners = new Set<() => void>();

/** What an answer says of the moment that it was read as of (`X-Gw-As-Of`), where it came from a standby. */
export function noteReadAt(headers: Headers): void {
  const at = headers.get('x-gw-as-of');
  if (at === null || (latest !== undefined && at <= latest)) return;
  latest = at;
  for (const listen of listeners) listen();
}

/** For `useSyncExternalStore`: the latest moment of this page's answers. */
export const readAt = {
  get: () => latest,
  subscribe(listen: () => void) {
    listeners.add(listen);
    return () => void listeners.delete(listen);
  },
};
