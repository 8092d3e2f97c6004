-- What a client's payouts may take: each, in a day and in a month of Banjul, in each environment by itself.

-- The limits, and what of the present day and month is taken: by payouts that are under way, whenever they began, and by
-- those that reached their recipients within it, also where they were taken back since. One that failed takes nothing.
-- Read off the tallies, which the statement that changes a status keeps: a row for each day, status and rail, however
-- many payouts there are.
create or replace function payout_limits(p_client uuid, p_environment text, p_now timestamptz)
returns table (each_bututs bigint, day_bututs bigint, month_bututs bigint, day_taken_bututs bigint, month_taken_bututs bigint)
language sql stable as $$
  with today as (select (p_now at time zone 'UTC')::date as day),
  -- Of no day yet: those that are under way.
  counted as (select date '1970-01-01' as day union all
              select generate_series(date_trunc('month', day), day, interval '1 day')::date from today),
  taken as (
    select day, amount_bututs from tallies
    where client_id = p_client and environment = p_environment and type = 'payout' and status <> 'FAILED'
      and day = any (array(select day from counted))
    union all
    select day, amount_bututs from unfolded_tallies
    where client_id = p_client and environment = p_environment and type = 'payout' and status <> 'FAILED'
      and day = any (array(select day from counted))
  )
  select c.payout_limit_bututs, c.payout_limit_day_bututs, c.payout_limit_month_bututs,
         coalesce((select sum(amount_bututs) from taken where day in (date '1970-01-01', (select day from today))), 0)::bigint,
         coalesce((select sum(amount_bututs) from taken), 0)::bigint
  from clients c where c.id = p_client
$$;

-- The limit that a payout would pass, as an outcome of `commit_change`; null: none. Called under the lock of the client's
-- `available`, which every payout of the client takes first: of parallel ones each sees those before it.
create or replace function exceeded_payout_limit(n transactions, p_now timestamptz) returns jsonb language plpgsql as $$
declare
  v record;
begin
  perform from clients where id = n.client_id
    and coalesce(payout_limit_bututs, payout_limit_day_bututs, payout_limit_month_bututs) is not null;
  if not found then
    return null;
  end if;
  select * into v from payout_limits(n.client_id, n.environment, p_now);
  return (
    select jsonb_build_object('outcome', 'limit_exceeded', 'limit', name, 'limit_bututs', most::text,
                              'left_bututs', greatest(most - taken, 0)::text)
    from (values (1, 'per_payout', v.each_bututs, 0::bigint), (2, 'day', v.day_bututs, v.day_taken_bututs),
                 (3, 'month', v.month_bututs, v.month_taken_bututs)) as l (place, name, most, taken)
    where n.amount_bututs > most - taken order by place limit 1
  );
end $$;

-- Whether a payout that began now would wait for its float, as `reserve_float` decides it; nothing is locked, so that the
-- truth is decided when it begins. p: {"client_id", "owner_id", "environment", "provider", "amount_bututs", "is_covered", "now"}
create or replace function would_be_held(p jsonb) returns boolean language sql stable as $$
  with asked as (
    select * from jsonb_to_record(p) as a (client_id uuid, owner_id uuid, environment text, provider text,
                                           amount_bututs bigint, is_covered boolean, now timestamptz)
  ), room as (
    select a.*, coalesce((
        select balance_bututs - reserved_bututs from accounts
        where client_id = a.owner_id and environment = a.environment and name = 'rail_float:' || a.provider), 0) + coalesce((
        select sum(amount_bututs - reserved_bututs) from unfolded_entries
        where client_id = a.owner_id and environment = a.environment and account = 'rail_float:' || a.provider), 0)
      + case when a.is_covered then cover_on(a.provider) else 0 end as bututs
    from asked a
  )
  select bututs < amount_bututs or is_queued_before(client_id, environment, provider, bututs::bigint, now) from room
$$;
