-- The rows that changes of transactions write, and what refuses one: parts of `commit_together` (30_commit_changes.sql).

-- Why a refund may not begin, as an outcome; null: it may. Under the lock of its collection's row, so that however many
-- come at once, those that have not failed, and those whose money has arrived all the same, never give back more than was
-- paid and not taken back, nor more commission than was taken.
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
  select coalesce(sum(commission_bututs), 0) into v_returned from transactions
  where client_id = n.client_id and environment = n.environment and collection_id = k.id and status <> 'FAILED';
  v_refunded := refunded_of(k);
  -- Whose customer was erased meanwhile, is read again.
  if n.mobile is not null and k.mobile is null and k.request_hash = '' then
    return '{"outcome":"refund_exceeds"}';
  end if;
  if v_refunded + n.amount_bututs > k.amount_bututs or n.amount_bututs > left_of_collection(k)
    or v_returned + n.commission_bututs > k.commission_bututs then
    return '{"outcome":"refund_exceeds"}';
  end if;
  return null;
end $$;

-- Why a payout may not begin that gives back what came for a collection, as its reference says; null: it may, or it is none.
-- Under the lock of the collection's row, as above: together, and with its refunds, they give back no more than was credited,
-- which is nothing before anything was.
create or replace function refuse_payback(n transactions) returns jsonb language plpgsql as $$
declare
  v_id uuid := payback_collection(n.client_reference);
  k transactions;
  v_left bigint;
begin
  if v_id is null then
    return null;
  end if;
  select * into k from transactions
  where client_id = n.client_id and environment = n.environment and id = v_id and type = 'collection' for update;
  if not found or not is_same_number(k.mobile, n.mobile) then
    return null;
  end if;
  if exists (
    select from transactions where client_id = n.client_id and environment = n.environment and type = 'payout'
      and client_reference = n.client_reference
  ) then
    return '{"outcome":"exists"}';
  end if;
  v_left := greatest(left_of_collection(k), 0);
  return case when n.amount_bututs > v_left then jsonb_build_object('outcome', 'refund_exceeds', 'left_bututs', v_left::text) end;
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

drop function if exists write_history(transactions, transactions, text, text, timestamptz);
drop function if exists write_event(transactions, jsonb, timestamptz);
drop function if exists write_operations(transactions, jsonb, jsonb, timestamptz);

-- The rows of the transactions themselves: all that are new, and all that move, in one statement each. Returns the
-- places of those that are not written, because one of their reference is there already.
create or replace function write_transactions(cs jsonb[], ns transactions[]) returns int[] language plpgsql as $$
declare
  v_new transactions[];
  v_moved transactions[];
  v_written uuid[];
  v_existing int[];
begin
  for i in 1 .. cardinality(cs) loop
    if cs[i] ? 'create' then
      v_new := array_append(v_new, ns[i]);
    else
      v_moved := array_append(v_moved, ns[i]);
    end if;
  end loop;
  if v_moved is not null then
    update transactions t set
      status = n.status, version = n.version, commission_bututs = n.commission_bututs, rail_fee_bututs = n.rail_fee_bututs,
      rail_fee_told_bututs = n.rail_fee_told_bututs, connection_id = n.connection_id,
      rail_reference = n.rail_reference, rail_payment_reference = n.rail_payment_reference, rail_state_sealed = n.rail_state_sealed, redirect_url = n.redirect_url, next_step = n.next_step,
      card_page_url = n.card_page_url, otp_length = n.otp_length, otp_attempts_remaining = n.otp_attempts_remaining,
      otp_resends = n.otp_resends, otp_sent_at = n.otp_sent_at, failure_code = n.failure_code,
      failure_message = n.failure_message, late = n.late, delivered_after_failure = n.delivered_after_failure,
      over_limit = n.over_limit, reversed_at = n.reversed_at, reversal_reason = n.reversal_reason, held_since = n.held_since, expires_at = n.expires_at,
      updated_at = n.updated_at, completed_at = n.completed_at
    from (
      select moved.*, (
        select ctid from transactions where client_id = moved.client_id and environment = moved.environment and id = moved.id
      ) as row
      from unnest(v_moved) moved offset 0
    ) n
    where t.ctid = n.row; -- Locked before, so it stays where it is.
  end if;
  if v_new is not null then
    with written as (
      insert into transactions select * from unnest(v_new) on conflict do nothing returning id
    )
    select array_agg(id) into v_written from written;
    if cardinality(v_new) > coalesce(cardinality(v_written), 0) then
      select array_agg(i) into v_existing from generate_subscripts(cs, 1) i
      where cs[i] ? 'create' and not coalesce((ns[i]).id = any (v_written), false);
    end if;
  end if;
  return v_existing;
end $$;

-- What stands beside a transaction's row and is of one change alone. Returns the change, with the accounts that are changed
-- already where its journal is posted (`direct`).
create or replace function write_beside(c jsonb, t transactions, n transactions) returns jsonb language plpgsql as $$
declare
  v_debit bigint := (c->>'debit_available_bututs')::bigint;
  v_float jsonb := c->'float';
  v_reserve bigint := (v_float->>'reserve_bututs')::bigint;
