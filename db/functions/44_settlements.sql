-- What a client's balance settles to its own bank account. The table of statuses is lib/settlements/state.ts.

-- The last word on how a settlement goes on, and on what it is about.
create or replace function check_settlement() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and not (old.status, new.status) in (
    ('REQUESTED', 'IN_FILE'), ('REQUESTED', 'CANCELLED'), ('IN_FILE', 'REQUESTED'), ('IN_FILE', 'SENT'),
    ('SENT', 'CONFIRMED'), ('SENT', 'FAILED'), ('CONFIRMED', 'RETURNED')
  ) then
    raise exception 'a settlement never goes from % to %', old.status, new.status using errcode = 'KA004';
  end if;
  if (old.client_id, old.environment, old.id, old.amount_bututs, old.account_id, old.holder, old.bank, old.account_number,
      old.reference, old.client_reference, old.period)
    is distinct from (new.client_id, new.environment, new.id, new.amount_bututs, new.account_id, new.holder, new.bank,
      new.account_number, new.reference, new.client_reference, new.period) then
    raise exception 'the amount, owner and destination of a settlement are constant' using errcode = 'KA005';
  end if;
  return new;
end $$;

create or replace trigger settlements_guarded before update on settlements
  for each row execute function check_settlement();
create or replace trigger settlement_changes_append_only before update or delete or truncate on settlement_changes
  for each statement execute function refuse_change();

-- One step of a settlement's history, with its journal where money moves.
create or replace function write_settlement_step(
  s settlements, p_from text, p_actor jsonb, p_note text, p_journal jsonb, p_direct text[], p_now timestamptz
) returns void language plpgsql as $$
begin
  insert into settlement_changes (client_id, environment, settlement_id, sequence, from_status, to_status, actor_id, actor_name, note,
                                  journal_id, at)
  values (s.client_id, s.environment, s.id,
          (select count(*) + 1 from settlement_changes where client_id = s.client_id and settlement_id = s.id),
          p_from, s.status, (p_actor->>'id')::uuid, p_actor->>'name', p_note, (p_journal->>'id')::uuid, p_now);
  if p_journal is not null then
    perform post_journal(s.client_id, s.environment, null, p_journal, p_direct, p_now);
  end if;
end $$;

-- Guarantee: what is available becomes held for the bank, once for each period or form; parallel ones never take more than there
-- is. Without an amount it is all but what is to be kept, which is read under the lock of `available`.
-- c: {"client_id", "environment", "id", "account_id", "amount_bututs"?, "keep_bututs", "above_bututs"?, "least_bututs",
--     "reference", "client_reference"?, "period"?, "actor": {"id", "name"}, "journal_id", "now"}
create or replace function begin_settlement(c jsonb) returns jsonb language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_client uuid := (c->>'client_id')::uuid;
  v_environment text := c->>'environment';
  v_now timestamptz := (c->>'now')::timestamptz;
  v_available bigint := lock_available(v_client, v_environment);
  v_amount bigint := (c->>'amount_bututs')::bigint;
  s settlements;
begin
  if exists (select from settlements where client_id = v_client and environment = v_environment and period = c->>'period') then
    return '{"outcome":"settled_before"}';
  end if;
  -- Under the lock of `available`, so of a form that is sent many times at once one is first. A wallet has its payout.
  if exists (select from settlements where client_id = v_client and environment = v_environment
             and client_reference = c->>'client_reference')
    or exists (select from transactions where client_id = v_client and environment = v_environment and type = 'payout'
               and client_reference = c->>'client_reference') then
    return '{"outcome":"asked_before"}';
  end if;
  if v_amount is null then
    v_amount := v_available - (c->>'keep_bututs')::bigint;
    if v_amount < (c->>'least_bututs')::bigint or v_available <= coalesce((c->>'above_bututs')::bigint, -1) then
      return jsonb_build_object('outcome', 'nothing_to_settle', 'available_bututs', v_available::text);
    end if;
  elsif v_amount > v_available then
    return jsonb_build_object('outcome', 'insufficient_balance', 'available_bututs', v_available::text);
  end if;
  insert into settlements (client_id, environment, id, account_id, holder, bank, account_number, amount_bututs, status,
                           reference, client_reference, period, requested_by, requested_by_name, requested_at, updated_at)
  select v_client, v_environment, (c->>'id')::uuid, a.id, a.holder, a.bank, a.account_number, v_amount, 'REQUESTED',
         c->>'reference', c->>'client_reference', c->>'period', (c->'actor'->>'id')::uuid, c->'actor'->>'name', v_now, v_now
  -- Locked, so that whoever removes the account at this moment sees what waits for it.
  from (
    select * from settlement_accounts
    where client_id = v_client and environment = v_environment and id = (c->>'account_id')::uuid
      and kind = 'bank' and removed_at is null for share
  ) a
  returning * into s;
  if not found then
    return '{"outcome":"no_account"}';
  end if;
  perform take_available(v_client, v_environment, v_amount);
  perform write_settlement_step(s, null, c->'actor', null, jsonb_build_object(
    'id', c->>'journal_id', 'kind', 'settlement_accepted', 'entries', settlement_entries(s, 'available', 'held')),
    array['available'], v_now);
  return jsonb_build_object('outcome', 'done', 'amount_bututs', v_amount::text);
