import { liveProviderA } from '#lib/rails/provider-a/live';
import type { RailDefinition, RailTraits } from '#lib/rails/rail';
import { simulatedNameCheck, simulatedRail } from '#lib/rails/simulator';

const traits: RailTraits = {
  provider: 'PROVIDER_A',
  name: 'Wallet A',
  colour: '#b45309',
  style: 'otp',
  pollable: true,
  payoutRepeat: 'never',
  oneWallet: true,
  returnsFee: false,
};
const OTP_LENGTH = 6;

/** The wallet whose customer confirms with a one-time password. */
export const providerA: RailDefinition = {
  traits,
  collects: true,
  paysOut: true,
  sandbox: (options) => ({
    ...simulatedRail(traits, true, () => ({ type: 'submit_otp', otpLength: OTP_LENGTH }), options),
    checkRecipient: simulatedNameCheck,
  }),
  live: liveProviderA(traits, OTP_LENGTH),
};
