import { sqlClient } from '#db/client';
import type { HealthMemory } from '#db/schema/rails';
import { openCase } from '#lib/cases/open-case';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { type Bututs, formatAmount } from '#lib/money';
import { askRail } from '#lib/rails/ask-rail';
import type { Rail, RailCall } from '#lib/rails/rail';

/** A difference that nothing under way explains, at each reading of this time, is a case. */
const CASE_AFTER_MS = 15 * 60_000;

/** What our wallet at a live rail should hold: a rail has one wallet, which it pays into and pays out of. */
export interface WalletBooks {
  /** The house's float. */
  floatBututs: Bututs;
  /** Of the float, what payouts in flight will take. */
  inFlightBututs: Bututs;
  /** What was collected on the rail, for all clients. */
  collectedBututs: Bututs;
  /** Collections that the rail may have taken and not told us of. */
  pendingBututs: Bututs;
}

/** Our books' side of every live rail's wallet. Its cost grows with the number of clients, not of transactions. */
export async function readWalletBooks(): Promise<Map<string, WalletBooks>> {
  const rows = await sqlClient()`
    with booked as (
      select name, balance_bututs as amount, case when client_id = ${HOUSE_CLIENT_ID} then reserved_bututs else 0 end as reserved
      from accounts where environment = 'LIVE' and name ~ '^rail_(float|collections):'
      union all
      select account, amount_bututs, case when client_id = ${HOUSE_CLIENT_ID} then reserved_bututs else 0 end from unfolded_entries
      where environment = 'LIVE' and account ~ '^rail_(float|collections):'
    ), open as (
      select provider, amount_bututs as amount from tally_totals
      where environment = 'LIVE' and type = 'collection' and status = 'PENDING'
      union all
      select provider, amount_bututs from unfolded_tallies
      where environment = 'LIVE' and type = 'collection' and status = 'PENDING'
    ), pending as (
      select provider, sum(amount) as amount from open group by 1
    )
    select split_part(name, ':', 2) as provider,
           coalesce(sum(b.amount) filter (where name like 'rail\\_float:%'), 0)::text as float,
           coalesce(sum(b.amount) filter (where name like 'rail\\_collections:%'), 0)::text as collected,
           sum(b.reserved)::text as reserved, coalesce(max(p.amount), 0)::text as pending
    from booked b left join pending p on p.provider = split_part(name, ':', 2)
    group by 1`;
  return new Map(
    rows.map((row) => [
      row.provider,
      {
        floatBututs: BigInt(row.float),
        inFlightBututs: BigInt(row.reserved),
        collectedBututs: BigInt(row.collected),
        pendingBututs: BigInt(row.pending),
      },
    ]),
  );
}

/**
 * Pure: by how much a wallet is more (positive) or less than our books can explain, which were read before and after
 * it. What is in flight may have left or reached the wallet already, or not yet.
 */
export function unexplained(walletBututs: Bututs, before: WalletBooks, after = before): Bututs {
  const lower = (of: (books: WalletBooks) => Bututs) => (of(before) < of(after) ? of(before) : of(after));
  const higher = (of: (books: WalletBooks) => Bututs) => (of(before) > of(after) ? of(before) : of(after));
  const least =
    lower((books) => books.floatBututs - books.inFlightBututs) + lower((books) => books.collectedBututs);
  const most =
    higher((books) => books.floatBututs) + higher((books) => books.collectedBututs + books.pendingBututs);
  if (walletBututs < least) return walletBututs - least;
  return walletBututs > most ? walletBututs - most : 0n;
}

/**
 * Reads what our wallet holds, where the rail tells it, and compares it with our books. Returns since when they
 * differ; after 15 minutes on the same side a case is open, and nothing else changes.
 */
export async function checkWallet(
  provider: string,
  rail: Rail,
  call: RailCall,
  offBefore: HealthMemory['walletOff'],
): Promise<HealthMemory['walletOff']> {
  if (rail.fetchFloat === undefined) return null;
  const before = (await readWalletBooks()).get(provider);
  const answer = await askRail({ environment: 'LIVE', provider }, 'float', async () =>
    rail.fetchFloat ? rail.fetchFloat(call) : { kind: 'not_sent', why: 'this rail does not tell it' },
  );
  const after = (await readWalletBooks()).get(provider);
  if (answer.kind !== 'done' || before === undefined || after === undefined) return offBefore ?? null;
  const walletBututs = answer.value;
  await sqlClient()`
    insert into rail_wallets (provider, balance_bututs, read_at)
    values (${provider}, ${walletBututs.toString()}, ${call.now.toISOString()})
    on conflict (provider) do update set balance_bututs = excluded.balance_bututs, read_at = excluded.read_at`;
  const off = unexplained(walletBututs, before, after);
  if (off === 0n) return null;
  const sign = off > 0n ? 1 : -1;
  const since = offBefore?.sign === sign ? offBefore.since : call.now.toISOString();
  if (call.now.getTime() - Date.parse(since) < CASE_AFTER_MS) return { since, sign };
  const details = {
    wallet: formatAmount(walletBututs),
    float: formatAmount(after.floatBututs),
    collected: formatAmount(after.collectedBututs),
    payouts_in_flight: formatAmount(after.inFlightBututs),
    open_collections: formatAmount(after.pendingBututs),
    difference: formatAmount(off),
    since,
  };
  await openCase({ kind: 'float_difference', provider, subject: provider, details }, call.now);
  // A case that somebody closes while it still differs opens again only after the same time.
  return { since: call.now.toISOString(), sign };
}
