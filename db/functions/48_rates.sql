-- How many requests an API key may make, over all servers of the installation.

-- Takes of each key's bucket as many tokens as are wanted, or as there are; `tokens`: what is left. In any span of t seconds
-- a key gets at most rate × t + burst. By the database's clock, which all servers share; one that goes backwards gives
-- nothing.
create or replace function take_of_rates(p_keys uuid[], p_wants int[], p_rates double precision[], p_bursts int[])
returns table (key_id uuid, taken int, tokens double precision) language plpgsql as $$
declare
  a record;
  v_now timestamptz;
begin
  -- In one order, so that two servers wait for each other in no circle.
  for a in select u.* from unnest(p_keys, p_wants, p_rates, p_bursts) as u (id, want, rate, burst) order by u.id loop
    loop
      v_now := clock_timestamp();
      with b as (
        select r.at, least(a.burst, r.tokens + a.rate * greatest(extract(epoch from v_now - r.at), 0)) as level
        from rate_buckets r where r.key_id = a.id for update
      )
      update rate_buckets r set tokens = b.level - least(a.want, floor(b.level)), at = greatest(b.at, v_now)
      from b where r.key_id = a.id
      returning r.key_id, least(a.want, floor(b.level)), r.tokens into key_id, taken, tokens;
      exit when found;
      insert into rate_buckets (key_id, tokens, at) values (a.id, a.burst, v_now) on conflict do nothing;
    end loop;
    return next;
  end loop;
end $$;
