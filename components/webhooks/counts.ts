import { whole } from '#lib/browser/format';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';

type Counts = EndpointHealth['deliveries'];

/** `1,000+` where counting stopped. */
export function countText(counts: Counts, name: 'succeeded' | 'waiting' | 'failed' | 'skipped'): string {
  const count = counts[name];
  return count > counts.counted_at_most ? `${whole(counts.counted_at_most)}+` : whole(count);
}
