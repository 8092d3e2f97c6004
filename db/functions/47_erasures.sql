-- Erasing what is personal of one customer of a client: names, number and metadata, wherever they stand, but where the
-- law of the books wants them for a time (docs/guides/customers.md). Sealed rows have another leaf then: `erased_rows` tells
-- the audit which leaf stands for which, and is sealed itself.

create or replace trigger erased_rows_append_only before update or delete or truncate on erased_rows
  for each statement execute function refuse_change();

create or replace trigger payouts_to_others_append_only before update or delete or truncate on payouts_to_others
  for each statement execute function refuse_change();

-- The leaf of a sealed row as it stands, of a table of `sealed_tables`.
create or replace function leaf_of(p_table text, p_id uuid) returns bytea language plpgsql stable
set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  v_leaf bytea;
begin
  execute (select format('select leaf_hash(%s) from %I t where id = $1', sealed_text(name, name, sealed, 't'), name)
           from sealed_tables where name = p_table) into v_leaf using p_id;
  return v_leaf;
end $$;

-- Notes that a sealed row has another leaf, which is sealed with the next seal.
create or replace function note_erased(p erasures, p_kind text, p_key text, p_before bytea, p_after bytea) returns void
language sql as $$
  insert into erased_rows (client_id, environment, erasure_id, kind, key, before, after)
  select p.client_id, p.environment, p.id, p_kind, p_key, p_before, p_after where p_before <> p_after;
  insert into unsealed (kind, key, hash) select p_kind, p_key, p_after where p_before <> p_after;
$$;

-- Until when a payment keeps the number and the name: where money moved as long as the law says, and any other as long as
-- it may still be paid. The sandbox keeps none.
create or replace function names_payer_until(t transactions, p_kept interval) returns timestamptz language sql stable as $$
  select case
    when t.status in ('PENDING', 'AWAITING_LIQUIDITY') then 'infinity'
    when t.environment = 'SANDBOX' then null
    when t.status in ('SUCCEEDED', 'REVERSED') or t.delivered_after_failure
      or exists (select from adjustments a where a.client_id = t.client_id and a.transaction_id = t.id)
      or exists (select from rail_statement_lines l where l.transaction_id = t.id)
      or exists (select from cases c where c.transaction_id = t.id) then t.created_at + p_kept
    else t.created_at + interval '30 days'
  end::timestamptz
$$;

-- Whether money that goes back for this collection goes back to who is erased, also where that was begun after the asking:
-- its refunds copy number and name from it.
create or replace function gives_back_to(p erasures, p_collection uuid) returns boolean language sql stable as $$
  select exists (
    select from transactions k
    where k.client_id = p.client_id and k.environment = p.environment and k.id = p_collection and k.created_at <= p.asked_at
      and (k.mobile = any (p.mobiles) or exists (
        select from erased_rows e
        where e.client_id = k.client_id and e.kind = 'transactions' and e.key = k.id::text and e.erasure_id = p.id)))
$$;

-- Whether a payment to or from one of its numbers is of this erasure.
create or replace function is_of_erasure(p erasures, t transactions) returns boolean language sql stable as $$
  select t.created_at <= p.asked_at or gives_back_to(p, coalesce(t.collection_id, payback_collection(t.client_reference)))
$$;

-- Keeps which payouts under the references of a payback went to another number than the payer's: before the number of
-- either is gone, after which they would be taken for paybacks.
create or replace function keep_payouts_to_others(p erasures, t transactions) returns void language sql as $$
  insert into payouts_to_others (client_id, environment, payout_id, collection_id, erasure_id)
  select k.client_id, k.environment, o.id, k.id, p.id from transactions k
  join transactions o on o.client_id = k.client_id and o.environment = k.environment and o.type = 'payout'
    and o.client_reference = any (payback_references(k.id))
  where k.client_id = t.client_id and k.environment = t.environment and k.type = 'collection'
    and k.id = case t.type when 'collection' then t.id when 'payout' then payback_collection(t.client_reference) end
    and (t.type = 'collection' or o.id = t.id) and not is_same_number(k.mobile, o.mobile)
  on conflict do nothing