end $$;

-- The two legs of a settlement's journal. The house's bank is the account that put money into the floats: of live ones the
-- house's own, in the sandbox the client's.
create or replace function settlement_entries(s settlements, p_debit text, p_credit text) returns jsonb language sql immutable as $$
  select jsonb_agg(jsonb_build_object(
    'client_id', case when account = 'float_funding' and s.environment = 'LIVE'
                 then '00000000-0000-7000-8000-000000000000'::uuid else s.client_id end,
    'account', account, 'amount_bututs', bututs))
  from (values (p_debit, s.amount_bututs), (p_credit, -s.amount_bututs)) as l (account, bututs)
$$;

-- Guarantee: a settlement takes one step, once, from the status that is named; money moves in the same statement.
-- c: {"client_id", "environment", "id", "from", "to", "file_id"?, "not_by"?: who must be another person, "bank_reference"?,
--     "note"?, "actor": {"id", "name"}, "journal_id", "now"}
create or replace function step_settlement(c jsonb) returns jsonb language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := (c->>'now')::timestamptz;
  v_from text := c->>'from';
  v_to text := c->>'to';
  v_journal jsonb;
  s settlements;
begin
  select * into s from settlements
  where client_id = (c->>'client_id')::uuid and environment = c->>'environment' and id = (c->>'id')::uuid for update;
  if not found or s.status <> v_from or (c ? 'file_id' and s.file_id is distinct from (c->>'file_id')::uuid and v_from <> 'REQUESTED') then
    return jsonb_build_object('outcome', 'wrong_state', 'status', s.status);
  end if;
  -- Whoever sent the file does not say what the bank made of it.
  if v_from = 'SENT' and exists (
    select from settlement_files f where f.id = s.file_id and f.sent_by = (c->'actor'->>'id')::uuid
  ) or v_to = 'RETURNED' and s.confirmed_by = (c->'actor'->>'id')::uuid then
    return '{"outcome":"same_person"}';
  end if;
  update settlements set
    status = v_to, updated_at = v_now,
    file_id = case v_to when 'IN_FILE' then (c->>'file_id')::uuid when 'REQUESTED' then null else file_id end,
    confirmed_by = case v_to when 'CONFIRMED' then (c->'actor'->>'id')::uuid else confirmed_by end,
    bank_reference = coalesce(c->>'bank_reference', bank_reference),
    reason = coalesce(c->>'note', reason),
    ended_at = case when v_to in ('CONFIRMED', 'FAILED', 'CANCELLED', 'RETURNED') then v_now else ended_at end
  where client_id = s.client_id and environment = s.environment and id = s.id returning * into s;
  v_journal := case v_to
    when 'CONFIRMED' then jsonb_build_object('kind', 'settlement_paid', 'entries', settlement_entries(s, 'held', 'float_funding'))
    when 'FAILED' then jsonb_build_object('kind', 'settlement_returned', 'entries', settlement_entries(s, 'held', 'available'))
    when 'CANCELLED' then jsonb_build_object('kind', 'settlement_returned', 'entries', settlement_entries(s, 'held', 'available'))
    when 'RETURNED' then jsonb_build_object('kind', 'settlement_came_back', 'entries', settlement_entries(s, 'float_funding', 'available'))
  end || jsonb_build_object('id', c->>'journal_id');
  perform write_settlement_step(s, v_from, c->'actor', coalesce(c->>'note', c->>'bank_reference'), v_journal, '{}', v_now);
  return '{"outcome":"done"}';
end $$;

-- Guarantee: what waits for an account that was just removed is the client's again, once. Says how many there were.
-- c: {"client_id", "environment", "account_id", "note", "actor": {"id", "name"}, "now"}
create or replace function cancel_settlements_to(c jsonb) returns int language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_count int := 0;
  s settlements;
begin
  if not exists (
    select from settlement_accounts where client_id = (c->>'client_id')::uuid and environment = c->>'environment'
      and id = (c->>'account_id')::uuid and removed_at is not null
  ) then
    raise exception 'the account was not removed' using errcode = 'KA005';
  end if;
  for s in select * from settlements
    where client_id = (c->>'client_id')::uuid and environment = c->>'environment' and account_id = (c->>'account_id')::uuid
      and status = 'REQUESTED' order by id for update
  loop
    perform step_settlement(c || jsonb_build_object('id', s.id, 'from', 'REQUESTED', 'to', 'CANCELLED',
      'journal_id', uuid_v7((c->>'now')::timestamptz)));
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

