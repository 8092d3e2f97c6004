-- Sealed books: what was written is put, row by row in a canonical form, into a Merkle tree (RFC 6962), whose root is
-- chained to the one before and leaves the machine. docs/operations/seals.md says what for.
--
-- Which rows a seal is of is known by a queue that the statement which writes a row fills as well, so that one that
-- commits late is sealed late and never missed, and a row that was written past Kaira's statements is in neither.
-- The canonical form of a row is a JSON object as PostgreSQL writes it, in UTC, of its kind and of those of its columns
-- that are not null: a column that is added later changes no leaf from before.

-- Whoever writes by another program than Kaira queues nothing, and is named by the audit.
create or replace function is_kaira() returns boolean language sql stable as $$
  select current_setting('application_name') like 'kaira%'
$$;

create or replace function leaf_hash(p_content jsonb) returns bytea language sql immutable as $$
  select sha256('\x00'::bytea || convert_to(p_content::text, 'UTF8'))
$$;

-- RFC 6962 §2.1: pairs from below, and who has no neighbour goes up as it is, which is the tree that it defines.
create or replace function merkle_root(p_hashes bytea[]) returns bytea language plpgsql immutable as $$
begin
  while cardinality(p_hashes) > 1 loop
    select array_agg(case when next is null then hash else sha256('\x01'::bytea || hash || next) end order by n) into p_hashes
    from (select hash, n, lead(hash) over (order by n) as next from unnest(p_hashes) with ordinality as u (hash, n)) pairs
    where n % 2 = 1;
  end loop;
  return coalesce(p_hashes[1], sha256(''));
end $$;

-- Each seal is bound to all before it: SHA-256 of the chain so far and the words `id time leaves root`.
create or replace function chain_hash(p_before bytea, p_id bigint, p_sealed_at timestamptz, p_leaves int, p_root bytea) returns bytea
language sql immutable as $$
  select sha256(coalesce(p_before, ''::bytea) || convert_to(concat_ws(' ', p_id,
    to_char(p_sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p_leaves, encode(p_root, 'hex')), 'UTF8'))
$$;

-- A journal with its entries, so that none can be added to it or taken from it.
create or replace function sealed_journal(j journals) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'kind', 'journals', 'client_id', j.client_id, 'id', j.id, 'environment', j.environment, 'transaction_id', j.transaction_id,
    'journal', j.kind, 'corrects_journal_id', j.corrects_journal_id, 'created_at', j.created_at, 'entries', (
      select jsonb_agg(jsonb_build_array(e.client_id, e.environment, e.account, e.amount_bututs) order by e.client_id, e.account collate "C")
      from entries e where e.journal_id = j.id)))
$$;