$$;

-- Erases what it may of one payment; false where it names its payer still. What Kaira itself wrote into the metadata names
-- nobody, and what two people decided hangs on it. Nothing is a repeat of its request any more, as nobody knows what it said.
-- What a client's endpoint answered may repeat whatever it was told or knows; no law wants that. Of a payment by another
-- number, which somebody made who was sent the customer's request, name and words go, and the number is not the customer's.
create or replace function erase_payment(p erasures, t transactions, p_kept interval) returns boolean
language plpgsql set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  v_is_own boolean := coalesce(t.mobile = any (p.mobiles), false);
  v_keeps boolean := v_is_own and coalesce(names_payer_until(t, p_kept) > p.run_at, false);
  v_metadata jsonb := coalesce((select jsonb_object_agg(key, value) from jsonb_each(t.metadata)
    where key in ('approval', 'payout_batch')), '{}');
  v_before jsonb;
begin
  update delivery_attempts a set response_excerpt = null
  from deliveries d
  where d.client_id = t.client_id and d.transaction_id = t.id and a.client_id = d.client_id and a.delivery_id = d.id
    and a.response_excerpt is not null;
  if v_keeps and v_metadata = t.metadata and t.refund_reason is null then
    return false;
  end if;
  if v_is_own and not v_keeps then
    perform keep_payouts_to_others(p, t);
  end if;
  v_before := (
    select jsonb_agg(jsonb_build_object('kind', kind, 'key', key, 'leaf', leaf_hash(content))) from sealed_payment_rows
    where client_id = t.client_id and id = t.id and kind in ('transactions', 'events'));
  update transactions set metadata = v_metadata, request_hash = '', refund_reason = null,
    customer_name = case when v_keeps then customer_name end, mobile = case when v_keeps or not v_is_own then mobile end
  where client_id = t.client_id and environment = t.environment and id = t.id;
  if v_is_own and not v_keeps then
    update events set body = replace(body, format('"recipient_mobile":"%s"', t.mobile), '"recipient_mobile":null')
    where client_id = t.client_id and transaction_id = t.id and strpos(body, t.mobile) > 0;
  end if;
  perform note_erased(p, r.kind, r.key, b.leaf::bytea, leaf_hash(r.content))
  from jsonb_to_recordset(v_before) as b (kind text, key text, leaf text)
  join sealed_payment_rows r on r.client_id = t.client_id and r.id = t.id and r.kind = b.kind and r.key = b.key;
  return not v_keeps;
end $$;

-- What was written to, or about, who is erased: to the customer of a request, and to the client's people. Those are told of a
-- payment some time after it, so that a later turn takes what is a week old too, whenever it was asked for.
create or replace function messages_about(p erasures) returns table (event text, address text, to_customer boolean)
language sql stable as $$
  select m.event, m.address, true from messages m
  join payment_links l on m.event like 'payment\_request:%:' || l.id
  where l.client_id = p.client_id and l.environment = p.environment and l.customer_mobile = any (p.mobiles)
    and l.created_at <= p.asked_at and l.is_request and m.kind = 'payment_request'
  union all
  select m.event, m.address, false from messages m
  where m.facts->>'who' is not null and m.created_at <= greatest(p.asked_at, p.run_at - interval '7 days')
    and m.address in (select email from users where client_id = p.client_id)
    and exists (select from unnest(p.mobiles) n where strpos(regexp_replace(m.facts->>'who', '\D', '', 'g'), substr(n, 2)) > 0)
$$;

