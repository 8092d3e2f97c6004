import { railName } from '#lib/browser/rail-names';
import type { ClientRail } from '#lib/clients/change-client-rail';
import { environmentName } from '../rails/rail-name.tsx';

/** One switch of a client's: a rail's direction in an environment. */
export interface RailChoice {
  rail: ClientRail;
  environment: 'LIVE' | 'SANDBOX';
}

export function railChoiceName({ rail, environment }: RailChoice): string {
  return `${railName(rail.provider)}, ${rail.direction}s, ${environmentName({ environment }).toLowerCase()}`;
}
