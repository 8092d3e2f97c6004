-- Whether there is enough of a client's balance and of a float, under their locks: parts of `commit_change`
-- (30_commit_changes.sql).

-- What a client can spend, under the lock of its account.
create or replace function lock_available(p_client uuid, p_environment text) returns bigint language plpgsql as $$
declare
  v_balance bigint;
begin
  select balance_bututs into strict v_balance from accounts
  where client_id = p_client and environment = p_environment and name = 'available' for update;
  return -(v_balance + coalesce((
    select sum(amount_bututs) from unfolded_entries
    where client_id = p_client and environment = p_environment and account = 'available'), 0));
end $$;

-- Takes from `available`, which is locked: folds what is there, then takes.
create or replace function take_available(p_client uuid, p_environment text, p_bututs bigint) returns void language sql as $$
  with gone as (
    delete from unfolded_entries
    where client_id = p_client and environment = p_environment and account = 'available' returning amount_bututs
  )
  update accounts set balance_bututs = balance_bututs + p_bututs + coalesce((select sum(amount_bututs) from gone), 0)
  where client_id = p_client and environment = p_environment and name = 'available'
$$;

-- What a float has for payouts that are not under way yet, under the lock of its account.
create or replace function lock_float(p_client uuid, p_environment text, p_account text) returns bigint language plpgsql as $$
declare
  v_room bigint;
begin
  select balance_bututs - reserved_bututs into strict v_room from accounts
  where client_id = p_client and environment = p_environment and name = p_account for update;
  return v_room + coalesce((
    select sum(amount_bututs - reserved_bututs) from unfolded_entries
    where client_id = p_client and environment = p_environment and account = p_account), 0);
end $$;

-- What lies in a live rail's wallet of all that was ever collected there, was not moved to its float, and is not being
-- given back by the rail itself.
create or replace function collected_on(p_provider text) returns bigint language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from (
    select balance_bututs as amount from accounts where environment = 'LIVE' and name = 'rail_collections:' || p_provider
    union all
    select amount_bututs from unfolded_entries where environment = 'LIVE' and account = 'rail_collections:' || p_provider
    union all
    select -r.amount_bututs - greatest(r.rail_fee_bututs, 0) from rail_operations o
    join transactions r on r.client_id = o.client_id and r.environment = o.environment and r.id = o.transaction_id
    where o.environment = 'LIVE' and o.provider = p_provider and o.kind = 'refund'
      and r.refund_method = 'reversal' and r.status = 'PENDING'
  ) booked
$$;

-- What of it pays payouts too, where no operator said no.
create or replace function cover_on(p_provider text) returns bigint language sql stable as $$
  select case when coalesce((select collections_cover_payouts from rail_wallets where provider = p_provider), true)
    then greatest(collected_on(p_provider), 0) else 0 end
$$;

-- Whether a scenario of the sandbox holds a payout, as if its float were short (lib/rails/scenarios.ts): for as long as
-- its operation is there.
create or replace function is_held_by_scenario(t transactions) returns boolean language plpgsql stable as $$
begin
  return t.scenario = 'float_short' and exists (
    select from rail_operations o where o.client_id = t.client_id and o.transaction_id = t.id);
end $$;

-- Whether a live refund or payback would give a payer back more than came, because one that had failed has arrived meanwhile,
-- or the rail took back what it gives. Its client, or people, decide about that.
create or replace function exceeds_what_came(t transactions) returns boolean language plpgsql stable as $$
begin
  return t.environment = 'LIVE' and (t.type = 'refund' or t.client_reference like 'payback-%') and exists (
    select from transactions k
    where k.client_id = t.client_id and k.environment = t.environment and k.type = 'collection'
      and k.id = coalesce(t.collection_id, payback_collection(t.client_reference)) and left_of_collection(k) < 0
      and (t.type = 'refund' or exists (select from paybacks_of(k) p where p.id = t.id)));
end $$;

