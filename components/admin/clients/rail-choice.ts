import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { ClientRail } from '#lib/clients/change-client-rail';
import { environmentName } from '../rails/rail-name.tsx';

/** One switch of a client's: a rail's direction in an environment. */
export interface RailChoice {
  rail: ClientRail;
  environment: 'LIVE' | 'SANDBOX';
}

export function railChoiceName({ rail, environment }: RailChoice): string {
  const facts = {
    rail: railName(rail.provider),
    environment: environmentName({ environment }).toLowerCase(),
  };
  return rail.direction === 'collection'
    ? t('{rail}, collections, {environment}', facts)
    : t('{rail}, payouts, {environment}', facts);
}
