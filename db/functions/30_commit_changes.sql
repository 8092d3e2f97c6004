-- What a change of status of a live transaction means for the cases: an outcome that is known is no case any more, and
-- a reference that was paid twice is one.
drop function if exists settle_cases(transactions, transactions, jsonb, timestamptz);
create or replace function settle_cases(t transactions, n transactions, p_by_rail boolean, p_close jsonb, p_now timestamptz) returns void
language plpgsql as $$
begin
  if n.status not in ('PENDING', 'AWAITING_LIQUIDITY') then
    update cases set status = 'CLOSED', closed_at = p_now,
      closed_by = case when id = (p_close->>'id')::uuid then (p_close->>'closed_by')::uuid end,
      closed_by_name = case when id = (p_close->>'id')::uuid then p_close->>'closed_by_name' end,
      resolution = case when id = (p_close->>'id')::uuid then p_close->>'resolution' else 'The rail said what became of it: ' || n.status || '.' end
    where transaction_id = n.id and status = 'OPEN'
      and ((p_by_rail and (kind = 'unknown_outcome' or (kind = 'contradiction' and n.status = 'SUCCEEDED')))
        or id = (p_close->>'id')::uuid);
  end if;
  if n.type = 'collection' and n.status = 'SUCCEEDED' and exists (
    select from transactions where client_id = n.client_id and environment = n.environment and type = n.type
      and client_reference = n.client_reference and attempt <> n.attempt
  ) then
    -- Of two at the same time, the second one sees the first.
    perform pg_advisory_xact_lock(hashtextextended(n.client_id::text || n.client_reference, 0));
    insert into cases (id, environment, provider, kind, subject, client_id, transaction_id, details, status, opened_at)
    select uuid_v7(p_now), n.environment, n.provider, 'double_payment', n.id::text, n.client_id, n.id,
           jsonb_build_object('client_reference', n.client_reference, 'other_transaction_id', o.id,
             'amount', (n.amount_bututs / 100) || '.' || lpad((n.amount_bututs % 100)::text, 2, '0')), 'OPEN', p_now
    from transactions o
    where o.client_id = n.client_id and o.environment = n.environment and o.type = n.type
      and o.client_reference = n.client_reference and o.id <> n.id and o.status = 'SUCCEEDED'
    limit 1
    on conflict do nothing;
  end if;
end $$;

