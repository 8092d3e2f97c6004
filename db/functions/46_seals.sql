-- Sealed books: what was written is put, row by row in a canonical form, into a Merkle tree (RFC 6962), whose root is
-- chained to the one before and leaves the machine. docs/operations/seals.md says what for.
--
-- Which rows a seal is of is known by a queue that the statement which writes a row fills as well, so that one that
-- commits late is sealed late and never missed, and a row that was written past Kaira's statements is in neither.
-- The canonical form of a row is a JSON object of its table and of those of its columns that are not null, in the order
-- given here, as `to_json` writes each in UTC: a column that is added later changes no leaf from before.

drop view if exists sealed_rows, sealed_other_rows, sealed_payment_rows, sealed_journals, sealed_tables;
drop function if exists leaf_hash(jsonb), merkle_root(bytea[]), sealed_journal(journals), sealed_key(jsonb, text[]), sealed_content(text, jsonb, text[]);

-- Whoever writes by another program than Kaira queues nothing, and is named by the audit.
create or replace function is_kaira() returns boolean language sql stable as $$
  select current_setting('application_name') like 'kaira%'
$$;

-- Stable and not immutable, so that a statement has it inline.
create or replace function leaf_hash(p_content text) returns bytea language sql stable as $$
  select sha256('\x00'::bytea || convert_to(p_content, 'UTF8'))
$$;

-- RFC 6962 §2.1 of hashes one after the other: pairs from below, and who has no neighbour goes up as it is, which is the
-- tree that it defines.
create or replace function merkle_root(p_hashes bytea) returns bytea language plpgsql immutable as $$
declare
  v_count int := octet_length(p_hashes) / 32;
begin
  if v_count = 0 then
    return sha256('');
  end if;
  while v_count > 1 loop
    select string_agg(sha256('\x01'::bytea || substring(p_hashes from 64 * i + 1 for 64)), '' order by i)
      || substring(p_hashes from 64 * (v_count / 2) + 1)
    into p_hashes from generate_series(0, v_count / 2 - 1) i;
    v_count := (v_count + 1) / 2;
  end loop;
  return p_hashes;
end $$;

