-- Rules that hold whatever the application does. Re-applied by db/migrate.ts whenever this folder changes.

-- Append-only tables: a correction is a row of its own.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'KA001';
end $$;

create or replace trigger journals_append_only before update or delete or truncate on journals
  for each statement execute function refuse_change();
create or replace trigger entries_append_only before update or delete or truncate on entries
  for each statement execute function refuse_change();
create or replace trigger transaction_changes_append_only before update or delete or truncate on transaction_changes
  for each statement execute function refuse_change();
create or replace trigger events_append_only before delete or truncate on events
  for each statement execute function refuse_change();
create or replace trigger delivery_attempts_append_only before delete or truncate on delivery_attempts
  for each statement execute function refuse_change();
create or replace trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_change();
-- In these only what is personal of a customer changes, by an erasure (47_erasures.sql).
create or replace trigger events_not_changed before update on events
  for each statement when (current_setting('kaira.erasing', true) is distinct from 'on') execute function refuse_change();
create or replace trigger delivery_attempts_not_changed before update on delivery_attempts
  for each statement when (current_setting('kaira.erasing', true) is distinct from 'on') execute function refuse_change();
create or replace trigger audit_log_not_changed before update on audit_log
  for each statement when (current_setting('kaira.erasing', true) is distinct from 'on') execute function refuse_change();

create or replace trigger access_grants_append_only before update or delete or truncate on access_grants
  for each statement execute function refuse_change();
create or replace trigger adjustments_append_only before update or delete or truncate on adjustments
  for each statement execute function refuse_change();

create or replace trigger rail_tariffs_append_only before update or delete or truncate on rail_tariffs
  for each statement execute function refuse_change();

create or replace trigger period_closes_append_only before update or delete or truncate on period_closes
  for each statement execute function refuse_change();

-- Nothing is dated into a period that is closed. The lock is that of `close_period` (25_periods.sql), which holds it
-- alone: whoever waited here reads the close that it made.
create or replace function require_open_period(p_environment text, p_at timestamptz) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('kaira periods'));
  if exists (
    select from period_closes where environment = p_environment and last_day >= (p_at at time zone 'UTC')::date
  ) then
    raise exception 'the period of % is closed: book it now, with a reference', (p_at at time zone 'UTC')::date
      using errcode = 'KA020';
  end if;
end $$;

create or replace function check_period() returns trigger language plpgsql as $$
begin
  perform require_open_period(new.environment, new.created_at);
  return new;
end $$;

-- Of what is dated by now only the condition is asked, which reads no table. A period is closed a day after its end at
-- the earliest, so nothing that is younger than half a day can be of one. Entries are asked in `check_entries`.
create or replace trigger journals_in_open_period before insert on journals
  for each row when (new.created_at < clock_timestamp() - interval '12 hours') execute function check_period();

-- What a row of a file is about changes only until the file is confirmed or discarded.
create or replace function check_batch_row() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payout_batches
    where client_id = old.client_id and environment in ('SANDBOX', 'LIVE') and id = old.batch_id and status = 'CHECKED'
  ) then
    raise exception 'a row of a batch that was confirmed is only worked' using errcode = 'KA001';
  end if;
  return new;
end $$;

-- Column by column, as a dump gives it back: it takes a comparison of rows apart, and the audit compares the text.
create or replace trigger payout_batch_rows_mended before update on payout_batch_rows
  for each row when (
    (old.client_id is distinct from new.client_id or old.batch_id is distinct from new.batch_id
    or old.line is distinct from new.line or old.reference is distinct from new.reference
    or old.mobile is distinct from new.mobile or old.amount is distinct from new.amount
    or old.name is distinct from new.name or old.provider is distinct from new.provider
    or old.note is distinct from new.note or old.amount_bututs is distinct from new.amount_bututs
    or old.removed_at is distinct from new.removed_at)
    and current_setting('kaira.erasing', true) is distinct from 'on'
  ) execute function check_batch_row();

-- How a call to a rail ended is written once. What came later is a row of its own, so that a doubt is never overwritten.
create or replace function check_call() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.outcome is not null or (old.client_id, old.transaction_id, old.id, old.key, old.connection_id, old.operation, old.started_at)
    is distinct from (new.client_id, new.transaction_id, new.id, new.key, new.connection_id, new.operation, new.started_at) then
    raise exception 'a call to a rail is only added to' using errcode = 'KA001';
  end if;
  return new;
end $$;

create or replace trigger rail_calls_kept before update or delete on rail_calls for each row execute function check_call();
create or replace trigger rail_calls_not_emptied before truncate on rail_calls for each statement execute function refuse_change();

-- The entries of a journal come in one statement, sum to zero, are two at least, stay in one environment, stand on
-- accounts that exist and are not of a closed period. A statement-level check instead of foreign keys: those would lock
-- the account row. One query for all of it, because each costs more to begin than to run.
create or replace function check_entries() returns trigger language plpgsql as $$
declare
  v_whole boolean;
  v_known boolean;
  v_oldest timestamptz;