begin
  if n.payment_link_id is not null then
    if c ? 'create' then
      perform count_link_attempt(n);
    elsif n.status = 'SUCCEEDED' and t.status <> 'SUCCEEDED' then
      perform count_link_payment(n);
    end if;
  end if;
  if v_debit is not null then
    perform take_available(n.client_id, n.environment, v_debit);
    c := c || '{"direct":["available"]}';
  end if;
  if v_reserve > 0 and (v_float->>'spend_bututs')::bigint <> 0 then
    c := jsonb_set(c, '{direct}', coalesce(c->'direct', '[]') || jsonb_build_array(v_float->'account'));
  elsif v_reserve < 0 then
    -- What was set aside is given back, and what was paid is booked, without the float's lock: payouts that end at the
    -- same time do not wait for each other, nor for one that begins. What the float can still pay is the same either way.
    insert into unfolded_entries (client_id, environment, account, amount_bututs, reserved_bututs)
    values ((v_float->>'client_id')::uuid, n.environment, v_float->>'account', 0, v_reserve);
  end if;
  if c ? 'adjustment' then
    insert into adjustments select (jsonb_populate_record(null::adjustments, c->'adjustment')).*;
  end if;
  if c ? 'call' or c ? 'call_end' then
    perform write_call(n, c->'call', c->'call_end');
  end if;
  if c ? 'close_cases' or c ? 'close_case' or c ? 'open_cases' then
    perform write_cases(n, c->'close_cases', c->'close_case', c->'open_cases', (c->>'now')::timestamptz);
  end if;
  if c ? 'answer' then
    perform store_answer(n.client_id, n.environment, c->'answer');
  end if;
  return c;
end $$;

drop function if exists write_rows(jsonb[], transactions[], transactions[]);

-- What changes of transactions write, all rows of a table at once: the transactions, history, tallies, journals, what the
-- client is told with a delivery for each endpoint that wants it, what is still to be done with the rail, and what is to be
-- sealed. `cs` are the changes as `commit_together` was given them, `ts` and `ns` their transactions before and after; no two
-- are of one transaction. Returns the outcomes, in which those have another one that are there already; `places` leads to
-- each change's.
-- c.event: {"id", "event", "body", "legacy_body", "held_back"?}; of a scenario of the sandbox `held_back` is "all", or "copy" of
-- a second delivery: those wait until lib/webhooks/held-back.ts makes them due, or for an hour.
-- c.drop_operations: true | ["kind", …] · c.operations: [{"kind", "run_at", "lease_token"?}]
create or replace function write_rows(cs jsonb[], ts transactions[], ns transactions[], places int[], outcomes jsonb[])
returns jsonb[] language plpgsql as $$
declare
  v_of jsonb;
  v_journals jsonb[];
  v_told int[];
  v_dropping int[];
  v_putting int[];
  v_existing int[] := write_transactions(cs, ns);
