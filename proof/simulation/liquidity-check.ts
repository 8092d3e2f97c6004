import type { Sql } from 'postgres';

// What a live rail's wallet has for payouts, by SQL of its own: its float, and what was collected in the same wallet.

/** What a rail takes for a payout, by the tariff of every seed. */
export const PAYOUT_FEE = 50n;

export interface Room {
  /** Of the float, beside what is set aside for payouts under way with their fees. */
  float: bigint;
  /** What was collected there and is not on its way back to its payers. */
  collected: bigint;
  /** How many payouts wait there, and what all of them would take. */
  waiting: number;
  wanted: bigint;
  /** The same as long as nothing was booked. */
  mark: string;
}

/** By the entries and the payouts that are open; docs/rails/live.md "Payouts", docs/operations/accounts.md. */
export async function roomOf(sql: Sql, provider: string): Promise<Room> {
  const [row] = await sql`
    with booked as (
      select coalesce(sum(amount_bututs) filter (where account = 'rail_float:' || ${provider}::text), 0) as float,
             coalesce(sum(amount_bututs) filter (where account = 'rail_collections:' || ${provider}::text), 0) as collected,
             count(*) as n
      from entries where environment = 'LIVE'
    ), open as (
      select coalesce(sum(amount_bututs + rail_fee_bututs) filter (where status = 'PENDING' and refund_method is distinct from 'reversal'), 0) as aside,
             coalesce(sum(amount_bututs + rail_fee_bututs) filter (where status = 'PENDING' and refund_method = 'reversal'), 0) as back,
             coalesce(sum(amount_bututs + rail_fee_bututs) filter (where status = 'AWAITING_LIQUIDITY'), 0) as wanted,
             count(*) filter (where status = 'AWAITING_LIQUIDITY') as waiting
      from transactions where environment = 'LIVE' and provider = ${provider} and type <> 'collection'
    )
    select (float - aside)::text as float, greatest(collected - back, 0)::text as collected, wanted::text, waiting::int, n::text as mark
    from booked, open`;
  return {
    ...{ float: BigInt(row?.float), collected: BigInt(row?.collected), wanted: BigInt(row?.wanted) },
    ...{ waiting: row?.waiting, mark: row?.mark },
  };
}

/** Money that was collected covers payouts once: what is left of it, over all clients and what covered, is none below zero. */
export async function overdrawn(sql: Sql): Promise<string[]> {
  const rows = await sql`
    select account, -sum(amount_bututs) as bututs from entries
    where environment = 'LIVE' and account like 'rail\_collections:%' group by 1 having sum(amount_bututs) < 0`;
  return rows.map(
    ({ account, bututs }) => `${account}: ${bututs} bututs more cover payouts than were collected`,
  );
}

/**
 * The oldest of those that wait for a float, although it, and what was collected in the same wallet, has room for it.
 * Asked when workers have had the time.
 */
export async function heldThoughCovered(sql: Sql): Promise<string[]> {
  const rows = await sql`
    with lies as (
      select account, sum(amount_bututs) as bututs from entries where environment = 'LIVE' group by 1
    ), oldest as (
      select distinct on (t.provider) t.id, t.provider, t.amount_bututs + t.rail_fee_bututs as amount_bututs from transactions t
      join clients c on c.id = t.client_id and c.status = 'ACTIVE'
      where t.environment = 'LIVE' and t.status = 'AWAITING_LIQUIDITY'
        -- What would give a payer back more than came, since one before it arrived after it had failed, is left to people.
        and not exists (
          select from transactions f where f.client_id = t.client_id and f.collection_id = t.collection_id
            and f.status = 'FAILED' and f.delivered_after_failure)
      order by t.provider, t.id
    )
    select o.id, o.provider from oldest o
    where o.amount_bututs + coalesce((
        select sum(amount_bututs + rail_fee_bututs) from transactions where environment = 'LIVE' and type <> 'collection'
          -- What the rail has paid after its no has left the wallet, and no book of ours yet.
          and (status = 'PENDING' or delivered_after_failure) and provider = o.provider), 0)
      <= (select coalesce(sum(bututs), 0) from lies where account in ('rail_float:' || o.provider, 'rail_collections:' || o.provider))
      and o.provider = any (${oneWallet})`;
  return rows.map(
    ({ id, provider }) => `${id} waits for the float of ${provider}, whose wallet has the money`,
  );
}

const oneWallet = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];
