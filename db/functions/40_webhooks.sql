-- Where an event stands for a reader who follows all events of a client. Ids are made before the commit, and commits
-- come in another order, so a reader who follows ids would miss the late ones. A position is the number of the
-- transaction that wrote the event; the base keeps positions growing in a cluster that a dump was restored into.
create or replace function event_position() returns bigint language sql volatile as $$
  -- By its index: for want of one that suits, `commit_changes`, whose plans shun whole tables, had a plan here that
  -- PostgreSQL before 18 takes for so dear that it compiles it.
  select base + pg_current_xact_id()::text::bigint from event_position_base where is_only
$$;

-- A restored dump may stand in a cluster that counts its transactions from a lower number, and a cluster that was put
-- back, or is a replica's heir, counts from where it stood then; events written from now on come after all that are
-- there, and, by a wide step, after those that are lost. A cluster begins a timeline with each such recovery; the first
-- is left out of its name.
create or replace function keep_positions_growing() returns void language sql
security definer set search_path = public, pg_temp as $$
  insert into event_position_base as b (base, system_identifier)
  select 0, system_identifier::text || case timeline when '00000001' then '' else '/' || timeline end
  from pg_control_system(), left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline
  on conflict (is_only) do update
  set base = (select coalesce(max(position), 0) + (1::bigint << 32) from events), system_identifier = excluded.system_identifier
  where b.system_identifier <> excluded.system_identifier
$$;

-- Guarantee: in the snapshot of the statement that calls it, every event before this position is visible, and none
-- will ever be added there. A transaction that writes for long holds it back: readers wait, and miss nothing.
-- https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT
create or replace function event_horizon() returns bigint language sql stable as $$
  select base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint from event_position_base
$$;