-- What was asked of the client's people about who is erased, and is decided, as far as words and names go; and which those are.
create or replace function erase_approvals(p erasures) returns text[] language sql as $$
  with gone as (
    update approvals set details = (details || '{"recipient": null}'::jsonb) - '{metadata,reason,refusal}'::text[], reason = null
    where client_id = p.client_id and environment = p.environment and details->>'recipient' = any (p.mobiles)
      and status <> 'APPROVED' and (status <> 'PENDING' or requested_at <= p.run_at - interval '7 days')
      and (requested_at <= p.asked_at
        or gives_back_to(p, coalesce((details->>'collection')::uuid, payback_collection(details->>'client_reference'))))
    returning id
  )
  select coalesce(array_agg(id::text), '{}') from gone
$$;

-- What they were asked to pay, and what others paid of it; returns which requests those are.
create or replace function erase_requests(p erasures) returns text[] language plpgsql as $$
declare
  v_links uuid[] := array(
    select id from payment_links
    where client_id = p.client_id and environment = p.environment and customer_mobile = any (p.mobiles) and created_at <= p.asked_at);
  t transactions;
begin
  for t in
    with paid as (
      select * from transactions
      where client_id = p.client_id and environment = p.environment and payment_link_id = any (v_links)
        and created_at <= p.asked_at and (mobile = any (p.mobiles)) is not true
    )
    select * from paid
    union all
    select r.* from transactions r join paid on r.client_id = paid.client_id and r.environment = paid.environment and r.collection_id = paid.id
    where r.created_at <= p.asked_at
  loop
    perform erase_payment(p, t, null);
  end loop;
  update payment_requests r set customer_email = null, send_email = false, send_sms = false, paid_by_hand_note = null, taken_back = (
    select coalesce(jsonb_agg(said || '{"note": null}'::jsonb order by place), '[]')
    from jsonb_array_elements(r.taken_back) with ordinality as t (said, place))
  where client_id = p.client_id and environment = p.environment and id = any (v_links);
  update payment_links set customer_name = null, customer_mobile = null, metadata = '{}', request_hash = '',
    description = case when is_request then null else description end
  where client_id = p.client_id and environment = p.environment and id = any (v_links);
  return v_links::text[];
end $$;

-- Whether the words of a search name the number, however it was typed: by its last seven digits.
create or replace function is_about(p erasures, p_query text) returns boolean language sql stable as $$
  select exists (select from unnest(p.mobiles) m
    where strpos(regexp_replace(p_query, '%[0-9A-Fa-f]{2}|\D', '', 'g'), right(m, 7)) > 0)
$$;

-- All that is not a payment, of the time before it was asked for: whom the client saved and asked to pay, its files of payouts, what it asked its people to
-- decide, who was written to, and what the log of its people says of the number.
create or replace function erase_beside(p erasures) returns void
language plpgsql set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  v record;
  v_before bytea;
  v_gone text[] := '{name,mobile,note,email,customer_name,customer_mobile,customer_email,recipient,recipient_mobile,recipient_name,metadata,reason}';
  v_subjects text[];
begin
  for v in select * from messages_about(p) loop
    if v.to_customer then
      delete from messages where event = v.event and address = v.address;
    else
      update messages set facts = facts || '{"who": ""}'::jsonb where event = v.event and address = v.address;
    end if;
  end loop;
  update users u set saved_filters = (
    select coalesce(jsonb_agg(f order by place), '[]') from jsonb_array_elements(u.saved_filters) with ordinality as s (f, place)
    where not is_about(p, f->>'query'))
  where client_id = p.client_id and exists (select from jsonb_array_elements(saved_filters) f where is_about(p, f->>'query'));
  v_subjects := erase_requests(p) || erase_approvals(p);
  delete from customer_notes
  where client_id = p.client_id and environment = p.environment and mobile = any (p.mobiles) and created_at <= p.asked_at;
  update recipients set name = '', note = null, mobile = '', deleted_at = coalesce(deleted_at, p.run_at), updated_at = p.run_at
  where client_id = p.client_id and environment = p.environment and mobile = any (p.mobiles) and created_at <= p.asked_at;
  update payout_batch_rows r set name = null, note = null, mobile = ''
  from payout_batches b
  where b.client_id = p.client_id and b.environment = p.environment and r.client_id = b.client_id and r.batch_id = b.id
    and b.created_at <= p.asked_at and r.mobile = any (p.mobiles);
  for v in
    select id from audit_log
    where client_id = p.client_id and (environment is null or environment = p.environment)
      and (subject_id = any (v_subjects)
        or at <= p.asked_at and exists (select from unnest(p.mobiles) m where strpos(concat(before, after), m) > 0))
  loop
    v_before := leaf_of('audit_log', v.id);
    update audit_log set before = before - v_gone, after = after - v_gone where id = v.id;
    perform note_erased(p, 'audit_log', v.id::text, v_before, leaf_of('audit_log', v.id));
  end loop;
