-- What of a payment went back to its payer, and what is left of it: read under the lock of the collection's row where
-- something is going to begin (28_write_rows.sql).

-- Whether two numbers are one person's: also where one is from before the renumbering, which put two digits before the
-- seven (lib/phone.ts).
create or replace function is_same_number(a text, b text) returns boolean language sql immutable as $$
  select a = b or (a ~ '^[+]220[0-9]{7}$' and b ~ '^[+]220[0-9]{9}$' or a ~ '^[+]220[0-9]{9}$' and b ~ '^[+]220[0-9]{7}$')
    and right(a, 7) = right(b, 7)
$$;

-- What a payout, or a refund, has brought its recipient, or is bringing. Also where it is FAILED and its rail has paid it
-- all the same, until two people say that it was not paid; and what came back of it, by what was adjusted, is not there.
create or replace function with_recipient(t transactions) returns bigint language sql stable as $$
  select case
    when t.status = 'FAILED' and t.delivered_after_failure and (c.is_open or (a.count = 0 and not c.is_denied)) then t.amount_bututs
    else least(greatest(case when t.status in ('FAILED', 'REVERSED') then 0 else t.amount_bututs end - a.bututs, 0), t.amount_bututs)
  end
  from (
    select count(*) as count, coalesce(sum(rail_bututs), 0)::bigint as bututs from adjustments
    where client_id = t.client_id and transaction_id = t.id
  ) a
  cross join (
    select coalesce(bool_or(status = 'OPEN'), false) as is_open,
           coalesce(bool_or(status = 'CLOSED' and closed_by is not null and proposal->>'outcome' = 'nothing'), false) as is_denied
    from cases where transaction_id = t.id and kind = 'delivered_after_failure'
  ) c
$$;

-- What the refunds of a collection have given back, or will: those that have not failed, and of those that have what the
-- payer has all the same.
create or replace function refunded_of(k transactions) returns bigint language sql stable as $$
  select coalesce(sum(case r.status when 'FAILED' then with_recipient(r) else r.amount_bututs end), 0)::bigint from transactions r
  where r.client_id = k.client_id and r.environment = k.environment and r.collection_id = k.id
$$;

-- The references under which what came for a collection goes back by payouts, in the order in which they are used. Where it
-- succeeded, it is refunded; whoever pays it back so all the same has given that back too.
create or replace function payback_references(p_collection uuid) returns text[] language sql immutable as $$
  select array_agg('payback-' || p_collection || case n when 1 then '' else '-' || n end order by n) from generate_series(1, 99) n
$$;

-- Its payouts under those references: to the payer's number, where that is known. Once one of both was erased, those that
-- were known to go to somebody else are not there either (47_erasures.sql).
create or replace function paybacks_of(k transactions) returns setof transactions language sql stable as $$
  select p.* from transactions p
  where k.type = 'collection' and p.client_id = k.client_id and p.environment = k.environment
    and p.type = 'payout' and p.client_reference = any (payback_references(k.id))
    and (p.mobile is null or is_same_number(p.mobile, coalesce(k.mobile, p.mobile)))
    and not exists (select from payouts_to_others o where o.client_id = p.client_id and o.payout_id = p.id)
$$;

-- What of a collection is still its client's, and was not given back to its payer: its refunds and paybacks took their
-- part, and so did what the rail took back, also where the house bears it, for the payer has it.
create or replace function left_of_collection(k transactions) returns bigint language sql stable as $$
  select case k.status when 'SUCCEEDED' then k.amount_bututs else 0 end + coalesce((
    select sum(case when rail_bututs < 0 then rail_bututs else client_bututs end) from adjustments
    where client_id = k.client_id and transaction_id = k.id), 0)::bigint - refunded_of(k) - coalesce((
    select sum(with_recipient(p)) from paybacks_of(k) p), 0)::bigint
$$;

-- The collection whose money goes back under this reference of a payout; null: it is none of these.
create or replace function payback_collection(p_reference text) returns uuid language sql immutable as $$
  select substring(p_reference from
    '^payback-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:-(?:[2-9]|[1-9][0-9]))?$')::uuid
$$;
