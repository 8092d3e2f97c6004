import { call } from '#lib/browser/api';
import type { Health } from '#lib/health/get-health';

/** How the installation does. It asks databases and certificates, so it is not looked at as often as figures are. */
export const healthQuery = {
  queryKey: ['admin-health'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<Health>('/api/admin/health', { signal }),
  refetchInterval: 30_000,
};