begin
  select bool_and(bututs = 0 and added > 1 and added = standing and environment = last_environment), bool_and(known), min(oldest)
  into v_whole, v_known, v_oldest
  from (
    select sum(n.amount_bututs) as bututs, count(*) as added,
           (select count(*) from entries e where e.journal_id = n.journal_id) as standing,
           min(n.environment) as environment, max(n.environment) as last_environment, min(n.created_at) as oldest,
           bool_and(exists (
             select from accounts a where a.client_id = n.client_id and a.environment = n.environment and a.name = n.account
           )) as known
    from new_entries n group by n.journal_id
  ) journal;
  if not v_whole then
    raise exception 'a journal is not one statement''s entries that sum to zero within one environment' using errcode = 'KA002';
  end if;
  if not v_known then
    raise exception 'an entry names an account that does not exist' using errcode = 'KA003';
  end if;
  -- As `journals_in_open_period` has it.
  if v_oldest < clock_timestamp() - interval '12 hours' then
    perform require_open_period(environment, min(created_at)) from new_entries group by environment;
  end if;
  return null;
end $$;

create or replace trigger entries_balanced after insert on entries
  referencing new table as new_entries for each statement execute function check_entries();
-- Which the release before asked of each row by itself.
drop trigger if exists entries_in_open_period on entries;

-- The transition table of lib/transactions/state.ts once more, as the last word.
create or replace function check_transition() returns trigger language plpgsql as $$
begin
  if not (old.type, old.status, new.status) in (
    ('collection', 'PENDING', 'SUCCEEDED'), ('collection', 'PENDING', 'FAILED'),
    ('collection', 'PENDING', 'EXPIRED'), ('collection', 'PENDING', 'CANCELLED'),
    ('collection', 'EXPIRED', 'SUCCEEDED'), ('collection', 'CANCELLED', 'SUCCEEDED'), ('collection', 'FAILED', 'SUCCEEDED'),
    ('payout', 'AWAITING_LIQUIDITY', 'PENDING'), ('payout', 'AWAITING_LIQUIDITY', 'FAILED'),
    ('payout', 'PENDING', 'SUCCEEDED'), ('payout', 'PENDING', 'FAILED'), ('payout', 'PENDING', 'AWAITING_LIQUIDITY'),
    ('payout', 'SUCCEEDED', 'REVERSED'),
    ('refund', 'AWAITING_LIQUIDITY', 'PENDING'), ('refund', 'AWAITING_LIQUIDITY', 'FAILED'),
    ('refund', 'PENDING', 'SUCCEEDED'), ('refund', 'PENDING', 'FAILED'), ('refund', 'PENDING', 'AWAITING_LIQUIDITY')
  ) then
    raise exception 'a % never goes from % to %', old.type, old.status, new.status using errcode = 'KA004';
  end if;
  return new;
end $$;

create or replace trigger transactions_transition before update on transactions
  for each row when (old.status is distinct from new.status) execute function check_transition();

-- What a transaction is about never changes. A statement that names none of these columns is not asked, and ours name
-- none: the condition would be read and prepared anew for each.
create or replace function check_transaction_constant() returns trigger language plpgsql as $$
begin
  raise exception 'the amount, owner and reference of a transaction are constant' using errcode = 'KA005';
end $$;

create or replace trigger transactions_constant
  before update of client_id, environment, id, type, client_reference, attempt, amount_bututs, provider, collection_id, refund_method
  on transactions
  for each row when (
    old.client_id is distinct from new.client_id or old.environment is distinct from new.environment
    or old.id is distinct from new.id or old.type is distinct from new.type
    or old.client_reference is distinct from new.client_reference or old.attempt is distinct from new.attempt
    or old.amount_bututs is distinct from new.amount_bututs or old.provider is distinct from new.provider
    or old.collection_id is distinct from new.collection_id
    or old.refund_method is distinct from new.refund_method or old.scenario is distinct from new.scenario
  ) execute function check_transaction_constant();

-- Tells every server process to forget what it remembers of a client's keys (lib/auth/find-caller.ts).
create or replace function announce_access_change() returns trigger language plpgsql as $$
begin
  -- By name, as text: `new.client_id` would be an error in a row of `clients`, which has none.
  perform pg_notify('kaira_access', coalesce(to_jsonb(new) ->> 'client_id', to_jsonb(new) ->> 'id'));
  return null;
end $$;

create or replace trigger api_keys_announced after update of scope, expires_at, revoked_at on api_keys
  for each row execute function announce_access_change();
create or replace trigger clients_announced
  after update of status, ip_allowlist, rate_limit_per_second, rate_limit_burst, commission_bps on clients
  for each row execute function announce_access_change();
