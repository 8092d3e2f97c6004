import { database } from '#db/client';
import { railWallets } from '#db/schema/rails';
import type { Environment } from '#lib/context';
import { formatAmount } from '#lib/money';
import { type HeldPayouts, heldByRail } from '#lib/overview/held-by-rail';
import { listHealth, type RailHealthView } from '#lib/rails/list-health';
import { listSwitchedOff } from '#lib/rails/list-switched-off';
import { presentConnection } from '#lib/rails/present-connection';
import { type RailNow, railsNow } from '#lib/rails/rail-now';
import { type Direction, type RailSetting, readRailSetting } from '#lib/rails/rail-settings';
import { readTariffs } from '#lib/rails/rail-tariffs';
import { readWalletBooks, unexplained, type WalletBooks } from '#lib/rails/rail-wallet';
import { canDo, findRail, liveRails, railDefinitions } from '#lib/rails/registry';
import { presentTariffs } from '#lib/rails/set-tariff';

const environments = ['LIVE', 'SANDBOX'] as const;
const directions = ['collection', 'payout'] as const;

/**
 * Every rail as operators see it: what they set in each environment and direction, and of its live side how it is
 * connected, how it does, and what its wallet holds. No secret.
 */
export async function listRails({ now }: { now(): Date } = { now: () => new Date() }) {
  const [health, switchedOff, books, wallets, held, connected, tariffs] = await Promise.all([
    listHealth(),
    listSwitchedOff('LIVE'),
    readWalletBooks(),
    database().select().from(railWallets),
    heldByRail('LIVE'),
    liveRails(),
    readTariffs(),
  ]);
  const lines = await railsNow('LIVE', health, switchedOff);
  return Promise.all(
    railDefinitions.map(async (definition) => {
      const { provider, style } = definition.traits;
      const settings = environments.flatMap((environment) =>
        directions
          .filter((direction) => canDo(provider, direction))
          .map((direction) => presentSetting(environment, provider, direction)),
      );
      return {
        provider,
        style,
        /** Of its live side. */
        now: lines.get(provider) as RailNow,
        settings: await Promise.all(settings),
        /** Null: there is no live connector for it. */
        connection: definition.live ? await presentConnection(definition) : null,
        /** What it takes for its work, in live. */
        tariffs: presentTariffs(provider, tariffs, now()),
        health: health.filter((each): each is RailHealthView => each.provider === provider),
        /** What was collected and not paid to our bank yet; null: it lies in the wallet of the float. */
        collected: definition.traits.oneWallet
          ? null
          : formatAmount(books.get(provider)?.collectedBututs ?? 0n),
        /** Null: the rail pays nothing out. */
        float: definition.paysOut
          ? presentFloat(
              books.get(provider),
              wallets.find((each) => each.provider === provider),
              held.find((each) => each.provider === provider),
              {
                tells: connected.get(provider)?.fetchFloat !== undefined,
                isOneWallet: definition.traits.oneWallet,
              },
            )
          : null,
      };
    }),
  );
}

export type RailView = Awaited<ReturnType<typeof listRails>>[number];
export type RailSettingView = RailView['settings'][number];
export type RailFloatView = NonNullable<RailView['float']>;

/** One switch with its bounds, read anew. */
export async function presentSetting(environment: Environment, provider: string, direction: Direction) {
  return {
    environment,
    direction,
    /** False: no connection to this rail exists here, whatever the switch says. */
    connected: (await findRail(environment, provider)) !== undefined,
    ...presentable(await readRailSetting(environment, provider, direction)),
  };
}

export function presentable(setting: RailSetting) {
  return {
    enabled: setting.enabled,
    min_amount: formatAmount(setting.minBututs),
    max_amount: formatAmount(setting.maxBututs),
    /** Of payouts, in a day and in a month of Banjul; null: no limit. */
    day_limit: setting.dayLimitBututs === null ? null : formatAmount(setting.dayLimitBututs),
    month_limit: setting.monthLimitBututs === null ? null : formatAmount(setting.monthLimitBututs),
  };
}

function presentFloat(
  books: WalletBooks | undefined,
  wallet: typeof railWallets.$inferSelect | undefined,
  held: HeldPayouts | undefined,
  { tells, isOneWallet }: { tells: boolean; isOneWallet: boolean },
) {
  const balance = wallet?.balanceBututs ?? null;
  return {
    balance: formatAmount(books?.floatBututs ?? 0n),
    /** Of the float, what payouts in flight will take. */
    in_flight: formatAmount(books?.inFlightBututs ?? 0n),
    /** What was collected on the rail for all clients, and is not in the float. */
    collected: formatAmount(books?.collectedBututs ?? 0n),
    /** Whether it pays payouts too; null: it lies in another wallet. */
    collections_cover: isOneWallet ? (wallet?.collectionsCoverPayouts ?? true) : null,
    /** Null: the rail tells nobody what is in its wallet, or was not asked yet. */
    wallet:
      balance !== null && wallet?.readAt
        ? {
            balance: formatAmount(balance),
            read_at: wallet.readAt.toISOString(),
            /** By how much it is more or less than anything under way explains. */
            difference: books ? formatAmount(unexplained(balance, books)) : null,
          }
        : null,
    tells,
    /** The rail said that it is short; held payouts wait until then. */
    short_until: wallet?.shortUntil?.toISOString() ?? null,
    held: { count: held?.count ?? 0, amount: formatAmount(BigInt(held?.amount ?? 0)) },
  };
}