-- Whether what waits for its float stays there, whatever the float has. Null, as `is_held_by_scenario` is of what has work
-- with its rail, counts as true behind a `not`: that stays, too.
create or replace function stays_held(t transactions) returns boolean language plpgsql stable as $$
begin
  return is_held_by_scenario(t) or exceeds_what_came(t);
end $$;

-- Whether a payout that waits for this float goes before one that begins: one that would fit now, and one that has been
-- overtaken for an hour. Those of a suspended client wait for their client.
create or replace function is_queued_before(p_client uuid, p_environment text, p_provider text, p_room bigint, p_now timestamptz)
returns boolean language sql stable as $$
  select exists (
    select from transactions h join clients k on k.id = h.client_id and k.status = 'ACTIVE'
    where h.environment = p_environment and h.provider = p_provider and h.status = 'AWAITING_LIQUIDITY'
      and not stays_held(h)
      and (p_environment = 'LIVE' or h.client_id = p_client)
      and (h.amount_bututs + h.rail_fee_bututs <= p_room or h.held_since < p_now - interval '1 hour')
  )
$$;

-- Sets a payout's amount aside in its float; false: the float is short, or others go first. With `cover_journal_id`,
-- what was collected at the rail covers what the float lacks: it lies in the same wallet.
-- f: {"client_id", "account", "reserve_bututs", "spend_bututs", "cover_journal_id"?}
create or replace function reserve_float(f jsonb, n transactions, p_is_new boolean, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  v_owner uuid := (f->>'client_id')::uuid;
  v_reserve bigint := (f->>'reserve_bututs')::bigint;
  v_room bigint := lock_float(v_owner, n.environment, f->>'account');
  v_collected bigint := 0;
begin
  -- Asked for only where it matters, for it looks at the accounts of all clients: when the float is short, or others wait.
  if f ? 'cover_journal_id' then
    if v_room < v_reserve or (p_is_new and is_queued_before(n.client_id, n.environment, n.provider, 9223372036854775807, p_now)) then
      v_collected := cover_on(n.provider);
    end if;
  end if;
  if v_room + v_collected < v_reserve
    -- What a scenario of the sandbox decides waits for no other.
    or (p_is_new and n.scenario is null and is_queued_before(n.client_id, n.environment, n.provider, v_room + v_collected, p_now)) then
    return false;
  end if;
  if v_room < v_reserve then
    perform post_journal(v_owner, n.environment, null, jsonb_build_object(
      'id', f->>'cover_journal_id', 'kind', 'float_covered', 'entries', jsonb_build_array(
        jsonb_build_object('client_id', v_owner, 'account', f->>'account', 'amount_bututs', v_reserve - v_room),
        jsonb_build_object('client_id', v_owner, 'account', 'rail_collections:' || n.provider, 'amount_bututs', v_room - v_reserve)
      )), '{}', p_now);
  end if;
  update accounts set reserved_bututs = reserved_bututs + v_reserve,
                      balance_bututs = balance_bututs - (f->>'spend_bututs')::bigint
  where client_id = v_owner and environment = n.environment and name = f->>'account';
  return true;
end $$;

-- What is booked of a rail's fee: as it is, or otherwise where the wallet has not what it takes more than was set aside for
-- it; null: neither. Takes the float's lock only where it takes more.
-- f: {"journal"?, "rail_fee_bututs", "over_bututs", "from": "float" | "collections", "account": the float, "otherwise"?}
create or replace function fitting_fee(f jsonb, n transactions) returns jsonb language plpgsql as $$
declare
  v_over bigint := (f->>'over_bututs')::bigint;
  v_room bigint;
begin
  if v_over <= 0 then
    return f;
  end if;
  v_room := lock_float('00000000-0000-7000-8000-000000000000', n.environment, f->>'account');
  if f->>'from' = 'collections' then
    v_room := collected_on(n.provider);
  end if;
  return case when v_room >= v_over then f else f->'otherwise' end;
end $$;
