-- The ledger's verbs. A credit only inserts; a balance is the account's row plus its unfolded entries.

-- A UUIDv7 (RFC 9562 §5.7) for rows that SQL makes; PostgreSQL has its own from version 18 on only.
create or replace function uuid_v7(p_at timestamptz) returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from p_at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Guarantee: writes journals with their entries. `direct` names accounts whose row the caller holds locked and has
-- already changed; every other entry goes to the unfolded set.
-- Each: {"client_id", "environment", "transaction_id"?, "now", "direct"?: [account],
--        "id", "kind", "corrects_journal_id"?, "entries": [{"client_id", "account", "amount_bututs"}]}
create or replace function post_journals(p_journals jsonb[]) returns void language plpgsql as $$
begin
  with posted as (
    insert into journals (client_id, id, environment, transaction_id, kind, corrects_journal_id, created_at)
    select (j->>'client_id')::uuid, (j->>'id')::uuid, j->>'environment', (j->>'transaction_id')::uuid, j->>'kind',
           (j->>'corrects_journal_id')::uuid, (j->>'now')::timestamptz
    from unnest(p_journals) j
  ), entered as (
    insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at)
    select (e->>'client_id')::uuid, j->>'environment', e->>'account', (j->>'id')::uuid, (e->>'amount_bututs')::bigint,
           (j->>'now')::timestamptz
    from unnest(p_journals) j cross join jsonb_array_elements(j->'entries') e
  )
  insert into unfolded_entries (client_id, environment, account, amount_bututs)
  select (e->>'client_id')::uuid, j->>'environment', e->>'account', sum((e->>'amount_bututs')::bigint)
  from unnest(p_journals) j cross join jsonb_array_elements(j->'entries') e
  where not coalesce(j->'direct' ? (e->>'account'), false)
  group by 1, 2, 3;
end $$;

-- One, which belongs to no change of a transaction.
create or replace function post_journal(
  p_client uuid, p_environment text, p_transaction uuid, p_journal jsonb, p_direct text[], p_now timestamptz
) returns void language plpgsql as $$
begin
  perform post_journals(array[p_journal || jsonb_build_object('client_id', p_client, 'environment', p_environment,
    'transaction_id', p_transaction, 'direct', p_direct, 'now', p_now)]);
  -- What is of a transaction is sealed with it.
  if p_transaction is null and is_kaira() then
    insert into unsealed (kind, client_id, id) values ('journals', p_client, (p_journal->>'id')::uuid);
  end if;
end $$;

-- Adds up the unfolded entries into their accounts. An account that somebody else holds locked waits for the next
-- round: whoever takes unfolded entries away holds the account's row, so none is ever counted twice.
-- Returns how many entries were folded.
create or replace function fold_entries() returns bigint language sql
security definer set search_path = public, pg_temp as $$
  with batch as (
    -- Bounded, so that a backlog is worked off in steps that each hold their locks for a moment only.
    select ctid, client_id, environment, account from unfolded_entries limit 20000
  ), due as (
    select distinct client_id, environment, account from batch
  ), locked as (
    select a.client_id, a.environment, a.name
    from accounts a join due d on d.client_id = a.client_id and d.environment = a.environment and d.account = a.name
    order by a.client_id, a.environment, a.name
    for update of a skip locked
  ), gone as (
    delete from unfolded_entries u using batch b, locked l
    where u.ctid = b.ctid and b.client_id = l.client_id and b.environment = l.environment and b.account = l.name
    returning u.client_id, u.environment, u.account, u.amount_bututs, u.reserved_bututs
  ), sums as (
    select client_id, environment, account, sum(amount_bututs)::bigint as amount_bututs, sum(reserved_bututs)::bigint as reserved_bututs,
           count(*) as entries
    from gone group by 1, 2, 3
  ), folded as (
    update accounts a
    set balance_bututs = a.balance_bututs + s.amount_bututs, reserved_bututs = a.reserved_bututs + s.reserved_bututs
    from sums s where a.client_id = s.client_id and a.environment = s.environment and a.name = s.account
    returning s.entries
  )
  select coalesce(sum(entries), 0)::bigint from folded
$$;

