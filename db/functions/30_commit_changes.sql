-- What changes of transactions write. TypeScript has decided it (lib/transactions, lib/rail-work); here are only
-- locks, versions and the order of what is done. Its parts are functions of their own: whether there is enough (26_room.sql),
-- and the rows (28_write_rows.sql).

drop function if exists settle_cases(transactions, transactions, boolean, jsonb, timestamptz);

-- What one change decides, and locks; what it writes is left to `write_rows`, where the outcome is "done".
--
-- c: {"client_id", "environment", "transaction_id", "now", "actor", "trigger",
--     "create": {row of transactions} | "version": n, "set": {columns},
--     "debit_available_bututs"?: n,                                  what is taken from `available`, checked under its lock
--     "float"?, "journal"?, "fee"?, "event"?, "operations"?, "drop_operations"?, "call"?, "call_end"?,
--     "close_case"?, "close_cases"?, "open_cases"?, "adjustment"?: {row of adjustments}, "answer"?}
-- outcome: {"outcome": "done" | "exists" | "stale" | "refund_exceeds" | "link_closed" | "limit_exceeded" | "insufficient_balance" | "float_short" |
-- "same_payment" | "adjusted", "limit"?, "limit_bututs"?, "left_bututs"?, "available_bututs"?, "transaction_id"?}
-- t, n: the transaction before and after. c comes back with the fee that fits.
-- Locks are always taken in the order: the transaction's row (of a new refund, and of what is paid back, its collection's),
-- its case, `available`, the rail's payment, the float, and, as it is written, its payment link (a new one's is first).
drop function if exists commit_change(jsonb);
create function commit_change(inout c jsonb, out outcome jsonb, out t transactions, out n transactions) language plpgsql as $$
declare
  v_client uuid := (c->>'client_id')::uuid;
  v_environment text := c->>'environment';
  v_now timestamptz := (c->>'now')::timestamptz;
  v_debit bigint := (c->>'debit_available_bututs')::bigint;
  v_float jsonb := c->'float';
  v_reserve bigint := (v_float->>'reserve_bututs')::bigint;
  v_available bigint;
  v_other uuid;
  v_fee jsonb;
begin
  if c ? 'create' then
    n := jsonb_populate_record(null::transactions, c->'create');
    -- A process of the release before knows no such columns.
    n.delivered_after_failure := coalesce(n.delivered_after_failure, false);
    n.skipped_ms := coalesce(n.skipped_ms, 0);
    n.over_limit := coalesce(n.over_limit, false);
    n.customer_chooses := coalesce(n.customer_chooses, false);
    n.rail_fee_bututs := coalesce(n.rail_fee_bututs, 0);
    outcome := case n.type when 'refund' then refuse_refund(n) when 'payout' then refuse_payback(n) end;
    if outcome is not null then
      return;
    end if;
    if n.payment_link_id is not null and not is_link_open(n, v_now) then
      outcome := '{"outcome":"link_closed"}';
      return;
    end if;
    if n.payment_link_id is null and n.type = 'collection' and is_being_chosen(n) then
      outcome := '{"outcome":"exists"}';
      return;
    end if;
  else
    select * into t from transactions
    where client_id = v_client and environment = v_environment and id = (c->>'transaction_id')::uuid for update;
    if not found or t.version <> (c->>'version')::int then
      outcome := '{"outcome":"stale"}';
      return;
    end if;
    n := jsonb_populate_record(t, c->'set');
    n.version := t.version + 1;
    n.updated_at := v_now;
    if c ? 'call' then
      if may_move_twice(n, c->'call') then
        outcome := '{"outcome":"exists"}';
        return;
      end if;
    end if;
    -- One case is settled by one adjustment, and by none once it is closed.
    if c ? 'adjustment' then
      perform from cases where id = (c->'adjustment'->>'case_id')::uuid and transaction_id = n.id and status = 'OPEN' for update;
      if not found then
        outcome := '{"outcome":"exists"}';
        return;
      end if;
      -- Under the lock of the collection's row, as its refunds begin.
      if n.type = 'collection' and -(c->'adjustment'->>'client_bututs')::bigint > greatest(left_of_collection(n), 0) then
        outcome := '{"outcome":"refund_exceeds"}';
        return;
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
      outcome := '{"outcome":"exists"}';
      return;
    end if;
    if c ? 'create' and n.type = 'payout' then
      outcome := coalesce(exceeded_payout_limit(n, v_now), exceeded_rail_limit(n, v_now));
      if outcome is not null then
        return;
      end if;
    end if;
    if v_available < v_debit then
      outcome := jsonb_build_object('outcome', 'insufficient_balance', 'available_bututs', v_available::text);
      return;
    end if;
  end if;
  -- What two operators have booked by hand is not booked again by what the rail says later.
  if t.status not in ('PENDING', 'AWAITING_LIQUIDITY') and n.status <> t.status then
    if exists (select from adjustments where client_id = v_client and transaction_id = n.id) then
      outcome := '{"outcome":"adjusted"}';
      return;
    end if;
  end if;
  if v_environment = 'LIVE' and (n.rail_reference <> coalesce(t.rail_reference, '')
    or n.rail_payment_reference <> coalesce(t.rail_payment_reference, '')) then
    v_other := booked_before(n);
    if v_other is not null then
      outcome := jsonb_build_object('outcome', 'same_payment', 'transaction_id', v_other);
      return;
    end if;
  end if;
  if v_reserve > 0 then
    if not reserve_float(v_float, n, c ? 'create', v_now) then
      outcome := '{"outcome":"float_short"}';
      return;
    end if;
  end if;
  -- What a live rail is going to give back itself lies there, and nobody takes it meanwhile.
  if c ? 'create' and v_environment = 'LIVE' and n.refund_method = 'reversal' then
    perform from accounts
    where client_id = '00000000-0000-7000-8000-000000000000' and environment = v_environment and name = 'rail_float:' || n.provider for update;
    if collected_on(n.provider) < n.amount_bututs + greatest(n.rail_fee_bututs, 0) then
      outcome := '{"outcome":"float_short"}';
      return;
    end if;
  end if;
  -- What has left the wallet already cannot be more than lay there; the float's lock is that of all that is taken from it.
  if c ? 'adjustment' and (n.type = 'collection' or n.refund_method = 'reversal') and (c->'adjustment'->>'rail_bututs')::bigint < 0 then
    perform from accounts
    where client_id = '00000000-0000-7000-8000-000000000000' and environment = v_environment and name = 'rail_float:' || n.provider for update;
    if collected_on(n.provider) < -(c->'adjustment'->>'rail_bututs')::bigint then
      outcome := '{"outcome":"float_short"}';
      return;
    end if;
  end if;
  -- What has left the float already, and was not set aside.
  if v_reserve = 0 then
    if lock_float((v_float->>'client_id')::uuid, v_environment, v_float->>'account') < (v_float->>'spend_bututs')::bigint then
      outcome := '{"outcome":"float_short"}';
      return;
    end if;
  end if;

  if c ? 'fee' then
    v_fee := fitting_fee(c->'fee', n);
    if v_fee is null then
      outcome := '{"outcome":"float_short"}';
      return;
    end if;
    n.rail_fee_bututs := (v_fee->>'rail_fee_bututs')::bigint;
    c := jsonb_set(c, '{fee}', v_fee);
  end if;

  outcome := '{"outcome":"done"}';
