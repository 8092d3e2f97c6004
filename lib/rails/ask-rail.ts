import type { Environment } from '#lib/context';
import { room } from '#lib/http/room';
import { describeError, log } from '#lib/log';
import { railCallSeconds, railCallsTotal } from '#lib/metrics';
import type { Outcome } from '#lib/rails/rail';

/**
 * Guarantee: one of the four outcomes, whatever the rail or its connector does; an exception is a bug of ours and
 * `unknown`, because it may have come after the wire. Counts and times the call.
 */
export async function askRail<T>(
  { environment, provider }: { environment: Environment; provider: string },
  operation: string,
  ask: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const startedAt = performance.now();
  let outcome: Outcome<T>;
  try {
    outcome = await room.away(ask);
  } catch (error) {
    log.error({ provider, operation, ...describeError(error) }, 'a rail’s connector failed');
    outcome = { kind: 'unknown', why: 'the connector failed; the log has the error' };
  }
  railCallsTotal.inc({ environment, provider, operation, outcome: outcome.kind });
  if (environment === 'LIVE') {
    railCallSeconds.observe({ provider, operation }, (performance.now() - startedAt) / 1000);
    if (outcome.kind !== 'done')
      log.info({ provider, operation, outcome: outcome.kind, why: whyOf(outcome) }, 'a rail’s call');
  }
  return outcome;
}

/** What a rail said for itself where it did not do what was asked. */
export function whyOf(outcome: Outcome<unknown>): string | undefined {
  if (outcome.kind === 'done') return undefined;
  return outcome.kind === 'refused' ? (outcome.why ?? outcome.failure.code) : outcome.why;
}
