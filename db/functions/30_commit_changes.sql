-- One call is one statement: everything that a change of a transaction does happens, or nothing does.
-- Only lib/transactions/advance.ts calls this.
--
-- c: {"client_id", "environment", "transaction_id", "now", "actor", "trigger",
--     "create": {row of transactions} | "version": n, "set": {columns},
--     "debit_available_bututs"?: n,                                  what is taken from `available`, checked under its lock
--     "float"?: {"client_id", "account", "reserve_bututs", "spend_bututs"},
--     "journal"?, "event"?: {"id", "event", "body", "legacy_body"},
--     "operations"?: [{"kind", "run_at"}], "drop_operations"?: true, "answer"?}
-- Returns {"outcome": "done" | "exists" | "stale" | "insufficient_balance" | "float_short", "available_bututs"?}.
-- Nothing is written unless the outcome is "done". Locks are always taken in the order: the transaction's row,
-- `available`, the float.
create or replace function commit_change(c jsonb) returns jsonb language plpgsql as $$
declare
  v_client uuid := (c->>'client_id')::uuid;
  v_environment text := c->>'environment';
  v_id uuid := (c->>'transaction_id')::uuid;
  v_now timestamptz := (c->>'now')::timestamptz;
  v_debit bigint := (c->>'debit_available_bututs')::bigint;
  v_float jsonb := c->'float';
  v_reserve bigint := (v_float->>'reserve_bututs')::bigint;
  v_balance bigint;
  v_unfolded bigint;
  v_direct text[] := '{}';
  v_event jsonb := c->'event';
  t transactions;
  n transactions;
