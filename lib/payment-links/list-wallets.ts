import type { MetLink } from '#lib/payment-links/find-open-link';
import type { Operator } from '#lib/phone';
import { parseMobile } from '#lib/phone';
import type { RailTraits } from '#lib/rails/rail';
import { railName } from '#lib/rails/rail-faces';
import { standingOf } from '#lib/rails/rail-settings';
import { isTaken } from '#lib/rails/rail-status';
import { canDo, railDefinitions } from '#lib/rails/registry';

/** What a payer may choose. */
export interface Wallet {
  provider: string;
  name: string;
  style: RailTraits['style'];
  /** False: shown, and cannot be chosen at the moment. */
  isAvailable: boolean;
}

/** Those of the link, in its order, or all that the business can use. */
export async function listWallets({ ctx, link }: MetLink): Promise<Wallet[]> {
  const named = link.providers ?? railDefinitions.map(({ traits }) => traits.provider);
  const wallets = await Promise.all(
    named.map(async (provider) => {
      const traits = railDefinitions.find((each) => each.traits.provider === provider)?.traits;
      if (traits === undefined || !canDo(provider, 'collection')) return [];
      const standing = await standingOf(ctx, provider, 'collection');
      if (standing === 'NOT_ENABLED' && link.providers === null) return [];
      const isAvailable = isTaken(standing) && standing !== 'CLOSED';
      return [{ provider, name: railName(provider), style: traits.style, isAvailable }];
    }),
  );
  return wallets.flat();
}

/** Whose wallet a number of an operator's most likely is. A guess: it is shown to the payer, never acted on. */
const walletOfOperator: Partial<Record<Operator, string>> = { Africell: 'PROVIDER_A', QCell: 'PROVIDER_C' };

export function guessWallet(wallets: Wallet[], mobile: string): Wallet | undefined {
  const likely = walletOfOperator[parseMobile(mobile)?.operator ?? 'unknown'];
  return wallets.find(({ provider, isAvailable }) => isAvailable && provider === likely);
}