begin
  if v_existing is not null then
    for i in reverse cardinality(cs) .. 1 loop
      continue when i <> all (v_existing);
      if (cs[i]->'float'->>'reserve_bututs')::bigint > 0 then
        raise exception 'a payout that was reserved for exists' using errcode = 'KA008';
      end if;
      outcomes[places[i]] := '{"outcome":"exists"}';
      cs := cs[:i - 1] || cs[i + 1:];
      ts := ts[:i - 1] || ts[i + 1:];
      ns := ns[:i - 1] || ns[i + 1:];
    end loop;
    if cardinality(cs) = 0 then
      return outcomes;
    end if;
  end if;
  for i in 1 .. cardinality(cs) loop
    if (ns[i]).payment_link_id is not null
      or cs[i] ?| '{debit_available_bututs,float,adjustment,call,call_end,close_case,close_cases,open_cases,answer}' then
      cs[i] := write_beside(cs[i], ts[i], ns[i]);
    end if;
  end loop;
  with steps as (
    insert into transaction_changes (client_id, transaction_id, sequence, from_status, to_status, trigger, actor, at)
    select (ns[i]).client_id, (ns[i]).id, (ns[i]).version, (ts[i]).status, (ns[i]).status, cs[i]->>'trigger', cs[i]->>'actor', (cs[i]->>'now')::timestamptz
    from generate_subscripts(cs, 1) i
    where (ts[i]).status is distinct from (ns[i]).status or cs[i]->>'trigger' <> 'amended'
  ), queued as (
    insert into unsealed_payments (client_id, id, sequence)
    select (ns[i]).client_id, (ns[i]).id, (ns[i]).version from generate_subscripts(cs, 1) i where is_kaira()
  )
  insert into unfolded_tallies (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
  select s.client_id, s.environment, s.type, s.status, s.provider,
         coalesce((s.completed_at at time zone 'UTC')::date, '1970-01-01'), sum(s.sign), sum(s.sign * s.amount_bututs), sum(s.sign * s.commission_bututs)
  from generate_subscripts(cs, 1) i
  cross join lateral (
    select 1 as sign, (ns[i]).client_id, (ns[i]).environment, (ns[i]).type, (ns[i]).status, (ns[i]).provider, (ns[i]).completed_at,
           (ns[i]).amount_bututs, (ns[i]).commission_bututs
    union all
    select -1, (ts[i]).client_id, (ts[i]).environment, (ts[i]).type, (ts[i]).status, (ts[i]).provider, (ts[i]).completed_at,
           (ts[i]).amount_bututs, (ts[i]).commission_bututs
  ) s
  where s.status is not null and ((ts[i]).status is distinct from (ns[i]).status or cs[i]->>'trigger' <> 'amended')
  group by 1, 2, 3, 4, 5, 6;

  -- A loop of expressions is cheaper than a statement.
  for i in 1 .. cardinality(cs) loop
    v_of := jsonb_build_object('client_id', cs[i]->'client_id', 'environment', cs[i]->'environment', 'transaction_id', (ns[i]).id,
                               'now', cs[i]->'now');
    if cs[i] ? 'journal' then
      v_journals := array_append(v_journals, v_of || jsonb_build_object('direct', cs[i]->'direct') || (cs[i]->'journal'));
    end if;
    if cs[i]->'fee' ? 'journal' then
      v_journals := array_append(v_journals, v_of || (cs[i]->'fee'->'journal'));
    end if;
    if cs[i] ? 'event' then
      v_told := array_append(v_told, i);
    end if;
    if cs[i] ? 'drop_operations' then
      v_dropping := array_append(v_dropping, i);
    end if;
    if cs[i] ? 'operations' then
      v_putting := array_append(v_putting, i);
    end if;
  end loop;
  if v_journals is not null then
    perform post_journals(v_journals);
  end if;
  if v_told is not null then
    with told as (
      insert into events (client_id, environment, id, transaction_id, sequence, event, body, legacy_body, position, created_at)
      select (ns[i]).client_id, (ns[i]).environment, (e->>'id')::uuid, (ns[i]).id, (ns[i]).version, e->>'event', e->>'body', e->>'legacy_body',
             event_position(), (cs[i]->>'now')::timestamptz
      from unnest(v_told) i cross join lateral (values (cs[i]->'event')) as v (e)
    )
    insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, payload_form, status, run_at, created_at)
    select w.client_id, w.environment, uuid_v7((cs[i]->>'now')::timestamptz), (e->>'id')::uuid, w.id, (ns[i]).id, e->>'event', w.payload_form,
           case w.status when 'ACTIVE' then 'PENDING' else 'SKIPPED' end,
           -- By the database's clock, as claims are; the column would round it to a moment that has not come.
           case w.status when 'ACTIVE' then date_trunc('milliseconds', now()) + case when h.is_held then interval '1 hour' else interval '0' end end,
           (cs[i]->>'now')::timestamptz
    from unnest(v_told) i cross join lateral (values (cs[i]->'event')) as v (e)
    -- Each by the index of its client, whatever the planner thinks of the table.
    cross join lateral (
      select * from webhook_endpoints
      where client_id = (ns[i]).client_id and environment = (ns[i]).environment and deleted_at is null offset 0
    ) w
    cross join unnest(case e->>'held_back' when 'all' then '{true}' when 'copy' then '{false,true}' else '{false}'::boolean[] end) as h (is_held)
    where (w.events = '{}' or (e->>'event') = any (w.events))
      and (w.payload_form = 'current' or e->>'legacy_body' is not null);
  end if;

  if v_dropping is not null then
    delete from rail_operations where ctid = any (array(
      select o.ctid
      from unnest(v_dropping) i
      cross join lateral (
        select ctid, kind from rail_operations where client_id = (ns[i]).client_id and transaction_id = (ns[i]).id offset 0
      ) o
      -- The leave to charge is given back whatever becomes of the collection.
      where ((cs[i]->'drop_operations' = 'true' and kind <> 'revoke') or cs[i]->'drop_operations' ? kind)
        and not coalesce(cs[i]->'operations' @> jsonb_build_array(jsonb_build_object('kind', kind)), false)));
  end if;
  if v_putting is not null then
    insert into rail_operations (client_id, environment, provider, transaction_id, kind, run_at, lease_token)
    select (ns[i]).client_id, (ns[i]).environment, (ns[i]).provider, (ns[i]).id,
           -- As a process of the release before calls it.
           case o->>'kind' when 'notice' then 'look_up' else o->>'kind' end,
           -- So long from now, by the clock that claims go by. When a collection ends is a time of the rail's.
           case o->>'kind' when 'close' then (o->>'run_at')::timestamptz
             else date_trunc('milliseconds', now()) + ((o->>'run_at')::timestamptz - (cs[i]->>'now')::timestamptz) end,
           (o->>'lease_token')::uuid
    from unnest(v_putting) i cross join jsonb_array_elements(cs[i]->'operations') o
    on conflict (client_id, transaction_id, kind) do update set lease_token = excluded.lease_token, run_at = excluded.run_at;
  end if;
  return outcomes;
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
    continue when is_booked_by_hand(n.client_id, n.id, v_case->>'kind', v_case->'details');
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
