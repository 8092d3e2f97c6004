-- Erasing what is personal of one customer of a client: names, number and metadata, wherever they stand, but where the
-- law of the books wants them for a time (docs/guides/customers.md). Sealed rows have another leaf then: `erased_rows` tells
-- the audit which leaf stands for which, and is sealed itself.

create or replace trigger erased_rows_append_only before update or delete or truncate on erased_rows
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

-- Erases what it may of one payment; false where it names its payer still. What Kaira itself wrote into the metadata names
-- nobody, and what two people decided hangs on it. Nothing is a repeat of its request any more, as nobody knows what it said.
create or replace function erase_payment(p erasures, t transactions, p_kept interval) returns boolean
language plpgsql set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  v_keeps boolean := coalesce(names_payer_until(t, p_kept) > p.run_at, false);
  v_metadata jsonb := coalesce((select jsonb_object_agg(key, value) from jsonb_each(t.metadata)
    where key in ('approval', 'payout_batch')), '{}');
  v_before jsonb;
begin
  if v_keeps and v_metadata = t.metadata then
    return false;
  end if;
  v_before := (
    select jsonb_agg(jsonb_build_object('kind', kind, 'key', key, 'leaf', leaf_hash(content))) from sealed_payment_rows
    where client_id = t.client_id and id = t.id and kind in ('transactions', 'events'));
  update transactions set metadata = v_metadata, request_hash = '',
    customer_name = case when v_keeps then customer_name end, mobile = case when v_keeps then mobile end
  where client_id = t.client_id and environment = t.environment and id = t.id;
  if not v_keeps then
    update events set body = replace(body, format('"recipient_mobile":"%s"', t.mobile), '"recipient_mobile":null')
    where client_id = t.client_id and transaction_id = t.id and strpos(body, t.mobile) > 0;
  end if;
  perform note_erased(p, r.kind, r.key, b.leaf::bytea, leaf_hash(r.content))
  from jsonb_to_recordset(v_before) as b (kind text, key text, leaf text)
  join sealed_payment_rows r on r.client_id = t.client_id and r.id = t.id and r.kind = b.kind and r.key = b.key;
  return not v_keeps;
end $$;

-- All that is not a payment, of the time before it was asked for: whom the client saved and asked to pay, its files of payouts, what it asked its people to
-- decide, who was written to, and what the log of its people says of the number.
create or replace function erase_beside(p erasures) returns void
language plpgsql set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  v record;
  v_before bytea;
  v_gone text[] := '{name,mobile,note,email,customer_name,customer_mobile,customer_email,recipient,recipient_mobile,recipient_name,metadata}';
begin
  delete from messages m using payment_links l
  where l.client_id = p.client_id and l.environment = p.environment and l.customer_mobile = any (p.mobiles)
    and l.created_at <= p.asked_at and l.is_request and m.kind = 'payment_request' and m.event like 'payment\_request:%:' || l.id;
  update messages set facts = facts || '{"who": ""}'::jsonb
  where facts->>'who' is not null and created_at <= p.asked_at and address in (select email from users where client_id = p.client_id)
    and exists (select from unnest(p.mobiles) m where strpos(regexp_replace(facts->>'who', '\D', '', 'g'), substr(m, 2)) > 0);
  update payment_requests r set customer_email = null, send_email = false, send_sms = false, paid_by_hand_note = null, taken_back = (
    select coalesce(jsonb_agg(said || '{"note": null}'::jsonb order by place), '[]')
    from jsonb_array_elements(r.taken_back) with ordinality as t (said, place))
  from payment_links l
  where l.client_id = p.client_id and l.environment = p.environment and l.customer_mobile = any (p.mobiles)
    and l.created_at <= p.asked_at and r.client_id = l.client_id and r.environment = l.environment and r.id = l.id;
  update payment_links set customer_name = null, customer_mobile = null, metadata = '{}', request_hash = ''
  where client_id = p.client_id and environment = p.environment and customer_mobile = any (p.mobiles) and created_at <= p.asked_at;
  delete from customer_notes
  where client_id = p.client_id and environment = p.environment and mobile = any (p.mobiles) and created_at <= p.asked_at;
  update recipients set name = '', note = null, mobile = '', deleted_at = coalesce(deleted_at, p.run_at), updated_at = p.run_at
  where client_id = p.client_id and environment = p.environment and mobile = any (p.mobiles) and created_at <= p.asked_at;
  update payout_batch_rows r set name = null, note = null, mobile = ''
  from payout_batches b
  where b.client_id = p.client_id and b.environment = p.environment and r.client_id = b.client_id and r.batch_id = b.id
    and b.created_at <= p.asked_at and r.mobile = any (p.mobiles);
  update approvals set details = (details || '{"recipient": null}'::jsonb) - 'metadata'
  where client_id = p.client_id and environment = p.environment and details->>'recipient' = any (p.mobiles) and requested_at <= p.asked_at
    and status not in ('PENDING', 'APPROVED');
  for v in
    select id from audit_log
    where client_id = p.client_id and (environment is null or environment = p.environment) and at <= p.asked_at
      and exists (select from unnest(p.mobiles) m where strpos(concat(before, after), m) > 0)
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
      and id > coalesce(p.after_id, '00000000-0000-0000-0000-000000000000') and created_at <= p.asked_at
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
    where k.client_id = p.client_id and k.environment = p.environment and k.mobile = any (p.mobiles) and k.created_at <= p.asked_at;
  end if;
  update erasures set erased = p.erased, kept = p.kept, kept_until = p.kept_until, after_id = p.after_id, run_at = p.run_at,
    mobiles = case when p.run_at is null then '{}' else p.mobiles end
  where client_id = p.client_id and environment = p.environment and id = p.id;
  perform set_config('kaira.erasing', 'off', true);
  return v_seen = p_most;
end $$;