end $$;

-- A turn of an erasure that is due: at most `p_most` payments, each as it stands now. Returns whether more is to be done.
-- All that is kept is looked at again when the time of the first is over, and of what is under way a day later.
create or replace function work_erasure(p_client uuid, p_id uuid, p_at timestamptz, p_kept interval, p_most int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p erasures;
  t transactions;
  v_seen int := 0;
begin
  select * into p from erasures where client_id = p_client and id = p_id and run_at <= p_at for update skip locked;
  if not found then
    return false;
  end if;
  p.run_at := p_at;
  perform set_config('kaira.erasing', 'on', true);
  if p.after_id is null then
    perform erase_beside(p);
  end if;
  for t in
    select * from transactions
    where client_id = p.client_id and environment = p.environment and mobile = any (p.mobiles)
      and id > coalesce(p.after_id, '00000000-0000-0000-0000-000000000000') and is_of_erasure(p, transactions)
    order by id limit p_most for update
  loop
    v_seen := v_seen + 1;
    p.after_id := t.id;
    p.erased := p.erased + erase_payment(p, t, p_kept)::int;
  end loop;
  if v_seen < p_most then
    p.after_id := null;
    select count(*), max(until), min(until) into p.kept, p.kept_until, p.run_at
    from transactions k
    cross join lateral (select nullif(names_payer_until(k, p_kept), 'infinity')) u (ends_at)
    cross join lateral (select coalesce(u.ends_at, p_at + interval '1 day')) n (until)
    where k.client_id = p.client_id and k.environment = p.environment and k.mobile = any (p.mobiles) and is_of_erasure(p, k);
  end if;
  update erasures set erased = p.erased, kept = p.kept, kept_until = p.kept_until, after_id = p.after_id, run_at = p.run_at,
    mobiles = case when p.run_at is null then '{}' else p.mobiles end
  where client_id = p.client_id and environment = p.environment and id = p.id;
  perform set_config('kaira.erasing', 'off', true);
  return v_seen = p_most;
end $$;

-- Forgets what stands in the faulty rows of at most `p_most` files of payouts that ended before: nobody was paid by them, and
-- an erasure does not find a number that was mistyped. Line, fault and the readable amount stay. Returns of how many files.
create or replace function forget_faulty_rows(p_before timestamptz, p_most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v record;
  v_count int := 0;
begin
  perform set_config('kaira.erasing', 'on', true);
  for v in
    select client_id, id from payout_batches
    where finished_at < p_before and faults_forgotten_at is null
    order by finished_at limit p_most for update skip locked
  loop
    v_count := v_count + 1;
    update payout_batch_rows set reference = '', mobile = '', amount = '', name = null, provider = null, note = null
    where client_id = v.client_id and batch_id = v.id and status = 'BAD';
    update payout_batches set faults_forgotten_at = now() where client_id = v.client_id and id = v.id;
  end loop;
  perform set_config('kaira.erasing', 'off', true);
  return v_count;
end $$;
