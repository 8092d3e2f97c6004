import type { EndpointHealth } from '#lib/webhooks/endpoint-health';

type Counts = EndpointHealth['deliveries'];

const whole = new Intl.NumberFormat('en-GB');

/** `1,000+` where counting stopped. */
export function countText(counts: Counts, name: 'succeeded' | 'waiting' | 'failed' | 'skipped'): string {
  const count = counts[name];
  return count > counts.counted_at_most ? `${whole.format(counts.counted_at_most)}+` : whole.format(count);
}

/** `1 delivery`, `12 deliveries`. */
export function deliveriesText(count: number): string {
  return `${whole.format(count)} ${count === 1 ? 'delivery' : 'deliveries'}`;
}