-- What is written of a transaction. `sequence`: of which of its changes; null where that cannot be told, or where the row
-- is the present state of something, which is sealed anew whenever it changes: the last one counts.
create or replace view sealed_payment_rows as
  select 'transactions' as kind, t.client_id, t.id, 1 as sequence, t.id::text as key, jsonb_strip_nulls(jsonb_build_object(
    'kind', 'transactions', 'client_id', t.client_id, 'environment', t.environment, 'id', t.id, 'type', t.type,
    'client_reference', t.client_reference, 'attempt', t.attempt, 'request_hash', encode(t.request_hash, 'hex'),
    'provider', t.provider, 'amount_bututs', t.amount_bututs, 'commission_bps', t.commission_bps,
    'customer_name', t.customer_name, 'mobile', t.mobile, 'success_url', t.success_url, 'error_url', t.error_url,
    'metadata', t.metadata::text, 'collection_id', t.collection_id, 'collection_reference', t.collection_reference,
    'refund_method', t.refund_method, 'refund_reason', t.refund_reason, 'payment_link_id', t.payment_link_id,
    'scenario', t.scenario, 'created_at', t.created_at)) as content
  from transactions t
  union all
  select 'transaction_states', t.client_id, t.id, null, t.id::text, jsonb_strip_nulls(jsonb_build_object(
    'kind', 'transaction_states', 'id', t.id, 'status', t.status, 'version', t.version, 'commission_bututs', t.commission_bututs,
    'rail_fee_bututs', t.rail_fee_bututs, 'connection_id', t.connection_id, 'rail_reference', t.rail_reference,
    'rail_payment_reference', t.rail_payment_reference, 'failure_code', t.failure_code, 'failure_message', t.failure_message,
    'late', t.late, 'delivered_after_failure', t.delivered_after_failure, 'over_limit', t.over_limit,
    'reversed_at', t.reversed_at, 'reversal_reason', t.reversal_reason, 'completed_at', t.completed_at))
  from transactions t
  union all
  select 'transaction_changes', c.client_id, c.transaction_id, c.sequence, c.transaction_id || '/' || c.sequence,
    to_jsonb(c) || '{"kind": "transaction_changes"}'
  from transaction_changes c
  union all
  select 'journals', j.client_id, j.transaction_id, (
      select min(c.sequence) from transaction_changes c
      where c.client_id = j.client_id and c.transaction_id = j.transaction_id and c.at = j.created_at),
    j.id::text, sealed_journal(j)
  from journals j where j.transaction_id is not null
  union all
  select 'events', v.client_id, v.transaction_id, v.sequence, v.id::text, jsonb_strip_nulls(jsonb_build_object(
    'kind', 'events', 'client_id', v.client_id, 'environment', v.environment, 'id', v.id, 'transaction_id', v.transaction_id,
    'sequence', v.sequence, 'event', v.event, 'body', v.body, 'legacy_body', v.legacy_body, 'created_at', v.created_at))
  from events v
  union all
  select 'rail_calls', r.client_id, r.transaction_id, null, r.id::text, jsonb_strip_nulls(jsonb_build_object(
    'kind', 'rail_calls', 'client_id', r.client_id, 'environment', r.environment, 'transaction_id', r.transaction_id, 'id', r.id,
    'key', r.key, 'connection_id', r.connection_id, 'provider', r.provider, 'operation', r.operation, 'started_at', r.started_at))
  from rail_calls r
  union all
  select 'rail_call_ends', r.client_id, r.transaction_id, null, r.id::text, jsonb_strip_nulls(jsonb_build_object(
    'kind', 'rail_call_ends', 'id', r.id, 'outcome', r.outcome, 'ended_at', r.ended_at, 'note', r.note))
  from rail_calls r where r.outcome is not null;

