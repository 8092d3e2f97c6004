-- The rows that one change of a transaction writes, and what refuses it: parts of `commit_change` (30_commit_changes.sql).

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