end $$;

-- Whether a change decides by what others of its statement may have left to `write_rows`: balances, tallies, what is still
-- to be done with a rail, or what a link took.
create or replace function looks_at_others(c jsonb) returns boolean language sql immutable as $$
  select c ?| '{debit_available_bututs,adjustment}' or coalesce((c->'float'->>'reserve_bututs')::bigint >= 0, false)
    or coalesce((c->'fee'->>'over_bututs')::bigint > 0, false)
    or coalesce(c->'create'->>'type' = 'refund', false) or c->'create'->>'payment_link_id' is not null
$$;

-- What a change names that another one of its statement may name too: its transaction, its payment as the rail calls it, and
-- the reference of which it asks whether another attempt was paid.
create or replace function names_in(c jsonb) returns text[] language sql immutable as $$
  select array_remove(array[
    c->>'transaction_id',
    coalesce(c->'create', c->'set')->>'rail_reference',
    coalesce(c->'create', c->'set')->>'rail_payment_reference',
    jsonb_path_query_first(c, '$.open_cases[*] ? (@.if_reference_paid == true).details.client_reference') #>> '{}'
  ], null)
$$;

-- Changes of several transactions in one statement, with one flush; lib/transactions/commit-together.ts. Of each
-- transaction all that is asked is done or nothing, with an outcome of its own in the same place; an exception refuses
-- them all. Only lib/transactions/advance.ts calls this.
--
-- The settings: every row that is wanted has an index that leads to it, which the planner doubts while a table is small,
-- and a session keeps the plan: it then reads all of a table that has grown since, for each change. And a plan that
-- knows the values is no better here, but is made five times over before it is found out.
create or replace function commit_together(css jsonb) returns jsonb language plpgsql
security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  cs jsonb;
  c jsonb;
  v record;
  v_outcomes jsonb[] := '{}';
  -- What is decided and not written yet: each with its place among the outcomes, and what they name.
  v_changes jsonb[] := '{}';
  v_before transactions[] := '{}';
  v_after transactions[] := '{}';
  v_places int[] := '{}';
  v_named text[] := '{}';
begin
  for i in 1 .. jsonb_array_length(css) loop
    cs := css->(i - 1);
    for j in 1 .. jsonb_array_length(cs) loop
      c := cs->(j - 1);
      -- Of one transaction, of one payment of a rail, the second change finds what the first has written.
      if cardinality(v_changes) > 0 and (j > 1 or looks_at_others(c) or names_in(c) && v_named) then
        v_outcomes := write_rows(v_changes, v_before, v_after, v_places, v_outcomes);
        v_changes := '{}';
        v_before := '{}';
        v_after := '{}';
        v_places := '{}';
        v_named := '{}';
      end if;
      exit when v_outcomes[i]->>'outcome' = 'exists';
      v := commit_change(c);
      if j > 1 and v.outcome->>'outcome' <> 'done' then
        raise exception 'a later change of a statement ended as %', v.outcome->>'outcome' using errcode = 'KA007';
      end if;
      v_outcomes[i] := v.outcome;
      exit when v.outcome->>'outcome' <> 'done';
      v_changes := v_changes || v.c;
      v_before := v_before || v.t;
      v_after := v_after || v.n;
      v_places := v_places || i;
      v_named := v_named || names_in(c);
    end loop;
  end loop;
  if cardinality(v_changes) > 0 then
    v_outcomes := write_rows(v_changes, v_before, v_after, v_places, v_outcomes);
  end if;
  return to_jsonb(v_outcomes);
end $$;

-- Several changes of one transaction in one statement: all or none.
create or replace function commit_changes(cs jsonb) returns jsonb language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  return commit_together(jsonb_build_array(cs))->0;
end $$;