-- Adds up the unfolded tallies. One folder at a time; a second one returns 0 at once.
create or replace function fold_tallies() returns bigint language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_rows bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('kaira fold_tallies')) then
    return 0;
  end if;
  with gone as (
    delete from unfolded_tallies where ctid in (select ctid from unfolded_tallies limit 20000) returning *
  ), sums as (
    select client_id, environment, type, status, provider, day, sum(count)::int as count,
           sum(amount_bututs)::bigint as amount_bututs, sum(commission_bututs)::bigint as commission_bututs
    from gone group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  ), folded as (
    insert into tallies as t (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
    select * from sums
    on conflict (client_id, environment, type, status, provider, day) do update
    set count = t.count + excluded.count, amount_bututs = t.amount_bututs + excluded.amount_bututs,
        commission_bututs = t.commission_bututs + excluded.commission_bututs
  ), folded_totals as (
    insert into tally_totals as t (client_id, environment, type, status, provider, count, amount_bututs, commission_bututs)
    select client_id, environment, type, status, provider, sum(count), sum(amount_bututs), sum(commission_bututs)
    from sums group by 1, 2, 3, 4, 5
    on conflict (client_id, environment, type, status, provider) do update
    set count = t.count + excluded.count, amount_bututs = t.amount_bututs + excluded.amount_bututs,
        commission_bututs = t.commission_bututs + excluded.commission_bututs
  ), folded_of_rails as (
    insert into rail_tallies as t (provider, day, amount_bututs)
    select provider, day, sum(amount_bututs) from sums
    where environment = 'LIVE' and type = 'payout' and status <> 'FAILED' group by 1, 2 order by 1, 2
    on conflict (provider, day) do update set amount_bututs = t.amount_bututs + excluded.amount_bututs
  )
  select count(*) into v_rows from gone;
  return v_rows;
end $$;

-- Once, what was folded before there was such a sum; nobody folds until the function above is there.
do $$ begin
  if not exists (select from rail_tallies) then
    perform pg_advisory_xact_lock(hashtext('kaira fold_tallies'));
    insert into rail_tallies (provider, day, amount_bututs)
    select provider, day, sum(amount_bututs) from tallies
    where environment = 'LIVE' and type = 'payout' and status <> 'FAILED' group by 1, 2;
  end if;
end $$;

-- Stores the answer to a request that carried an Idempotency-Key, in the statement that makes the answer true.
-- p: {"key", "lease_token", "response_status", "response_sealed" (\x…)}; refuses when the lease was lost.
create or replace function store_answer(p_client uuid, p_environment text, p jsonb) returns void language plpgsql as $$
begin
  update idempotency_keys
  set response_status = (p->>'response_status')::int, response_sealed = (p->>'response_sealed')::bytea, lease_token = null
  where client_id = p_client and environment = p_environment and key = p->>'key'
    and lease_token = (p->>'lease_token')::uuid;
  if not found then
    raise exception 'the idempotency key is held by another request' using errcode = 'KA006';
  end if;
end $$;

-- Adds to a float and returns its balance afterwards. c: {"client_id", "environment", "account", "journal", "answer"?, "now"}.
drop function if exists fund_float(jsonb);
create function fund_float(c jsonb) returns bigint language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  perform post_journal((c->>'client_id')::uuid, c->>'environment', null, c->'journal', '{}', (c->>'now')::timestamptz);
  if c ? 'answer' then
    perform store_answer((c->>'client_id')::uuid, c->>'environment', c->'answer');
  end if;
  return (
    select sum(amount) from (
      select balance_bututs as amount from accounts
      where client_id = (c->>'client_id')::uuid and environment = c->>'environment' and name = c->>'account'
      union all
      select amount_bututs from unfolded_entries
      where client_id = (c->>'client_id')::uuid and environment = c->>'environment' and account = c->>'account'
    ) booked
  );
end $$;

-- Whether one operator books so much of the house's money alone: with all that they booked alone in the last 24 hours. Of
-- several at the same time the second one sees the first.
create or replace function books_alone(p_operator uuid, p_bututs bigint, p_limit bigint, p_now timestamptz) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('kaira house money ' || p_operator, 0));
  return p_bututs + coalesce((
    select sum((after->>'amount')::numeric * 100) from audit_log
    where user_id = p_operator and id >= lowest_id_at(p_now - interval '24 hours') and not after ? 'asked_by'
      and action in ('rail.float_funded', 'rail.float_withdrawn', 'rail.float_transferred', 'rail.collections_moved', 'rail.collections_withdrawn')
  ), 0) <= p_limit;
end $$;

-- Moves money of the house under the lock of a float: once for a journal's id, and no more than there is. What leaves a
-- float is of what no payout has set aside; what comes from collections is of what was collected there. Locks one float
-- only, so that two transfers never wait for each other.
-- c: {"client_id", "environment", "account": the float, "from": "float" | "collections", "provider", "amount_bututs", "journal", "now"}
-- Returns {"outcome": "done" | "booked_before" | "too_much", "room_bututs"?}.
create or replace function move_house_money(c jsonb) returns jsonb language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_house uuid := (c->>'client_id')::uuid;
  v_room bigint := lock_float(v_house, c->>'environment', c->>'account');
begin
  if exists (select from journals where client_id = v_house and id = (c->'journal'->>'id')::uuid) then
    return '{"outcome":"booked_before"}';
  end if;
  if c->>'from' = 'collections' then
    v_room := collected_on(c->>'provider');
  end if;
  if v_room < (c->>'amount_bututs')::bigint then
    return jsonb_build_object('outcome', 'too_much', 'room_bututs', v_room::text);
  end if;
  perform post_journal(v_house, c->>'environment', null, c->'journal', '{}', (c->>'now')::timestamptz);
  return '{"outcome":"done"}';
end $$;
