import { liveProviderC } from '#lib/rails/provider-c/live';
import type { RailDefinition, RailTraits } from '#lib/rails/rail';
import { checkoutUrl, simulatedRail } from '#lib/rails/simulator';

const traits: RailTraits = {
  provider: 'PROVIDER_C',
  name: 'Wallet C',
  colour: '#4d7c0f',
  style: 'redirect',
  pollable: true,
  payoutRepeat: 'by_key',
  oneWallet: true,
  returnsFee: false,
};

/** The redirect rail with a hosted payment link. */
export const providerC: RailDefinition = {
  traits,
  collects: true,
  paysOut: true,
  sandbox: (options) =>
    simulatedRail(
      traits,
      true,
      (id) => ({ type: 'redirect', url: checkoutUrl(options.baseUrl, id) }),
      options,
    ),
  live: liveProviderC(traits),
};