-- One call is one statement: everything that a change of a transaction does happens, or nothing does.
-- Only lib/transactions/advance.ts calls this.
--
-- c: {"client_id", "environment", "transaction_id", "now", "actor", "trigger",
--     "create": {row of transactions} | "version": n, "set": {columns},
--     "debit_available_bututs"?: n,                                  what is taken from `available`, checked under its lock
--     "float"?: {"client_id", "account", "reserve_bututs", "spend_bututs"},
--     "journal"?, "event"?: {"id", "event", "body", "legacy_body"},
--     "operations"?: [{"kind", "run_at", "lease_token"?}],           a lease token: the caller does it at once, until run_at
--     "drop_operations"?: true | ["kind", …],
--     "call"?: {"id", "operation"},                                  the intent to call the rail, committed before the call
--     "call_end"?: {"id", "outcome", "note"?},
--     "close_case"?: {"id", "closed_by", "closed_by_name", "resolution"}, "answer"?}
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
    -- What moves money is not begun anew while an earlier call of another key may have moved it.
    if c->'call'->>'operation' in ('charge', 'send') and exists (
      select from rail_calls
      where client_id = v_client and transaction_id = v_id and operation = c->'call'->>'operation'
        and id <> (c->'call'->>'id')::uuid and coalesce(outcome, 'unknown') in ('done', 'unknown')
    ) then
      return '{"outcome":"exists"}';
    end if;
  end if;

  if v_reserve > 0 then
    select balance_bututs - reserved_bututs into strict v_balance from accounts
    where client_id = (v_float->>'client_id')::uuid and environment = v_environment and name = v_float->>'account' for update;
    select coalesce(sum(amount_bututs - reserved_bututs), 0) into v_unfolded from unfolded_entries
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
      rail_reference = n.rail_reference, rail_state_sealed = n.rail_state_sealed, redirect_url = n.redirect_url, next_step = n.next_step,
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
  if v_reserve > 0 then
    update accounts set reserved_bututs = reserved_bututs + v_reserve,
                        balance_bututs = balance_bututs - (v_float->>'spend_bututs')::bigint
    where client_id = (v_float->>'client_id')::uuid and environment = v_environment and name = v_float->>'account';
    if (v_float->>'spend_bututs')::bigint <> 0 then
      v_direct := v_direct || (v_float->>'account');
    end if;
  elsif v_reserve < 0 then
    -- What was set aside is given back, and what was paid is booked, without the float's lock: payouts that end at the
    -- same time do not wait for each other, nor for one that begins. What the float can still pay is the same either way.
    insert into unfolded_entries (client_id, environment, account, amount_bututs, reserved_bututs)
    values ((v_float->>'client_id')::uuid, v_environment, v_float->>'account', 0, v_reserve);
  end if;
  if c ? 'journal' then
    perform post_journal(v_client, v_environment, v_id, c->'journal', v_direct, v_now);
  end if;

  -- Also where the status stays and the rail's word on it is news: a payout that the rail has, and has not ended.
  if t.status is distinct from n.status or c->>'trigger' <> 'amended' then
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
           -- By the database's clock, as claims are; the column would round it to a moment that has not come.
           case w.status when 'ACTIVE' then date_trunc('milliseconds', now()) end, v_now
    from webhook_endpoints w
    where w.client_id = v_client and w.environment = v_environment and w.deleted_at is null
      and (w.events = '{}' or (v_event->>'event') = any (w.events))
      and (w.payload_form = 'current' or v_event->>'legacy_body' is not null);
  end if;

  if c ? 'call' then
    -- By the database's clock: by these times a person finds the payment in the rail's statement, and a process whose
    -- own clock is wrong would mislead them. The same key again: what was sent before is what is sent now. What the
    -- rail had refused begins anew.
    insert into rail_calls (client_id, environment, transaction_id, id, provider, operation, started_at, note)
    values (v_client, v_environment, v_id, (c->'call'->>'id')::uuid, n.provider, c->'call'->>'operation', now(), c->'call'->>'note')
    on conflict (client_id, transaction_id, id) do update
    set started_at = case when rail_calls.outcome = 'refused' then excluded.started_at else rail_calls.started_at end,
      ended_at = null, outcome = case when coalesce(rail_calls.outcome, 'unknown') in ('done', 'unknown') then 'unknown' end;
  end if;
  if c ? 'call_end' then
    -- That a repeat did not reach the rail says nothing of what went before.
    update rail_calls set ended_at = now(),
      outcome = case when outcome = 'unknown' and c->'call_end'->>'outcome' = 'not_sent' then 'unknown' else c->'call_end'->>'outcome' end,
      note = coalesce(c->'call_end'->>'note', note)
    where client_id = v_client and transaction_id = v_id and id = (c->'call_end'->>'id')::uuid;
  end if;
  if c ? 'drop_operations' then
    delete from rail_operations
    where client_id = v_client and transaction_id = v_id
      -- The leave to charge is given back whatever becomes of the collection.
      and ((c->'drop_operations' = 'true' and kind <> 'revoke') or c->'drop_operations' ? kind)
      and not kind in (select o->>'kind' from jsonb_array_elements(coalesce(c->'operations', '[]')) o);
  end if;
  if c ? 'operations' then
    insert into rail_operations (client_id, environment, provider, transaction_id, kind, run_at, lease_token)
    select v_client, v_environment, n.provider, v_id, o->>'kind',
           -- So long from now, by the clock that claims go by. When a collection ends is a time of the rail's.
           case o->>'kind' when 'close' then (o->>'run_at')::timestamptz else date_trunc('milliseconds', now()) + ((o->>'run_at')::timestamptz - v_now) end,
           (o->>'lease_token')::uuid
    from jsonb_array_elements(c->'operations') o
    -- What is to be done once more is done less and less often. What the rail surely did not get waits five minutes at
    -- most: its health spares a rail that is away, and each turn meanwhile counts as one.
    on conflict (client_id, transaction_id, kind) do update
    set lease_token = excluded.lease_token,
        run_at = case when excluded.lease_token is null and rail_operations.attempts > 0
          then greatest(excluded.run_at, now() + least(case when rail_operations.kind in ('send', 'start') then interval '5 minutes' else interval '1 hour' end, interval '5 seconds' * power(2, least(rail_operations.attempts, 10))))
          else excluded.run_at end;
  end if;
  if n.environment = 'LIVE' and t.status is distinct from n.status then
    perform settle_cases(t, n, c->>'actor' like 'rail:%', c->'close_case', v_now);
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

-- Changes of several transactions in one statement, with one flush; lib/transactions/commit-together.ts. Each is done
-- or not by itself, with an outcome of its own in the same place; an exception refuses them all.
create or replace function commit_together(css jsonb) returns jsonb language plpgsql as $$
declare
  cs jsonb;
  v_results jsonb := '[]';
begin
  for cs in select * from jsonb_array_elements(css) loop
    v_results := v_results || jsonb_build_array(commit_changes(cs));
  end loop;
  return v_results;
end $$;
