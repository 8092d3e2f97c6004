import { database, sqlClient } from '#db/client';
import { type HealthMemory, railHealth, railWallets } from '#db/schema/rails';
import { type ChartOfAccounts, getChartOfAccounts } from '#lib/ledger/chart-of-accounts';
import { type Bututs, formatAmount } from '#lib/money';
import { readWalletBooks, unexplained, type WalletBooks } from '#lib/rails/rail-wallet';
import { liveRails, railDefinitions } from '#lib/rails/registry';

interface OpenCase {
  id: string;
  provider: string;
  since: string | null;
  opened_at: string;
}

/**
 * Where all live money is: of each rail what our books say lies there, what is under way, what the rail itself said of
 * its wallet and when, by how much both differ, and since when that is so. Beside it whose money it is; both sums are the
 * same. Its cost grows with the number of clients, not of transactions.
 */
export async function getWhereMoneyIs() {
  const [books, wallets, health, cases, chart, connected] = await Promise.all([
    readWalletBooks(),
    database().select().from(railWallets),
    database().select().from(railHealth),
    sqlClient()<OpenCase[]>`
      select id, provider, details->>'since' as since, opened_at from cases
      where status = 'OPEN' and kind = 'float_difference' order by id`,
    getChartOfAccounts({ environment: 'LIVE' }),
    liveRails(),
  ]);
  const feesOf = (provider: string) => {
    const account = chart.accounts.find(({ name }) => name === `rail_fees:${provider}`);
    return account?.debit ?? (account?.credit ? `-${account.credit}` : '0.00');
  };
  const rails = railDefinitions.map(({ traits: { provider } }) => {
    const wallet = wallets.find((each) => each.provider === provider);
    return presentRail(provider, books.get(provider) ?? nothing, {
      balanceBututs: wallet?.balanceBututs ?? null,
      readAt: wallet?.readAt ?? null,
      off: walletOffOf(health, provider),
      open: cases.find((each) => each.provider === provider),
      tells: connected.get(provider)?.fetchFloat !== undefined,
      isConnected: connected.has(provider),
      fees: feesOf(provider),
    });
  });
  const all = [...books.values()];
  return {
    rails,
    total: formatAmount(
      all.reduce((sum, { floatBututs, collectedBututs }) => sum + floatBututs + collectedBututs, 0n),
    ),
    owners: ownersOf(chart),
  };
}

export type WhereMoneyIs = Awaited<ReturnType<typeof getWhereMoneyIs>>;

export interface WalletDifference {
  provider: string;
  /** What the wallet has more than the books explain, or less when it begins with a minus. */
  unexplained: string;
}

/** The live wallets that differ by what nothing explains, as the last reading of each found it too. */
export async function listWalletDifferences(): Promise<WalletDifference[]> {
  const [books, wallets, health] = await Promise.all([
    readWalletBooks(),
    database().select().from(railWallets),
    database().select().from(railHealth),
  ]);
  return wallets.flatMap(({ provider, balanceBututs }) => {
    const off = balanceBututs === null ? 0n : unexplained(balanceBututs, books.get(provider) ?? nothing);
    return isFound(off, walletOffOf(health, provider)) ? [{ provider, unexplained: formatAmount(off) }] : [];
  });
}

function walletOffOf(health: (typeof railHealth.$inferSelect)[], provider: string) {
  return (
    health.find((each) => each.provider === provider && each.figures.walletOff)?.figures.walletOff ?? null
  );
}

/** Whether a difference is the one that was found when the rail was last asked: books move on between two readings. */
function isFound(off: Bututs, found: HealthMemory['walletOff']): boolean {
  return off !== 0n && found?.sign === (off > 0n ? 1 : -1);
}

const nothing: WalletBooks = {
  ...{ floatBututs: 0n, inFlightBututs: 0n, collectedBututs: 0n, pendingBututs: 0n },
};

interface Told {
  balanceBututs: Bututs | null;
  readAt: Date | null;
  /** What the last reading of the wallet found, against the books of that moment. */
  off: HealthMemory['walletOff'];
  open: OpenCase | undefined;
  tells: boolean;
  isConnected: boolean;
  fees: string;
}

function presentRail(provider: string, books: WalletBooks, told: Told) {
  const { floatBututs, collectedBututs, inFlightBututs, pendingBututs } = books;
  const booked = floatBututs + collectedBututs;
  const off = told.balanceBututs === null ? 0n : unexplained(told.balanceBututs, books);
  const begun = told.open?.since ?? told.off?.since;
  return {
    provider,
    connected: told.isConnected,
    books: {
      collected: formatAmount(collectedBututs),
      float: formatAmount(floatBututs),
      total: formatAmount(booked),
    },
    /** What the rail has taken for its work until now, and the books above are less by. */
    fees: told.fees,
    /** Of the float, what payouts under way will take; and what customers may have paid that we were not told of yet. */
    in_flight: { payouts: formatAmount(inFlightBututs), collections: formatAmount(pendingBututs) },
    /** Null: the rail does not tell it, or was not asked yet. */
    wallet:
      told.balanceBututs !== null && told.readAt !== null
        ? {
            balance: formatAmount(told.balanceBututs),
            read_at: told.readAt.toISOString(),
            /** What the wallet has more, or less, than the books. */
            difference: formatAmount(told.balanceBututs - booked),
            /** Of it, what nothing under way explains. */
            unexplained: formatAmount(off),
            /** Since when; null: nothing is unexplained, or nobody has compared it yet. */
            since: off === 0n || !begun ? null : new Date(begun).toISOString(),
            /** False: the books have changed since the rail was asked, and the next reading will tell whether it differs. */
            is_compared: off === 0n || told.open !== undefined || isFound(off, told.off),
          }
        : null,
    tells: told.tells,
    /** The open case about a difference. */
    case_id: told.open?.id ?? null,
  };
}

/** Also where there is nothing on them. */
const alwaysShown = new Set(['available', 'held', 'commission']);

/** Whose money lies at the rails, by account: all that is no rail's wallet. What was lost is below zero. */
function ownersOf({ accounts }: ChartOfAccounts) {
  return accounts
    .filter(({ name }) => !/^rail_(collections|float):/.test(name))
    .map(({ name, owner, debit, credit }) => {
      // A loss lessens what is there, though it stands as a debit.
      const amount = credit ?? (debit === null ? '0.00' : `-${debit}`);
      return { name, owner, amount };
    })
    .filter(({ name, amount }) => amount !== '0.00' || alwaysShown.has(name));
}