-- Each seal is bound to all before it: SHA-256 of the chain so far and the words `id time leaves root`.
create or replace function chain_hash(p_before bytea, p_id bigint, p_sealed_at timestamptz, p_leaves int, p_root bytea) returns bytea
language sql immutable as $$
  select sha256(coalesce(p_before, ''::bytea) || convert_to(concat_ws(' ', p_id,
    to_char(p_sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p_leaves, encode(p_root, 'hex')), 'UTF8'))
$$;

-- The canonical form of a row named `p_row`, as an expression: made once for each table, as a payment has no time to look
-- up columns. `p_end`: the last of its pieces.
create or replace function sealed_text(p_table text, p_kind text, p_columns text, p_row text, p_end text default '''}''') returns text
language sql stable as $$
  select format('concat(%L, %s, %s)', format('{"table": "%s"', p_kind), string_agg(
    format(case when a.attnotnull then '%L, %s' else '%L || %s' end, format(', "%s": ', c),
      format(case when a.atttypid in ('int4'::regtype, 'int8'::regtype) then '%s.%I' else 'to_json(%s.%I)' end, p_row, c)), ', ' order by n), p_end)
  from unnest(string_to_array(p_columns, ' ')) with ordinality as u (c, n)
  join pg_attribute a on a.attrelid = p_table::regclass and a.attname = c
$$;

-- What a row is called, in the same way.
create or replace function sealed_key(p_columns text, p_row text) returns text language sql immutable as $$
  select format('concat_ws(''/'', %s)', string_agg(format('%s.%I', p_row, c), ', ' order by n))
  from unnest(string_to_array(p_columns, ' ')) with ordinality as u (c, n)
$$;

-- What is written of a transaction, by the columns that name it and the row. `sequence`: of which of its changes; null
-- where that is not known, or where the row is the present state of something, which is sealed anew whenever it changes:
-- the last one counts. A journal stands with its entries, so that none can be added to it or taken from it.
do $$
declare
  v record;
  v_view text;
begin
  execute format('create view sealed_journals as select t.client_id, t.id, t.transaction_id, %s as content from journals t',
    sealed_text('journals', 'journals', 'client_id id environment transaction_id kind corrects_journal_id created_at', 't',
      $e$', "entries": [', (
        select string_agg(concat('["', e.client_id, '", "', e.environment, '", ', to_json(e.account), ', ', e.amount_bututs, ']'), ', '
          order by e.client_id, e.account collate "C", e.environment)
        from entries e where e.journal_id = t.id), ']}'$e$));
  v_view := 'select ''journals''::text as kind, client_id, transaction_id as id, null::int as sequence, id::text as key, content
    from sealed_journals where transaction_id is not null';
  for v in select * from (values
    ('transactions', 'transactions', 'id', '1', 't.id::text', 'true',
     'client_id environment id type client_reference attempt request_hash provider amount_bututs commission_bps customer_name mobile success_url error_url metadata collection_id collection_reference refund_method refund_reason payment_link_id scenario created_at'),
    ('transaction_states', 'transactions', 'id', 'null::int', 't.id::text', 'true',
     'id status version commission_bututs rail_fee_bututs connection_id rail_reference rail_payment_reference failure_code failure_message late delivered_after_failure over_limit reversed_at reversal_reason completed_at'),
    ('transaction_changes', 'transaction_changes', 'transaction_id', 't.sequence', $e$concat(t.transaction_id, '/', t.sequence)$e$, 'true',
     'client_id transaction_id sequence from_status to_status trigger actor at'),
    ('events', 'events', 'transaction_id', 't.sequence', 't.id::text', 'true',
     'client_id environment id transaction_id sequence event body legacy_body created_at'),
    ('rail_calls', 'rail_calls', 'transaction_id', 'null::int', 't.id::text', 'true',
     'client_id environment transaction_id id key connection_id provider operation started_at'),
    ('rail_call_ends', 'rail_calls', 'transaction_id', 'null::int', 't.id::text', 't.outcome is not null', 'id outcome ended_at note')
  ) as p (kind, of_table, transaction, sequence, key, condition, sealed) loop
    v_view := concat(v_view, ' union all ', format('select %L, t.client_id, t.%I, %s, %s, %s from %I t where %s',
      v.kind, v.transaction, v.sequence, v.key, sealed_text(v.of_table, v.kind, v.sealed, 't'), v.of_table, v.condition));
  end loop;
  execute 'create view sealed_payment_rows as ' || v_view;
end $$;

-- All else that is sealed: by a row's columns `sealed`, under its columns `key`.
create view sealed_tables as
  select name, key, sealed from (values
    -- Only added to.
    ('access_grants', 'id', 'id user_id kind by_user_id by_name at'),
    ('adjustments', 'id', 'client_id environment id transaction_id case_id journal_id client_bututs rail_bututs reason evidence proposed_by_name confirmed_by_name created_at'),
    ('audit_log', 'id', 'id at user_id user_name client_id environment action subject_id before after address'),
    ('client_notes', 'id', 'client_id id text user_id user_name created_at'),
    ('erased_rows', 'kind key before', 'client_id environment erasure_id kind key before after'),
    ('erasures', 'id', 'client_id environment id asked_by asked_by_name asked_at'),
    ('payouts_to_others', 'payout_id', 'client_id environment payout_id collection_id erasure_id'),
    ('period_closes', 'environment last_day', 'environment last_day first_day approval_id asked_by asked_by_name asked_at closed_by closed_by_name closed_at lines debit_bututs credit_bututs entries digest audit_id audit_checks journals_form'),
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

-- Each has a trigger, whose function is made of its columns. A row that is gone is a version as well: its table lets the
-- application remove it.
do $$
declare
  v record;
  v_view text;
begin
  for v in select * from sealed_tables loop
    execute format($f$
      create or replace function seal_%1$s() returns trigger language plpgsql
      security definer set search_path = public, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $body$
      begin
        if is_kaira() then
          insert into unsealed (kind, key, hash)
          values (%1$L, case tg_op when 'DELETE' then %2$s else %3$s end, leaf_hash(case tg_op when 'DELETE' then '{}' else %4$s end));
        end if;
        return null;
      end $body$ $f$,
      v.name, sealed_key(v.key, 'old'), sealed_key(v.key, 'new'), sealed_text(v.name, v.name, v.sealed, 'new'));
    execute format('create or replace trigger sealed after insert or delete or update of %s on %I for each row execute function seal_%s()',
      replace(v.sealed, ' ', ', '), v.name, v.name);
    v_view := concat_ws(' union all ', v_view, format('select %L::text as kind, %s as key, %s as content from %I t',
      v.name, sealed_key(v.key, 't'), sealed_text(v.name, v.name, v.sealed, 't'), v.name));
  end loop;
  execute 'create view sealed_other_rows as ' || v_view;
end $$;
drop function if exists seal_row();

-- Every row that is sealed or waits to be. Read it in UTC.
create view sealed_rows as
  select kind, client_id, id, key, content from sealed_payment_rows
  union all
  select 'journals', client_id, id, id::text, content from sealed_journals where transaction_id is null
  union all
  select kind, null, null, key, content from sealed_other_rows;

-- Every leaf, in its place among those of its seal and kind. All hashes of a row of `book_leaves` are read at once.
create or replace view sealed_leaves as
  select l.seal_id, l.kind, u.key, substring(l.hashes from 32 * u.place::int - 31 for 32) as hash, u.place
  from (select seal_id, kind, keys, hashes || ''::bytea as hashes from book_leaves offset 0) l
  cross join lateral unnest(l.keys) with ordinality as u (key, place);

-- What a seal has of a payment, of what its client is told, as it stands: with the place of each among all leaves, from 0.
-- A journal in which the house has a part is the house's.
create or replace function sealed_rows_of_payment(p_client uuid, p_id uuid, p_seal bigint)
returns table (kind text, content text, place bigint) language sql stable set timezone = 'UTC' set bytea_output = 'hex' as $$
  select r.kind, r.content, l.before + p.place - 1
  from (
    select kind, keys, hashes || ''::bytea as hashes, sum(cardinality(keys)) over (order by kind collate "C") - cardinality(keys) as before
    from book_leaves where seal_id = p_seal
  ) l
  join sealed_payment_rows r on r.kind = l.kind
  cross join lateral (select array_position(l.keys, r.key) as place) p
  where r.client_id = p_client and r.id = p_id and r.kind in ('transactions', 'transaction_changes', 'journals', 'events')
    and substring(l.hashes from 32 * p.place - 31 for 32) = leaf_hash(r.content)
    and not exists (select from entries e where r.kind = 'journals' and e.journal_id::text = r.key and e.client_id <> p_client)
  order by 3
$$;

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
  insert into unsealed_payments (client_id, id) select client_id, id from transactions;
  insert into unsealed (kind, client_id, id) select 'journals', client_id, id from journals where transaction_id is null;
  -- Before all that waits already, which is a later version, or the same.
  insert into unsealed (place, kind, key, hash)
  select -row_number() over (), kind, key, leaf_hash(content) from sealed_other_rows;
  update seal_beginning set queued_at = now();
  return true;
end $$;

-- Seals `p_most` of what waits, of payments and of all else, the oldest of that first; null where nothing does, or another
-- one is at it. Returns {"id", "sealed_at", "leaves", "root", "chain", "more"}.
create or replace function seal_books(p_most int) returns jsonb language plpgsql
security definer set search_path = public, pg_temp set timezone = 'UTC' set bytea_output = 'hex'
-- Every row that is wanted has an index that leads to it, which the planner doubts of tables that have just grown.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_id bigint;
  v_more boolean;
  v_hashes bytea;
  v_root bytea;
  v_at timestamptz := date_trunc('milliseconds', now());
begin
  if not pg_try_advisory_xact_lock(hashtext('kaira seals')) then
    return null;
  end if;
  v_id := coalesce((select max(id) from book_seals), 0) + 1;
  with changes as (
    delete from unsealed_payments where ctid = any (array(select ctid from unsealed_payments limit p_most)) returning client_id, id, sequence
  ), payments as (
    select client_id, id, array_agg(sequence) as sequences, bool_or(sequence is null) as is_whole from changes group by 1, 2
  ), taken as (
    delete from unsealed where place in (select place from unsealed order by place limit p_most) returning *
  ), leaves as (
    select r.kind, r.key, leaf_hash(r.content) as hash, 0::bigint as place
    from payments p cross join lateral (
      select * from sealed_payment_rows s where s.client_id = p.client_id and s.id = p.id offset 0
    ) r
    where p.is_whole or r.sequence is null or r.sequence = any (p.sequences)
    union all
    select t.kind, t.id::text, leaf_hash(j.content), 0
    from taken t join sealed_journals j on j.client_id = t.client_id and j.id = t.id where t.kind = 'journals'
    union all
    select kind, key, hash, place from taken where hash is not null
  ), written as (
    insert into book_leaves (seal_id, kind, keys, hashes)
    select v_id, kind, array_agg(key order by key collate "C", place), string_agg(hash, '' order by key collate "C", place)
    from leaves group by kind
    returning kind, hashes
  )
  select (select count(*) from changes) = p_most or (select count(*) from taken) = p_most,
         (select string_agg(hashes, '' order by kind collate "C") from written)
  into v_more, v_hashes;
  if v_hashes is null then
    return null;
  end if;
  v_root := merkle_root(v_hashes);
  insert into book_seals (id, sealed_at, leaves, root, chain)
  values (v_id, v_at, octet_length(v_hashes) / 32, v_root,
          chain_hash((select chain from book_seals where id = v_id - 1), v_id, v_at, octet_length(v_hashes) / 32, v_root));
  return (select jsonb_build_object('id', id, 'sealed_at', to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                   'leaves', leaves, 'root', encode(root, 'hex'), 'chain', encode(chain, 'hex'), 'more', v_more)
          from book_seals where id = v_id);
end $$;

create or replace trigger book_seals_append_only before update or delete or truncate on book_seals
  for each statement execute function refuse_change();
create or replace trigger book_leaves_append_only before update or delete or truncate on book_leaves
  for each statement execute function refuse_change();