-- Why a settlement that waits goes into no file now; null: it does.
create or replace function why_kept_back(s settlements) returns text language sql stable as $$
  select case
    when s.status <> 'REQUESTED' then null
    when not exists (select from clients where id = s.client_id and status = 'ACTIVE') then 'client_suspended'
    when not exists (select from settlement_accounts a where a.client_id = s.client_id and a.environment = s.environment
                     and a.id = s.account_id and a.removed_at is null) then 'account_removed'
  end
$$;

-- Guarantee: each settlement that waits is in one file, however many are made at the same time; what is kept back is in
-- none. Says how many it has.
-- c: {"id", "environment", "columns", "actor": {"id", "name"}, "now"}
create or replace function make_settlement_file(c jsonb) returns jsonb language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_id uuid := (c->>'id')::uuid;
  v_now timestamptz := (c->>'now')::timestamptz;
  v_count int := 0;
  v_sum bigint := 0;
  s settlements;
begin
  insert into settlement_files (id, environment, status, columns, count, sum_bututs, made_by, made_by_name, made_at)
  values (v_id, c->>'environment', 'MADE', c->'columns', 0, 0, (c->'actor'->>'id')::uuid, c->'actor'->>'name', v_now);
  for s in select * from settlements
    where environment = c->>'environment' and status = 'REQUESTED' and why_kept_back(settlements) is null
    order by id limit 5000 for update skip locked
  loop
    perform step_settlement(jsonb_build_object('client_id', s.client_id, 'environment', s.environment, 'id', s.id,
      'from', 'REQUESTED', 'to', 'IN_FILE', 'file_id', v_id, 'actor', c->'actor', 'now', c->>'now'));
    v_count := v_count + 1;
    v_sum := v_sum + s.amount_bututs;
  end loop;
  if v_count = 0 then
    delete from settlement_files where id = v_id;
    return '{"outcome":"nothing_waits"}';
  end if;
  update settlement_files set count = v_count, sum_bututs = v_sum where id = v_id;
  return jsonb_build_object('outcome', 'done', 'count', v_count);
end $$;

-- Guarantee: who has a file in hand is known before they have it, and it was not discarded by then. Says whether they
-- have it for the first time.
-- c: {"id", "actor": {"id", "name"}, "now"}
create or replace function note_settlement_download(c jsonb) returns jsonb language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  f settlement_files;
begin
  select * into f from settlement_files where id = (c->>'id')::uuid for update;
  if not found or f.status = 'DISCARDED' then
    return '{"outcome":"not_found"}';
  end if;
  if has_downloaded(f, c) then
    return '{"outcome":"again"}';
  end if;
  update settlement_files
  set downloads = downloads || jsonb_build_array(jsonb_build_object('id', c->'actor'->>'id', 'name', c->'actor'->>'name', 'at', c->>'now'))
  where id = f.id;
  return '{"outcome":"done"}';
end $$;

create or replace function has_downloaded(f settlement_files, c jsonb) returns boolean language sql immutable as $$
  select exists (select from jsonb_array_elements(f.downloads) d where d->>'id' = c->'actor'->>'id')
$$;

-- Guarantee: a file that was made is sent, or discarded, once, with all of its settlements in the same statement. Whoever
-- has downloaded it may have given it to the bank, and does not discard it.
-- c: {"id", "to": "SENT" | "DISCARDED", "actor": {"id", "name"}, "now"}
create or replace function step_settlement_file(c jsonb) returns jsonb language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_is_sent boolean := c->>'to' = 'SENT';
  v_result jsonb;
  f settlement_files;
  s settlements;
begin
  select * into f from settlement_files where id = (c->>'id')::uuid for update;
  if not found or f.status <> 'MADE' then
    return jsonb_build_object('outcome', 'wrong_state', 'status', f.status);
  end if;
  if not v_is_sent and has_downloaded(f, c) then
    return '{"outcome":"same_person"}';
  end if;
  update settlement_files set status = c->>'to', ended_at = (c->>'now')::timestamptz,
    sent_by = case when v_is_sent then (c->'actor'->>'id')::uuid end,
    sent_by_name = case when v_is_sent then c->'actor'->>'name' end,
    discarded_by = case when not v_is_sent then (c->'actor'->>'id')::uuid end,
    discarded_by_name = case when not v_is_sent then c->'actor'->>'name' end
  where id = f.id;
  for s in select * from settlements where file_id = f.id order by id for update loop
    v_result := step_settlement(jsonb_build_object('client_id', s.client_id, 'environment', s.environment, 'id', s.id,
      'from', 'IN_FILE', 'to', case when v_is_sent then 'SENT' else 'REQUESTED' end, 'file_id', f.id, 'actor', c->'actor',
      'now', c->>'now'));
    if v_result->>'outcome' <> 'done' then
      raise exception 'settlement % of file % was %', s.id, f.id, v_result->>'status' using errcode = 'KA007';
    end if;
  end loop;
  return '{"outcome":"done"}';
end $$;
