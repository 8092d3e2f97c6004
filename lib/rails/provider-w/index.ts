import { liveProviderW } from '#lib/rails/provider-w/live';
import type { RailDefinition, RailTraits } from '#lib/rails/rail';
import { checkoutUrl, simulatedNameCheck, simulatedRail } from '#lib/rails/simulator';

const traits: RailTraits = {
  provider: 'PROVIDER_W',
  name: 'Wallet W',
  colour: '#0e7490',
  style: 'redirect',
  pollable: true,
  payoutRepeat: 'by_key',
  oneWallet: true,
  returnsFee: true,
};

/** The redirect rail that is meant when a request names none. */
export const providerW: RailDefinition = {
  traits,
  collects: true,
  paysOut: true,
  sandbox: (options) => ({
    ...simulatedRail(
      traits,
      true,
      (id) => ({ type: 'redirect', url: checkoutUrl(options.baseUrl, id) }),
      options,
      'rest',
    ),
    checkRecipient: simulatedNameCheck,
  }),
  live: liveProviderW(traits),
};