-- Takes deliveries that are due under a lease. A queue is what waits for one endpoint; only queues with something in
-- them are looked at, so what waits in one, however long it is, costs the others nothing.
--   p_slots              how many the caller can start
--   p_slots_for_failing  of them, for endpoints whose last attempt failed
--   p_per_endpoint       under way to one endpoint at most, over all workers; 1 while it fails
--   p_pace               {endpoint: n}, of those that may have more under way
--   p_per_client         under way to all endpoints of one client and environment at most, over all workers
drop function if exists claim_deliveries(int, int, int, int, int, uuid);
create or replace function claim_deliveries(
  p_slots int, p_slots_for_failing int, p_per_endpoint int, p_per_client int, p_lease_seconds int, p_token uuid,
  p_pace jsonb default '{}'
) returns table (
  client_id uuid, environment text, id uuid, attempts int, attempts_at_resend int, event_id uuid, event text,
  endpoint_id uuid, failing boolean, url text, secret_sealed bytea, previous_secret_sealed bytea, body text,
  event_created_at timestamptz
) language plpgsql
-- Every row that is wanted has an index that leads to it, which the planner doubts of tables that have just grown. And a
-- plan for the values took as long as the claim itself, each time.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  v_bytes bigint := pg_relation_size('deliveries');
begin
  -- A session keeps its plans, and one that was made while the table was small scans all of it for each queue: among
  -- 100,000 rows a claim took 4 s and more, until autovacuum came. So plans are made anew when the table has doubled.
  if v_bytes > 2 * coalesce(nullif(current_setting('kaira.planned_bytes', true), ''), '0')::bigint then
    discard plans;
    perform set_config('kaira.planned_bytes', v_bytes::text, false);
  end if;
  -- One claim at a time, each with a snapshot that has the one before in it: the limits hold exactly.
  perform pg_advisory_xact_lock(hashtext('kaira claim_deliveries'));
  -- A lease that a crash of the database forgets is only an attempt that is made again.
  perform set_config('synchronous_commit', 'off', true);
  return query
  with recursive queues as (
    (select d.client_id, d.environment, d.endpoint_id from deliveries d
     where d.status = 'PENDING' order by d.client_id, d.environment, d.endpoint_id limit 1)
    union all
    select n.client_id, n.environment, n.endpoint_id
    from queues q cross join lateral (
      select d.client_id, d.environment, d.endpoint_id from deliveries d
      where d.status = 'PENDING' and (d.client_id, d.environment, d.endpoint_id) > (q.client_id, q.environment, q.endpoint_id)
      order by d.client_id, d.environment, d.endpoint_id limit 1
    ) n
  ), due as (
    select d.client_id, d.environment, d.row, d.run_at, w.failing_since is not null as failing
    from queues q
    join webhook_endpoints w on w.client_id = q.client_id and w.environment = q.environment and w.id = q.endpoint_id
    cross join lateral (
      select x.client_id, x.environment, x.ctid as row, x.run_at from deliveries x
      where x.client_id = q.client_id and x.environment = q.environment and x.endpoint_id = q.endpoint_id
        and x.status = 'PENDING' and x.run_at <= now()
      order by x.run_at
      limit greatest(0, case when w.failing_since is null then coalesce((p_pace->>w.id::text)::int, p_per_endpoint) else 1 end - (
        select count(*) from deliveries l
        where l.client_id = q.client_id and l.endpoint_id = q.endpoint_id and l.lease_token is not null and l.run_at > now()))
      for update skip locked
    ) d
    where w.status = 'ACTIVE' and w.deleted_at is null
  ), ranked as (
    -- A client's turn comes after as many turns of others as it has deliveries under way already.
    select *, row_number() over (partition by client_id, environment order by under_way desc, run_at) as of_client
    from (
      select due.*, false as under_way from due
      union all
      select l.client_id, l.environment, l.ctid, l.run_at, false, true from deliveries l
      where l.lease_token is not null and l.run_at > now()
    ) of_clients
  ), allowed as (
    select *, row_number() over (partition by failing order by of_client, run_at) as of_kind
    from ranked where not under_way and of_client <= p_per_client
  ), picked as (
    select * from allowed where not failing or of_kind <= p_slots_for_failing order by of_client, run_at limit p_slots
  ), claimed as (
    update deliveries d set lease_token = p_token, run_at = now() + make_interval(secs => p_lease_seconds)
    from picked p where d.ctid = p.row -- Locked above, so it stays where it is.
    returning d.*, p.failing
  )
  select c.client_id, c.environment, c.id, c.attempts, c.attempts_at_resend, c.event_id, c.event, c.endpoint_id, c.failing,
         w.url, w.secret_sealed, case when w.previous_secret_expires_at > now() then w.previous_secret_sealed end,
         case c.payload_form when 'legacy' then e.legacy_body else e.body end, e.created_at
  from claimed c
  -- By their primary keys, whatever the planner thinks of tables that have just grown.
  cross join lateral (
    select * from events e
    where e.client_id = c.client_id and e.environment = c.environment and e.id = c.event_id offset 0) e
  cross join lateral (
    select * from webhook_endpoints w
    where w.client_id = c.client_id and w.environment = c.environment and w.id = c.endpoint_id offset 0) w;
end $$;

-- Every event is written once for each endpoint, in the statement that moves the money.
create or replace function check_endpoint_count() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('kaira webhook_endpoints ' || new.client_id || new.environment));
  if (
    select count(*) from webhook_endpoints
    where client_id = new.client_id and environment = new.environment and deleted_at is null
  ) >= 20 then
    raise exception 'an account has at most 20 webhook endpoints in each environment' using errcode = 'KA010';
  end if;
  return new;
end $$;

create or replace trigger webhook_endpoints_count before insert on webhook_endpoints
  for each row execute function check_endpoint_count();

-- Whether a text is JSON, for the audit on PostgreSQL 15; later ones have `pg_input_is_valid`.
create or replace function is_json(p_text text) returns boolean language plpgsql stable as $$
begin
  perform p_text::jsonb;
  return true;
exception when data_exception then
  return false;
end $$;
