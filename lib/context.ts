import { systemClock } from '#lib/clock';
import type { Place } from '#lib/seal';

export type Environment = 'SANDBOX' | 'LIVE';

/** Who acts: a key, a person in a dashboard, a rail's notice, or Kaira itself. Written into every status change. */
export type Actor =
  | { type: 'api_key'; id: string }
  | { type: 'user'; id: string }
  | { type: 'rail'; provider: string }
  | { type: 'system' };

export interface ClientProfile {
  id: string;
  name: string;
  commissionBps: number;
}

/**
 * An `Idempotency-Key` whose turn this request has. `render` makes the answer out of a verb's result, so that the
 * verb can store it in the very statement that makes it true.
 */
export interface IdempotencyLease {
  key: string;
  leaseToken: string;
  /** What its answer is sealed for. */
  place: Place;
  render(result: unknown): { responseStatus: number; body: string };
  /** Set by the verb that stored the answer itself. */
  stored: boolean;
}

/** What every verb is told: for whom, in which environment, by whom, and what time it is. */
export interface Context {
  client: ClientProfile;
  environment: Environment;
  actor: Actor;
  now(): Date;
  idempotency?: IdempotencyLease | undefined;
}

export function systemContext(client: ClientProfile, environment: Environment, now = systemClock): Context {
  return { client, environment, actor: { type: 'system' }, now };
}

/** `api_key:…`, `user:…`, `rail:…` or `system`, as it stands in the books. */
export function actorName(actor: Actor): string {
  if (actor.type === 'api_key' || actor.type === 'user') return `${actor.type}:${actor.id}`;
  return actor.type === 'rail' ? `rail:${actor.provider}` : 'system';
}
