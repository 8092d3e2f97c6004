-- One step of the clock of one client's sandbox (lib/sandbox/advance-clock.ts), for whoever has its turn. What is due is
-- taken under a lease, a thousand of each at a time, so that no worker does it as well. Only if nothing is due, and nothing
-- is being worked on, is the clock moved: to what comes next, `p_most_ms` at most. Then all that is still to come is due so
-- much earlier.
--   p_together_ms  what comes within this time of the next thing comes with it, where there is much to come
-- Returns {"moved_ms", "is_busy", "operations": [{"transaction_id", "kind", "attempts"}], "deliveries": n, "unchosen": [id of
-- the payment link]}, or null when the turn is lost. Locks are taken in the order of `commit_change`: transactions, payment
-- links, operations, deliveries, endpoints. A collection that nobody chose a wallet for has no lease: it ends once, whoever
-- ends it.
create or replace function move_sandbox_clock(p_client uuid, p_token uuid, p_most_ms bigint, p_together_ms bigint) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c_lease constant interval := '60 seconds';
  c_most constant int := 1000;
  v_moved bigint := 0;
  v_next timestamptz;
  v_is_busy boolean;
  v_operations jsonb;
  v_deliveries int;
begin
  update sandbox_clocks set lease_until = now() + c_lease where client_id = p_client and lease_token = p_token;
  if not found then
    return null;
  end if;
  select min(run_at) filter (where lease_token is null or run_at <= now()), coalesce(bool_or(lease_token is not null and run_at > now()), false)
  into v_next, v_is_busy
  from (
    select run_at, lease_token from rail_operations where client_id = p_client and environment = 'SANDBOX'
    union all
    select d.run_at, d.lease_token from deliveries d
    join webhook_endpoints w on w.client_id = d.client_id and w.environment = d.environment and w.id = d.endpoint_id
    where d.client_id = p_client and d.environment = 'SANDBOX' and d.status = 'PENDING'
      and w.status = 'ACTIVE' and w.deleted_at is null
    union all
    select expires_at, null from payment_links
    where client_id = p_client and environment = 'SANDBOX' and reserved_id is not null
  ) open;

  if v_next > now() and v_is_busy then
    return jsonb_build_object('moved_ms', 0, 'is_busy', true, 'operations', '[]'::jsonb, 'deliveries', 0, 'unchosen', '[]'::jsonb);
  end if;
  if v_next is null then
    v_moved := case when v_is_busy then 0 else p_most_ms end;
  elsif v_next > now() then
    v_moved := least(p_most_ms, ceil(extract(epoch from v_next - now()) * 1000)::bigint + p_together_ms);
  end if;
  if v_moved > 0 then
    perform shift_sandbox(p_client, make_interval(secs => v_moved / 1000.0), v_moved);
  end if;

  with taken as (
    update rail_operations o
    set lease_token = p_token, run_at = now() + c_lease, attempts = attempts + case when o.lease_token is null then 1 else 0 end
    from (
      select client_id, transaction_id, kind, run_at from rail_operations
      where client_id = p_client and environment = 'SANDBOX' and run_at <= now()
      order by run_at, transaction_id, kind limit c_most for update skip locked
    ) due
    where o.client_id = due.client_id and o.transaction_id = due.transaction_id and o.kind = due.kind
    returning o.transaction_id, o.kind, o.attempts, due.run_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('transaction_id', transaction_id, 'kind', kind, 'attempts', attempts) order by run_at, transaction_id), '[]')
  into v_operations from taken;

  with taken as (
    update deliveries d set lease_token = p_token, run_at = now() + c_lease
    from (
      select x.client_id, x.environment, x.id from deliveries x
      join webhook_endpoints w on w.client_id = x.client_id and w.environment = x.environment and w.id = x.endpoint_id
      where x.client_id = p_client and x.environment = 'SANDBOX' and x.status = 'PENDING' and x.run_at <= now()
        and w.status = 'ACTIVE' and w.deleted_at is null
      order by x.run_at, x.id limit c_most for update of x skip locked
    ) due
    where d.client_id = due.client_id and d.environment = due.environment and d.id = due.id
    returning 1
  )
  select count(*) into v_deliveries from taken;

  return jsonb_build_object('moved_ms', v_moved, 'is_busy', v_is_busy, 'operations', v_operations, 'deliveries', v_deliveries,
    'unchosen', (
      select coalesce(jsonb_agg(id order by expires_at), '[]') from payment_links
      where client_id = p_client and environment = 'SANDBOX' and reserved_id is not null and expires_at <= now()));
end $$;

-- All that is still to come in a client's sandbox comes so much earlier. What has happened keeps its time.
create or replace function shift_sandbox(p_client uuid, p_by interval, p_ms bigint) returns void language plpgsql as $$
declare
  v_open uuid[] := array(
    select id from transactions
    where client_id = p_client and environment = 'SANDBOX' and type in ('collection', 'payout', 'refund')
      and status in ('PENDING', 'AWAITING_LIQUIDITY')
    union
    select transaction_id from rail_operations where client_id = p_client and environment = 'SANDBOX');
begin
  perform from transactions where client_id = p_client and environment = 'SANDBOX' and id = any (v_open) order by id for update;
  update transactions set
    skipped_ms = skipped_ms + p_ms,
    expires_at = case status when 'PENDING' then expires_at - p_by else expires_at end,
    otp_sent_at = case status when 'PENDING' then otp_sent_at - p_by else otp_sent_at end,
    held_since = case status when 'AWAITING_LIQUIDITY' then held_since - p_by else held_since end
  where client_id = p_client and environment = 'SANDBOX' and id = any (v_open);
  update payment_links set expires_at = expires_at - p_by
  where client_id = p_client and environment = 'SANDBOX' and is_choice and is_active and expires_at > now();
  update rail_operations set run_at = run_at - p_by
  where client_id = p_client and environment = 'SANDBOX' and (lease_token is null or run_at <= now());
  update deliveries set run_at = run_at - p_by
  where client_id = p_client and environment = 'SANDBOX' and status = 'PENDING' and (lease_token is null or run_at <= now());
  -- How long an endpoint has failed for, and how long its former secret signs as well.
  update webhook_endpoints set
    failing_since = failing_since - p_by, last_failed_at = last_failed_at - p_by,
    previous_secret_expires_at = previous_secret_expires_at - p_by
  where client_id = p_client and environment = 'SANDBOX' and deleted_at is null
    and (failing_since is not null or last_failed_at is not null or previous_secret_expires_at is not null);
  -- Nothing is asked for that is older than the window of a reversal.
  delete from sandbox_steps where client_id = p_client and at < now() - interval '4 days';
  insert into sandbox_steps (client_id, id, at, moved_ms) values (p_client, uuid_v7(clock_timestamp()), clock_timestamp(), p_ms);
end $$;
