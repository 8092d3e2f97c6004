-- What payouts may take: of a client each, in a day and in a month of Banjul, in each environment by itself; and over a
-- rail in a day and in a month.

-- What live payouts that had failed have brought their recipients all the same, by the day on which they had failed: of a
-- client, or over a rail, on these days. Each has a case since then, by which those few are found. What two people found
-- not to have been paid is not there.
create or replace function paid_after_failure(p_client uuid, p_provider text, p_days date[])
returns table (day date, amount_bututs bigint) language sql stable as $$
  select (t.completed_at at time zone 'UTC')::date, t.amount_bututs
  from (
    select distinct client_id, transaction_id from cases
    where kind = 'delivered_after_failure' and environment = 'LIVE' and client_id = coalesce(p_client, client_id)
      and opened_at >= (select min(d) from unnest(p_days) d where d > '1970-01-01')::timestamp at time zone 'UTC'
  ) c
  join transactions t on t.client_id = c.client_id and t.environment = 'LIVE' and t.id = c.transaction_id
  where t.type = 'payout' and t.status = 'FAILED' and t.delivered_after_failure and t.provider = coalesce(p_provider, t.provider)
    and (t.completed_at at time zone 'UTC')::date = any (p_days)
    and (with_recipient(t) > 0 or exists (select from adjustments a where a.client_id = t.client_id and a.transaction_id = t.id))
$$;

-- The limits, and what of the present day and month is taken: by payouts that are under way, whenever they began, and by
-- those that reached their recipients within it, also where they were taken back since. One that failed takes nothing,
-- unless its rail has paid it all the same.
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
    union all
    select day, amount_bututs from paid_after_failure(p_client, null, array(select day from counted)) where p_environment = 'LIVE'
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

-- The limits of what is paid out over a rail, and what of the present day and month is taken, counted as above: in LIVE by
-- all clients together, for it is the house's wallet that a rail limits, in SANDBOX by this client, which has rails of its
-- own there. No row where there is no limit: then nothing is counted. Refunds are not payouts here either.
create or replace function rail_payout_limits(p_client uuid, p_environment text, p_provider text, p_now timestamptz)
returns table (day_bututs bigint, month_bututs bigint, day_taken_bututs bigint, month_taken_bututs bigint)
language plpgsql stable as $$
declare
  v_today date := (p_now at time zone 'UTC')::date;
  v_days date[];
begin
  select s.day_limit_bututs, s.month_limit_bututs into day_bututs, month_bututs from rail_settings s
  where s.environment = p_environment and s.provider = p_provider and s.direction = 'payout';
  if coalesce(day_bututs, month_bututs) is null then
    return;
  end if;
  v_days := array(
    select date '1970-01-01' union all
    select generate_series(case when month_bututs is null then v_today else date_trunc('month', v_today)::date end, v_today, interval '1 day')::date);
  -- The clauses of the index `unfolded_tallies_rail` stand as they are in it.
  if p_environment = 'LIVE' then
    select sum(t.amount_bututs) filter (where t.day in (date '1970-01-01', v_today)), sum(t.amount_bututs)
    into day_taken_bututs, month_taken_bututs
    from (
      select day, amount_bututs from rail_tallies where provider = p_provider and day = any (v_days)
      union all
      select day, amount_bututs from unfolded_tallies
      where environment = 'LIVE' and type = 'payout' and status <> 'FAILED' and provider = p_provider and day = any (v_days)
      union all
      select day, amount_bututs from paid_after_failure(null, p_provider, v_days)
    ) t;
  else
    select sum(t.amount_bututs) filter (where t.day in (date '1970-01-01', v_today)), sum(t.amount_bututs)
    into day_taken_bututs, month_taken_bututs
    from (
      select day, amount_bututs from tallies
      where client_id = p_client and environment = p_environment and type = 'payout' and status <> 'FAILED'
        and provider = p_provider and day = any (v_days)
      union all
      select day, amount_bututs from unfolded_tallies
      where client_id = p_client and environment = p_environment and type = 'payout' and status <> 'FAILED'
        and provider = p_provider and day = any (v_days)
    ) t;
  end if;
  day_taken_bututs := coalesce(day_taken_bututs, 0);
  month_taken_bututs := coalesce(month_taken_bututs, 0);
  return next;
end $$;

-- The limit of its rail that a payout would pass, as above. Takes the float's lock first, where there is one: all payouts of
-- the rail take it, those that are going to wait as well, so that of parallel ones each sees those before it.
create or replace function exceeded_rail_limit(n transactions, p_now timestamptz) returns jsonb language plpgsql as $$
declare
  v record;
begin
  perform from rail_settings where environment = n.environment and provider = n.provider and direction = 'payout'
    and coalesce(day_limit_bututs, month_limit_bututs) is not null;
  if not found then
    return null;
  end if;
  perform from accounts
  where client_id = case n.environment when 'LIVE' then '00000000-0000-7000-8000-000000000000' else n.client_id end
    and environment = n.environment and name = 'rail_float:' || n.provider for update;
  select * into v from rail_payout_limits(n.client_id, n.environment, n.provider, p_now);
  return (
    select jsonb_build_object('outcome', 'limit_exceeded', 'limit', name, 'limit_bututs', most::text,
                              'left_bututs', greatest(most - taken, 0)::text)
    from (values (1, 'rail_day', v.day_bututs, v.day_taken_bututs), (2, 'rail_month', v.month_bututs, v.month_taken_bututs))
      as l (place, name, most, taken)
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
