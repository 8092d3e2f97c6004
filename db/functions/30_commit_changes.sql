-- What one change of a transaction writes. TypeScript has decided it (lib/transactions, lib/rail-work); here are only
-- locks, versions, and whether there is enough. Each function below is one thought of `commit_change`, at the end.

drop function if exists settle_cases(transactions, transactions, boolean, jsonb, timestamptz);

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

-- Whether a payout that waits for this float goes before one that begins: one that would fit now, and one that has been
-- overtaken for an hour. Those of a suspended client wait for their client.
create or replace function is_queued_before(p_client uuid, p_environment text, p_provider text, p_room bigint, p_now timestamptz)
returns boolean language sql stable as $$
  select exists (
    select from transactions h join clients k on k.id = h.client_id and k.status = 'ACTIVE'
    where h.environment = p_environment and h.provider = p_provider and h.status = 'AWAITING_LIQUIDITY'
      and not is_held_by_scenario(h)
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

-- What of a collection is still its client's, and was not given back to its payer: refunds that have not failed took their
-- part, and so did what the rail took back, also where the house bears it, for the payer has it.
create or replace function left_of_collection(k transactions) returns bigint language sql stable as $$
  select case k.status when 'SUCCEEDED' then k.amount_bututs else 0 end + coalesce((
    select sum(case when rail_bututs < 0 then rail_bututs else client_bututs end) from adjustments
    where client_id = k.client_id and transaction_id = k.id), 0)::bigint - coalesce((
    select sum(amount_bututs) from transactions
    where client_id = k.client_id and environment = k.environment and collection_id = k.id and status <> 'FAILED'), 0)::bigint
$$;

-- Why a refund may not begin, as an outcome; null: it may. Under the lock of its collection's row, so that however many
-- come at once, those that have not failed never give back more than was paid and not taken back, nor more commission
-- than was taken.
create or replace function refuse_refund(n transactions) returns jsonb language plpgsql as $$
declare
  k transactions;
  v_refunded bigint;
  v_returned bigint;
begin
  select * into strict k from transactions
  where client_id = n.client_id and environment = n.environment and id = n.collection_id for update;
  if k.type <> 'collection' or k.status <> 'SUCCEEDED' or k.provider <> n.provider then
    raise exception 'a refund is of a collection of its rail that succeeded' using errcode = 'KA009';
  end if;
  if exists (
    select from transactions where client_id = n.client_id and environment = n.environment and type = 'refund'
      and client_reference = n.client_reference
  ) then
    return '{"outcome":"exists"}';
  end if;
  select coalesce(sum(amount_bututs), 0), coalesce(sum(commission_bututs), 0) into v_refunded, v_returned from transactions
  where client_id = n.client_id and environment = n.environment and collection_id = k.id and status <> 'FAILED';
  if v_refunded + n.amount_bututs > k.amount_bututs or n.amount_bututs > left_of_collection(k)
    or v_returned + n.commission_bututs > k.commission_bututs then
    return '{"outcome":"refund_exceeds"}';
  end if;
  return null;
end $$;

-- The transaction of ours that a payment of a live rail is already, if it is another one. Of two that are told the same
-- at the same time, the second one sees the first.
create or replace function booked_before(n transactions) returns uuid language plpgsql as $$
declare
  -- What a rail pays out for a refund has its name among the payouts.
  v_types text[] := case n.type when 'collection' then array['collection'] else array['payout', 'refund'] end;
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', n.provider, v_types[1], coalesce(n.rail_payment_reference, n.rail_reference)), 0));
  return coalesce((
    select id from transactions
    where environment = 'LIVE' and provider = n.provider and rail_reference = n.rail_reference and type = any (v_types) and id <> n.id limit 1
  ), (
    select id from transactions
    where environment = 'LIVE' and provider = n.provider and rail_payment_reference = n.rail_payment_reference and type = any (v_types) and id <> n.id limit 1
  ));
end $$;

-- The step of a transaction's history, also where the status stays and something was done all the same; and the tallies.
create or replace function write_history(t transactions, n transactions, p_trigger text, p_actor text, p_now timestamptz) returns void
language sql as $$
  insert into transaction_changes (client_id, transaction_id, sequence, from_status, to_status, trigger, actor, at)
  values (n.client_id, n.id, n.version, t.status, n.status, p_trigger, p_actor, p_now);
  insert into unfolded_tallies (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
  select n.client_id, n.environment, s.type, s.status, s.provider,
         coalesce((s.completed_at at time zone 'UTC')::date, '1970-01-01'), s.sign, s.sign * s.amount_bututs, s.sign * s.commission_bututs
  from (
    values (1, n.type, n.status, n.provider, n.completed_at, n.amount_bututs, n.commission_bututs),
           (-1, t.type, t.status, t.provider, t.completed_at, t.amount_bututs, t.commission_bututs)
  ) as s (sign, type, status, provider, completed_at, amount_bututs, commission_bututs)
  where s.status is not null
$$;

-- What the client is told, and a delivery for each endpoint that wants it.
-- e: {"id", "event", "body", "legacy_body", "held_back"?}; of a scenario of the sandbox `held_back` is "all", or "copy" of
-- a second delivery: those wait until lib/webhooks/held-back.ts makes them due, or for an hour.
create or replace function write_event(n transactions, e jsonb, p_now timestamptz) returns void language plpgsql as $$
begin
  insert into events (client_id, environment, id, transaction_id, sequence, event, body, legacy_body, position, created_at)
  values (n.client_id, n.environment, (e->>'id')::uuid, n.id, n.version, e->>'event', e->>'body', e->>'legacy_body', event_position(), p_now);
  insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, payload_form, status, run_at, created_at)
  select n.client_id, n.environment, uuid_v7(p_now), (e->>'id')::uuid, w.id, n.id, e->>'event', w.payload_form,
         case w.status when 'ACTIVE' then 'PENDING' else 'SKIPPED' end,
         -- By the database's clock, as claims are; the column would round it to a moment that has not come.
         case w.status when 'ACTIVE' then date_trunc('milliseconds', now()) + case when h.is_held then interval '1 hour' else interval '0' end end, p_now
  from webhook_endpoints w
  cross join unnest(case e->>'held_back' when 'all' then '{true}' when 'copy' then '{false,true}' else '{false}'::boolean[] end) as h (is_held)
  where w.client_id = n.client_id and w.environment = n.environment and w.deleted_at is null
    and (w.events = '{}' or (e->>'event') = any (w.events))
    and (w.payload_form = 'current' or e->>'legacy_body' is not null);
end $$;

-- The intent to call the rail, and how a call ended: written once, by the database's clock, by which people find the
-- payment in the rail's statement.
-- call: {"id", "operation", "key"?, "connection_id"?, "note"?} · call_end: {"id", "outcome", "note"?}
create or replace function write_call(n transactions, p_call jsonb, p_end jsonb) returns void language plpgsql as $$
begin
  if p_call is not null then
    insert into rail_calls (client_id, environment, transaction_id, id, key, connection_id, provider, operation, started_at, note)
    values (n.client_id, n.environment, n.id, (p_call->>'id')::uuid, (p_call->>'key')::uuid, (p_call->>'connection_id')::uuid,
            n.provider, p_call->>'operation', now(), p_call->>'note')
    on conflict do nothing;
  end if;
  if p_end is not null then
    update rail_calls set ended_at = now(), outcome = p_end->>'outcome', note = coalesce(p_end->>'note', note)
    where client_id = n.client_id and transaction_id = n.id and id = (p_end->>'id')::uuid and outcome is null;
  end if;
end $$;

-- What is still to be done with the rail. p_drop: true | ["kind", …]; p_put: [{"kind", "run_at", "lease_token"?}]
create or replace function write_operations(n transactions, p_drop jsonb, p_put jsonb, p_now timestamptz) returns void
language plpgsql as $$
begin
  if p_drop is not null then
    delete from rail_operations
    where client_id = n.client_id and transaction_id = n.id
      -- The leave to charge is given back whatever becomes of the collection.
      and ((p_drop = 'true' and kind <> 'revoke') or p_drop ? kind)
      and not kind in (select o->>'kind' from jsonb_array_elements(coalesce(p_put, '[]')) o);
  end if;
  if p_put is not null then
    insert into rail_operations (client_id, environment, provider, transaction_id, kind, run_at, lease_token)
    select n.client_id, n.environment, n.provider, n.id,
           -- As a process of the release before calls it.
           case o->>'kind' when 'notice' then 'look_up' else o->>'kind' end,
           -- So long from now, by the clock that claims go by. When a collection ends is a time of the rail's.
           case o->>'kind' when 'close' then (o->>'run_at')::timestamptz else date_trunc('milliseconds', now()) + ((o->>'run_at')::timestamptz - p_now) end,
           (o->>'lease_token')::uuid
    from jsonb_array_elements(p_put) o
    on conflict (client_id, transaction_id, kind) do update set lease_token = excluded.lease_token, run_at = excluded.run_at;
  end if;
end $$;

-- What people have to look at, and what they no longer have to.
-- p_close: {"kinds", "resolution"} · p_settle: {"id", "closed_by", "closed_by_name", "resolution"}
-- p_open: [{"id", "kind", "details", "if_reference_paid"?}]; with the last, only where another attempt of the reference
-- was paid, which is then named
create or replace function write_cases(n transactions, p_close jsonb, p_settle jsonb, p_open jsonb, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_case jsonb;
  v_other uuid;
begin
  if p_close is not null or p_settle is not null then
    update cases set status = 'CLOSED', closed_at = p_now,
      closed_by = case when id = (p_settle->>'id')::uuid then (p_settle->>'closed_by')::uuid end,
      closed_by_name = case when id = (p_settle->>'id')::uuid then p_settle->>'closed_by_name' end,
      resolution = case when id = (p_settle->>'id')::uuid then p_settle->>'resolution' else p_close->>'resolution' end
    where transaction_id = n.id and status = 'OPEN' and (p_close->'kinds' ? kind or id = (p_settle->>'id')::uuid);
  end if;
  for v_case in select * from jsonb_array_elements(coalesce(p_open, '[]')) loop
    v_other := null;
    if v_case ? 'if_reference_paid' then
      continue when not exists (
        select from transactions where client_id = n.client_id and environment = n.environment and type = n.type
          and client_reference = n.client_reference and attempt <> n.attempt);
      -- Of two at the same time, the second one sees the first.
      perform pg_advisory_xact_lock(hashtextextended(n.client_id::text || n.client_reference, 0));
      select id into v_other from transactions
      where client_id = n.client_id and environment = n.environment and type = n.type
        and client_reference = n.client_reference and id <> n.id and status = 'SUCCEEDED' limit 1;
      continue when v_other is null;
    end if;
    insert into cases (id, environment, provider, kind, subject, client_id, transaction_id, details, status, opened_at)
    values ((v_case->>'id')::uuid, n.environment, n.provider, v_case->>'kind', n.id::text, n.client_id, n.id,
            v_case->'details' || case when v_other is null then '{}' else jsonb_build_object('other_transaction_id', v_other) end, 'OPEN', p_now)
    on conflict do nothing;
  end loop;
end $$;

-- Whether the rail is going to be asked to move money while an earlier call may have moved it: one with another key, or
-- at another wallet.
create or replace function may_move_twice(n transactions, p_call jsonb) returns boolean language sql stable as $$
  select p_call->>'operation' in ('charge', 'send', 'refund') and exists (
    select from rail_calls r
    where r.client_id = n.client_id and r.transaction_id = n.id and r.operation = p_call->>'operation'
      and coalesce(r.outcome, 'unknown') in ('done', 'unknown')
      and (coalesce(r.key, r.id) <> coalesce(p_call->>'key', p_call->>'id')::uuid
        or r.connection_id <> (p_call->>'connection_id')::uuid)
  )
$$;

-- One call is one statement: everything that a change of a transaction does happens, or nothing does.
-- Only lib/transactions/advance.ts calls this.
--
-- c: {"client_id", "environment", "transaction_id", "now", "actor", "trigger",
--     "create": {row of transactions} | "version": n, "set": {columns},
--     "debit_available_bututs"?: n,                                  what is taken from `available`, checked under its lock
--     "float"?, "journal"?, "fee"?, "event"?, "operations"?, "drop_operations"?, "call"?, "call_end"?,
--     "close_case"?, "close_cases"?, "open_cases"?, "adjustment"?: {row of adjustments}, "answer"?}
-- Returns {"outcome": "done" | "exists" | "stale" | "refund_exceeds" | "link_closed" | "limit_exceeded" | "insufficient_balance" | "float_short" |
-- "same_payment" | "adjusted", "limit"?, "limit_bututs"?, "left_bututs"?, "available_bututs"?, "transaction_id"?}. Nothing is
-- written unless the outcome is "done". Locks are always taken in the order: the transaction's row (of a new refund: its
-- collection's), its case, `available`, the rail's payment, the float, its payment link (a new one's is first).
create or replace function commit_change(c jsonb) returns jsonb language plpgsql as $$
declare
  v_client uuid := (c->>'client_id')::uuid;
  v_environment text := c->>'environment';
  v_now timestamptz := (c->>'now')::timestamptz;
  v_debit bigint := (c->>'debit_available_bututs')::bigint;
  v_float jsonb := c->'float';
  v_reserve bigint := (v_float->>'reserve_bututs')::bigint;
  v_available bigint;
  v_limit jsonb;
  v_other uuid;
  v_refusal jsonb;
  v_fee jsonb;
  v_direct text[] := '{}';
  t transactions;
  n transactions;
begin
  if c ? 'create' then
    n := jsonb_populate_record(null::transactions, c->'create');
    -- A process of the release before knows no such columns.
    n.delivered_after_failure := coalesce(n.delivered_after_failure, false);
    n.skipped_ms := coalesce(n.skipped_ms, 0);
    n.over_limit := coalesce(n.over_limit, false);
    n.customer_chooses := coalesce(n.customer_chooses, false);
    n.rail_fee_bututs := coalesce(n.rail_fee_bututs, 0);
    if n.type = 'refund' then
      v_refusal := refuse_refund(n);
      if v_refusal is not null then
        return v_refusal;
      end if;
    end if;
    if n.payment_link_id is not null and not is_link_open(n, v_now) then
      return '{"outcome":"link_closed"}';
    end if;
    if n.payment_link_id is null and n.type = 'collection' and is_being_chosen(n) then
      return '{"outcome":"exists"}';
    end if;
  else
    select * into t from transactions
    where client_id = v_client and environment = v_environment and id = (c->>'transaction_id')::uuid for update;
    if not found or t.version <> (c->>'version')::int then
      return '{"outcome":"stale"}';
    end if;
    n := jsonb_populate_record(t, c->'set');
    n.version := t.version + 1;
    if c ? 'call' then
      if may_move_twice(n, c->'call') then
        return '{"outcome":"exists"}';
      end if;
    end if;
    -- One case is settled by one adjustment, and by none once it is closed.
    if c ? 'adjustment' then
      perform from cases where id = (c->'adjustment'->>'case_id')::uuid and transaction_id = n.id and status = 'OPEN' for update;
      if not found then
        return '{"outcome":"exists"}';
      end if;
      -- Under the lock of the collection's row, as its refunds begin.
      if n.type = 'collection' and -(c->'adjustment'->>'client_bututs')::bigint > greatest(left_of_collection(n), 0) then
        return '{"outcome":"refund_exceeds"}';
      end if;
    end if;
  end if;
  if v_debit is not null then
    -- The lock makes equal payouts queue up here, so that the second one finds the first.
    v_available := lock_available(v_client, v_environment);
    if c ? 'create' and exists (
      select from transactions where client_id = v_client and environment = v_environment and type = n.type
        and client_reference = n.client_reference and attempt >= n.attempt
    ) then
      return '{"outcome":"exists"}';
    end if;
    if c ? 'create' and n.type = 'payout' then
      v_limit := exceeded_payout_limit(n, v_now);
      if v_limit is not null then
        return v_limit;
      end if;
    end if;
    if v_available < v_debit then
      return jsonb_build_object('outcome', 'insufficient_balance', 'available_bututs', v_available::text);
    end if;
  end if;
  -- What two operators have booked by hand is not booked again by what the rail says later.
  if t.status not in ('PENDING', 'AWAITING_LIQUIDITY') and n.status <> t.status then
    if exists (select from adjustments where client_id = v_client and transaction_id = n.id) then
      return '{"outcome":"adjusted"}';
    end if;
  end if;
  if v_environment = 'LIVE' and (n.rail_reference <> coalesce(t.rail_reference, '')
    or n.rail_payment_reference <> coalesce(t.rail_payment_reference, '')) then
    v_other := booked_before(n);
    if v_other is not null then
      return jsonb_build_object('outcome', 'same_payment', 'transaction_id', v_other);
    end if;
  end if;
  if v_reserve > 0 then
    if not reserve_float(v_float, n, c ? 'create', v_now) then
      return '{"outcome":"float_short"}';
    end if;
  end if;
  -- What a live rail is going to give back itself lies there, and nobody takes it meanwhile.
  if c ? 'create' and v_environment = 'LIVE' and n.refund_method = 'reversal' then
    perform from accounts
    where client_id = '00000000-0000-7000-8000-000000000000' and environment = v_environment and name = 'rail_float:' || n.provider for update;
    if collected_on(n.provider) < n.amount_bututs + greatest(n.rail_fee_bututs, 0) then
      return '{"outcome":"float_short"}';
    end if;
  end if;
  -- What has left the wallet already cannot be more than lay there; the float's lock is that of all that is taken from it.
  if c ? 'adjustment' and (n.type = 'collection' or n.refund_method = 'reversal') and (c->'adjustment'->>'rail_bututs')::bigint < 0 then
    perform from accounts
    where client_id = '00000000-0000-7000-8000-000000000000' and environment = v_environment and name = 'rail_float:' || n.provider for update;
    if collected_on(n.provider) < -(c->'adjustment'->>'rail_bututs')::bigint then
      return '{"outcome":"float_short"}';
    end if;
  end if;
  -- What has left the float already, and was not set aside.
  if v_reserve = 0 then
    if lock_float((v_float->>'client_id')::uuid, v_environment, v_float->>'account') < (v_float->>'spend_bututs')::bigint then
      return '{"outcome":"float_short"}';
    end if;
  end if;

  if c ? 'fee' then
    v_fee := fitting_fee(c->'fee', n);
    if v_fee is null then
      return '{"outcome":"float_short"}';
    end if;
    n.rail_fee_bututs := (v_fee->>'rail_fee_bututs')::bigint;
  end if;

  if c ? 'create' then
    insert into transactions select n.* on conflict do nothing;
    if found and n.payment_link_id is not null then
      perform count_link_attempt(n);
    elsif not found then
      if v_reserve > 0 then
        raise exception 'a payout that was reserved for exists' using errcode = 'KA008';
      end if;
      return '{"outcome":"exists"}';
    end if;
  else
    update transactions set
      status = n.status, version = n.version, commission_bututs = n.commission_bututs, rail_fee_bututs = n.rail_fee_bututs,
      rail_fee_told_bututs = n.rail_fee_told_bututs, connection_id = n.connection_id,
      rail_reference = n.rail_reference, rail_payment_reference = n.rail_payment_reference, rail_state_sealed = n.rail_state_sealed, redirect_url = n.redirect_url, next_step = n.next_step,
      card_page_url = n.card_page_url, otp_length = n.otp_length, otp_attempts_remaining = n.otp_attempts_remaining,
      otp_resends = n.otp_resends, otp_sent_at = n.otp_sent_at, failure_code = n.failure_code,
      failure_message = n.failure_message, late = n.late, delivered_after_failure = n.delivered_after_failure,
      over_limit = n.over_limit, reversed_at = n.reversed_at, reversal_reason = n.reversal_reason, held_since = n.held_since, expires_at = n.expires_at,
      updated_at = v_now, completed_at = n.completed_at
    where client_id = v_client and environment = v_environment and id = n.id;
    if n.payment_link_id is not null and n.status = 'SUCCEEDED' and t.status <> 'SUCCEEDED' then
      perform count_link_payment(n);
    end if;
  end if;

  if v_debit is not null then
    perform take_available(v_client, v_environment, v_debit);
    v_direct := array['available'];
  end if;
  if v_reserve > 0 and (v_float->>'spend_bututs')::bigint <> 0 then
    v_direct := v_direct || (v_float->>'account');
  elsif v_reserve < 0 then
    -- What was set aside is given back, and what was paid is booked, without the float's lock: payouts that end at the
    -- same time do not wait for each other, nor for one that begins. What the float can still pay is the same either way.
    insert into unfolded_entries (client_id, environment, account, amount_bututs, reserved_bututs)
    values ((v_float->>'client_id')::uuid, v_environment, v_float->>'account', 0, v_reserve);
  end if;
  if c ? 'journal' then
    perform post_journal(v_client, v_environment, n.id, c->'journal', v_direct, v_now);
  end if;
  if v_fee ? 'journal' then
    perform post_journal(v_client, v_environment, n.id, v_fee->'journal', '{}', v_now);
  end if;
  if c ? 'adjustment' then
    insert into adjustments select (jsonb_populate_record(null::adjustments, c->'adjustment')).*;
  end if;

  if t.status is distinct from n.status or c->>'trigger' <> 'amended' then
    perform write_history(t, n, c->>'trigger', c->>'actor', v_now);
  end if;
  if c ? 'event' then
    perform write_event(n, c->'event', v_now);
  end if;
  if c ? 'call' or c ? 'call_end' then
    perform write_call(n, c->'call', c->'call_end');
  end if;
  if c ? 'drop_operations' or c ? 'operations' then
    perform write_operations(n, c->'drop_operations', c->'operations', v_now);
  end if;
  if c ? 'close_cases' or c ? 'close_case' or c ? 'open_cases' then
    perform write_cases(n, c->'close_cases', c->'close_case', c->'open_cases', v_now);
  end if;
  if c ? 'answer' then
    perform store_answer(v_client, v_environment, c->'answer');
  end if;
  if is_kaira() then
    insert into unsealed_payments (client_id, id, sequence) values (v_client, n.id, n.version);
  end if;
  return '{"outcome":"done"}';
end $$;

-- Several changes of one transaction in one statement: all or none.
--
-- The settings: every row that is wanted has an index that leads to it, which the planner doubts while a table is small,
-- and a session keeps the plan: it then reads all of a table that has grown since, for each change. And a plan that
-- knows the values is no better here, but is made five times over before it is found out.
create or replace function commit_changes(cs jsonb) returns jsonb language plpgsql
security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  c jsonb;
  v_result jsonb;
  v_index int := 0;
begin
  for c in select * from jsonb_array_elements(cs) loop
    v_result := commit_change(c);
    if v_result->>'outcome' <> 'done' then
      if v_index > 0 then
        raise exception 'change % of a statement ended as %', v_index, v_result->>'outcome' using errcode = 'KA007';
      end if;
      return v_result;
    end if;
    v_index := v_index + 1;
  end loop;
  return v_result;
end $$;

-- Changes of several transactions in one statement, with one flush; lib/transactions/commit-together.ts. Each is done
-- or not by itself, with an outcome of its own in the same place; an exception refuses them all.
create or replace function commit_together(css jsonb) returns jsonb language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  cs jsonb;
  v_results jsonb := '[]';
begin
  for cs in select * from jsonb_array_elements(css) loop
    v_results := v_results || jsonb_build_array(commit_changes(cs));
  end loop;
  return v_results;
end $$;