-- All else that is sealed: by a row's columns `sealed`, under its columns `key`.
create or replace view sealed_tables as
  select name, string_to_array(key, ' ') as key, string_to_array(sealed, ' ') as sealed from (values
    -- Only added to.
    ('access_grants', 'id', 'id user_id kind by_user_id by_name at'),
    ('adjustments', 'id', 'client_id environment id transaction_id case_id journal_id client_bututs rail_bututs reason evidence proposed_by_name confirmed_by_name created_at'),
    ('audit_log', 'id', 'id at user_id user_name client_id environment action subject_id before after address'),
    ('client_notes', 'id', 'client_id id text user_id user_name created_at'),
    ('period_closes', 'environment last_day', 'environment last_day first_day approval_id asked_by asked_by_name asked_at closed_by closed_by_name closed_at lines debit_bututs credit_bututs entries digest audit_id audit_checks'),
    ('rail_tariffs', 'id', 'id provider movement starts_on flat_bututs bps note set_at set_by set_by_name'),
    ('settlement_changes', 'settlement_id sequence', 'client_id environment settlement_id sequence from_status to_status actor_id actor_name note journal_id at'),
    -- As they stand: each version is sealed, and the last one counts.
    ('api_keys', 'id', 'id client_id environment key_hash prefix last4 scope created_at expires_at revoked_at'),
    ('approvals', 'id', 'client_id id kind environment details key_id status requested_by requested_by_name requested_at decided_by decided_by_name decided_at reason ended_at'),
    ('cases', 'id', 'id environment provider kind subject client_id transaction_id details status opened_at proposal proposed_by proposed_by_name proposed_at closed_at closed_by closed_by_name resolution'),
    ('clients', 'id', 'id name business_phone business_email status commission_bps refund_commission payout_limit_bututs payout_limit_day_bututs payout_limit_month_bututs payout_approval_above_bututs ip_allowlist created_at'),
    ('rail_connection_requests', 'id', 'id provider kind same_wallet changes status requested_by requested_by_name requested_at decided_by decided_by_name ended_at'),
    ('rail_notices', 'provider dedupe_id', 'provider dedupe_id received_at status client_id transaction_id'),
    ('rail_statement_lines', 'provider kind rail_reference', 'provider kind rail_reference day reference amount_bututs fee_bututs currency mobile at match client_id transaction_id'),
    ('rail_statements', 'provider day', 'provider day source imported_at imported_by_name closed_at closed_by_name'),
    ('settlement_accounts', 'id', 'client_id environment id kind holder bank account_number provider mobile added_by added_by_name added_at approved_by_name removed_at'),
    ('settlements', 'id', 'client_id environment id account_id holder bank account_number amount_bututs status reference client_reference period requested_by requested_by_name requested_at file_id confirmed_by bank_reference reason ended_at'),
    ('users', 'id', 'id client_id email invited_as name role disabled_at confirmed_at created_at'),
    ('webhook_endpoints', 'id', 'client_id environment id url events payload_form secret_last4 created_at deleted_at')
  ) as t (name, key, sealed);

create or replace function sealed_key(p_row jsonb, p_columns text[]) returns text language sql immutable as $$
  select string_agg(p_row ->> c, '/' order by n) from unnest(p_columns) with ordinality as u (c, n)
$$;

create or replace function sealed_content(p_kind text, p_row jsonb, p_columns text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(c, p_row -> c) filter (where p_row -> c <> 'null'), '{}') || jsonb_build_object('kind', p_kind)
  from unnest(p_columns) c
$$;

-- A row that is gone is a version as well: its table lets the application remove it.
create or replace function seal_row() returns trigger language plpgsql
security definer set search_path = public, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  v_columns sealed_tables := (select t from sealed_tables t where t.name = tg_table_name);
  v_row jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if is_kaira() then
    insert into unsealed (kind, key, hash)
    values (tg_table_name, sealed_key(v_row, v_columns.key),
            leaf_hash(case tg_op when 'DELETE' then '{}' else sealed_content(tg_table_name, v_row, v_columns.sealed) end));
  end if;
  return null;
end $$;

do $$
declare
  t sealed_tables;
  v_view text;
begin
  for t in select * from sealed_tables loop
    execute format('create or replace trigger sealed after insert or delete or update of %s on %I for each row execute function seal_row()',
      array_to_string(t.sealed, ', '), t.name);
    v_view := concat_ws(' union all ', v_view, format(
      'select %1$L as kind, sealed_key(r, %2$L) as key, sealed_content(%1$L, r, %3$L) as content from (select to_jsonb(t) as r from %1$I t offset 0) t',
      t.name, t.key, t.sealed));
  end loop;
  execute 'create or replace view sealed_other_rows as ' || v_view;
end $$;

-- Every row that is sealed or waits to be. Read it in UTC.
create or replace view sealed_rows as
  select kind, client_id, id, key, content from sealed_payment_rows
  union all
  select 'journals', client_id, id, id::text, sealed_journal(j) from journals j where transaction_id is null
  union all
  select kind, null, null, key, content from sealed_other_rows;

-- Kinds of which the last leaf counts, because their rows may lawfully change.
create or replace view sealed_states as
  select unnest('{transaction_states,api_keys,approvals,cases,clients,rail_connection_requests,rail_notices,rail_statement_lines,rail_statements,settlement_accounts,settlements,users,webhook_endpoints}'::text[]) as kind;

insert into seal_beginning (since) select pg_current_xact_id()::text::bigint on conflict do nothing;

