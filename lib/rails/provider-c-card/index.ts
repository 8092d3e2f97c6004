import { liveProviderCCard } from '#lib/rails/provider-c-card/live';
import type { RailDefinition, RailTraits } from '#lib/rails/rail';
import { checkoutUrl, simulatedRail } from '#lib/rails/simulator';

const traits: RailTraits = {
  provider: 'PROVIDER_C_CARD',
  name: 'Card',
  colour: '#475569',
  style: 'card',
  pollable: false,
  payoutRepeat: 'never',
  oneWallet: false,
  returnsFee: false,
};

/** The card rail: the acquirer hosts the page, its notice is the only word, and it does not pay out. */
export const providerCCard: RailDefinition = {
  traits,
  collects: true,
  paysOut: false,
  sandbox: (options) =>
    simulatedRail(
      traits,
      false,
      (id) => ({ type: 'show_card_page', url: checkoutUrl(options.baseUrl, id) }),
      options,
      'any',
    ),
  live: liveProviderCCard(traits),
};