begin
  if c ? 'create' then
    n := jsonb_populate_record(null::transactions, c->'create');
    if v_debit is not null then
      -- The lock makes equal payouts queue up here, so that the second one finds the first.
      select balance_bututs into strict v_balance from accounts
      where client_id = v_client and environment = v_environment and name = 'available' for update;
      if exists (
        select from transactions where client_id = v_client and environment = v_environment and type = n.type
          and client_reference = n.client_reference and attempt >= n.attempt
      ) then
        return '{"outcome":"exists"}';
      end if;
      select coalesce(sum(amount_bututs), 0) into v_unfolded from unfolded_entries
      where client_id = v_client and environment = v_environment and account = 'available';
      if -(v_balance + v_unfolded) < v_debit then
        return jsonb_build_object('outcome', 'insufficient_balance', 'available_bututs', (-(v_balance + v_unfolded))::text);
      end if;
    end if;
  else
    select * into t from transactions
    where client_id = v_client and environment = v_environment and id = v_id for update;
    if not found or t.version <> (c->>'version')::int then
      return '{"outcome":"stale"}';
    end if;
    n := jsonb_populate_record(t, c->'set');
    n.version := t.version + 1;
  end if;

  if v_reserve > 0 then
    select balance_bututs - reserved_bututs into strict v_balance from accounts
    where client_id = (v_float->>'client_id')::uuid and environment = v_environment and name = v_float->>'account' for update;
    select coalesce(sum(amount_bututs), 0) into v_unfolded from unfolded_entries
    where client_id = (v_float->>'client_id')::uuid and environment = v_environment and account = v_float->>'account';
    if v_balance + v_unfolded < v_reserve then
      return '{"outcome":"float_short"}';
    end if;
    -- A newcomer queues behind a payout that would fit now, and behind one that has been overtaken for an hour.
    if c ? 'create' and exists (
      select from transactions h
      where h.environment = v_environment and h.provider = n.provider and h.status = 'AWAITING_LIQUIDITY'
        and (v_environment = 'LIVE' or h.client_id = v_client)
        and (h.amount_bututs <= v_balance + v_unfolded or h.held_since < v_now - interval '1 hour')
    ) then
      return '{"outcome":"float_short"}';
    end if;
  end if;

  if c ? 'create' then
    insert into transactions select n.* on conflict do nothing;
    if not found then
      return '{"outcome":"exists"}';
    end if;
  else
    update transactions set
      status = n.status, version = n.version, commission_bututs = n.commission_bututs,
      rail_reference = n.rail_reference, redirect_url = n.redirect_url, next_step = n.next_step,
      card_page_url = n.card_page_url, otp_length = n.otp_length, otp_attempts_remaining = n.otp_attempts_remaining,
      otp_resends = n.otp_resends, otp_sent_at = n.otp_sent_at, failure_code = n.failure_code,
      failure_message = n.failure_message, late = n.late, reversed_at = n.reversed_at,
      reversal_reason = n.reversal_reason, held_since = n.held_since, expires_at = n.expires_at,
      updated_at = v_now, completed_at = n.completed_at
    where client_id = v_client and environment = v_environment and id = v_id;
  end if;

  -- Locked above: fold what is there, then take.
  if v_debit is not null then
    with gone as (
      delete from unfolded_entries
      where client_id = v_client and environment = v_environment and account = 'available' returning amount_bututs
    )
    update accounts set balance_bututs = balance_bututs + v_debit + coalesce((select sum(amount_bututs) from gone), 0)
    where client_id = v_client and environment = v_environment and name = 'available';
    v_direct := array['available'];
  end if;
  if v_float is not null then
    update accounts set reserved_bututs = reserved_bututs + v_reserve,
                        balance_bututs = balance_bututs - (v_float->>'spend_bututs')::bigint
    where client_id = (v_float->>'client_id')::uuid and environment = v_environment and name = v_float->>'account';
    if (v_float->>'spend_bututs')::bigint <> 0 then
      v_direct := v_direct || (v_float->>'account');
    end if;
  end if;
  if c ? 'journal' then
    perform post_journal(v_client, v_environment, v_id, c->'journal', v_direct, v_now);
  end if;

  if t.status is distinct from n.status then
    insert into transaction_changes (client_id, transaction_id, sequence, from_status, to_status, trigger, actor, at)
    values (v_client, v_id, n.version, t.status, n.status, c->>'trigger', c->>'actor', v_now);
    insert into unfolded_tallies (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
    select v_client, v_environment, s.type, s.status, s.provider,
           coalesce((s.completed_at at time zone 'UTC')::date, '1970-01-01'), s.sign, s.sign * s.amount_bututs, s.sign * s.commission_bututs
    from (
      values (1, n.type, n.status, n.provider, n.completed_at, n.amount_bututs, n.commission_bututs),
             (-1, t.type, t.status, t.provider, t.completed_at, t.amount_bututs, t.commission_bututs)
    ) as s (sign, type, status, provider, completed_at, amount_bututs, commission_bututs)
    where s.status is not null;
  end if;

  if v_event is not null then
    insert into events (client_id, environment, id, transaction_id, sequence, event, body, legacy_body, position, created_at)
    values (v_client, v_environment, (v_event->>'id')::uuid, v_id, n.version, v_event->>'event', v_event->>'body',
            v_event->>'legacy_body', event_position(), v_now);
    insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, payload_form, status, run_at, created_at)
    select v_client, v_environment, uuid_v7(v_now), (v_event->>'id')::uuid, w.id, v_id, v_event->>'event', w.payload_form,
           case w.status when 'ACTIVE' then 'PENDING' else 'SKIPPED' end,
           -- By the database's clock, as claims are.
           case w.status when 'ACTIVE' then now() end, v_now
    from webhook_endpoints w
    where w.client_id = v_client and w.environment = v_environment and w.deleted_at is null
      and (w.events = '{}' or (v_event->>'event') = any (w.events))
      and (w.payload_form = 'current' or v_event->>'legacy_body' is not null);
  end if;

  if c ? 'drop_operations' then
    delete from rail_operations where client_id = v_client and transaction_id = v_id;
  end if;
  if c ? 'operations' then
    insert into rail_operations (client_id, environment, transaction_id, kind, run_at)
    select v_client, v_environment, v_id, o->>'kind', (o->>'run_at')::timestamptz
    from jsonb_array_elements(c->'operations') o
    on conflict (client_id, transaction_id, kind) do update set run_at = excluded.run_at, lease_token = null;
  end if;
  if c ? 'answer' then
    perform store_answer(v_client, v_environment, c->'answer');
  end if;
  return '{"outcome":"done"}';
end $$;

-- Several changes of one transaction in one statement: all or none.
create or replace function commit_changes(cs jsonb) returns jsonb language plpgsql as $$
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