-- Puts all that was written before there was a queue into it, once; false while a statement of before may still be under
-- way. Long where there is much; it locks nothing. In a cluster that a dump was restored into, numbers begin anew.
create or replace function queue_history() returns boolean language plpgsql
security definer set search_path = public, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $$
begin
  perform pg_advisory_xact_lock(hashtext('kaira seals'));
  if exists (select from seal_beginning where queued_at is not null) then
    return true;
  end if;
  if exists (select from seal_beginning where since >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint and since <= pg_current_xact_id()::text::bigint) then
    return false;
  end if;
  insert into unsealed (kind, client_id, id) select 'payment', client_id, id from transactions;
  insert into unsealed (kind, client_id, id) select 'journals', client_id, id from journals where transaction_id is null;
  -- Before all that waits already, which is a later version, or the same.
  insert into unsealed (place, kind, key, hash)
  select -row_number() over (), kind, key, leaf_hash(content) from sealed_other_rows;
  update seal_beginning set queued_at = now();
  return true;
end $$;

-- Seals `p_most` of what waits, the oldest first; null where nothing does, or another one is at it.
-- Returns {"id", "sealed_at", "leaves", "root", "chain", "took"}.
create or replace function seal_books(p_most int) returns jsonb language plpgsql
security definer set search_path = public, pg_temp set timezone = 'UTC' set bytea_output = 'hex'
-- Every row that is wanted has an index that leads to it, which the planner doubts of tables that have just grown.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_id bigint;
  v_taken int;
  v_hashes bytea[];
  v_root bytea;
  v_at timestamptz := date_trunc('milliseconds', now());
begin
  if not pg_try_advisory_xact_lock(hashtext('kaira seals')) then
    return null;
  end if;
  v_id := coalesce((select max(id) from book_seals), 0) + 1;
  with taken as (
    delete from unsealed where place in (select place from unsealed order by place limit p_most) returning *
  ), payments as (
    select client_id, id, array_agg(sequence) as sequences, bool_or(sequence is null) as is_whole
    from taken where kind = 'payment' group by 1, 2
  ), leaves as (
    select r.kind, r.key, leaf_hash(r.content) as hash, 0 as place
    from payments p cross join lateral (
      select * from sealed_payment_rows s where s.client_id = p.client_id and s.id = p.id offset 0
    ) r
    where p.is_whole or r.sequence is null or r.sequence = any (p.sequences)
    union all
    select t.kind, t.id::text, leaf_hash(sealed_journal(j)), 0
    from taken t join journals j on j.client_id = t.client_id and j.id = t.id where t.kind = 'journals'
    union all
    select kind, key, hash, place from taken where hash is not null
  ), written as (
    insert into book_leaves (seal_id, kind, keys, hashes)
    select v_id, kind, array_agg(key order by key collate "C", place), array_agg(hash order by key collate "C", place)
    from leaves group by kind
    returning kind, hashes
  )
  select (select count(*) from taken), (
    select array_agg(h order by w.kind collate "C", n) from written w cross join unnest(w.hashes) with ordinality as u (h, n)
  ) into v_taken, v_hashes;
  if v_hashes is null then
    return null;
  end if;
  v_root := merkle_root(v_hashes);
  insert into book_seals (id, sealed_at, leaves, root, chain)
  values (v_id, v_at, cardinality(v_hashes), v_root,
          chain_hash((select chain from book_seals where id = v_id - 1), v_id, v_at, cardinality(v_hashes), v_root));
  return (select jsonb_build_object('id', id, 'sealed_at', to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                   'leaves', leaves, 'root', encode(root, 'hex'), 'chain', encode(chain, 'hex'), 'took', v_taken)
          from book_seals where id = v_id);
end $$;

create or replace trigger book_seals_append_only before update or delete or truncate on book_seals
  for each statement execute function refuse_change();
create or replace trigger book_leaves_append_only before update or delete or truncate on book_leaves
  for each statement execute function refuse_change();
