-- What the application's role may do, where it is another than the owner of the books (db/roles.ts). The functions that
-- are `security definer` change balances, statuses and history; nothing else does. db/privileges.db.test.ts knows every
-- table and tries every verb, so that a new table is decided here and there.

-- Guarantee: the role has exactly these privileges on what is ours, and nobody else has any by being nobody in particular.
-- Does nothing for a role that is the owner, or could become it: nothing can be taken from it.
create or replace function grant_privileges(p_application text) returns void language plpgsql as $$
declare
  v record;
begin
  if pg_has_role(p_application, current_user, 'member') then
    return;
  end if;
  for v in select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and c.relowner = current_user::regrole
  loop
    execute format('revoke all on %s from public, %I', v.name, p_application);
  end loop;
  for v in select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner = current_user::regrole
  loop
    execute format('revoke all on function %s from public, %I', v.name, p_application);
  end loop;

  for v in select * from (values
    -- The books, and what happened: the functions below write them.
    ('accounts', 'select, insert (client_id, environment, name)'),
    ('adjustments', 'select'),
    ('backups', 'select'),
    ('book_leaves', 'select'),
    ('book_seals', 'select'),
    ('entries', 'select'),
    ('event_position_base', 'select'),
    ('erased_rows', 'select'),
    ('events', 'select'),
    ('journals', 'select'),
    ('payouts_to_others', 'select'),
    ('period_closes', 'select'),
    ('rail_calls', 'select'),
    ('sandbox_steps', 'select'),
    ('bound_secrets', 'select'),
    ('seal_beginning', 'select'),
    ('sealed_journals', 'select'),
    ('sealed_leaves', 'select'),
    ('sealed_other_rows', 'select'),
    ('sealed_payment_rows', 'select'),
    ('sealed_rows', 'select'),
    ('sealed_states', 'select'),
    ('sealed_tables', 'select'),
    ('unsealed', 'select'),
    ('unsealed_payments', 'select'),
    ('settlement_changes', 'select'),
    ('settlement_files', 'select'),
    ('settlements', 'select'),
    ('tallies', 'select'),
    ('tally_totals', 'select'),
    ('rail_tallies', 'select'),
    ('transaction_changes', 'select'),
    ('transactions', 'select'),
    ('unfolded_entries', 'select'),
    ('unfolded_tallies', 'select'),
    -- Only added to.
    ('access_grants', 'select, insert'),
    ('audit_log', 'select, insert'),
    ('client_notes', 'select, insert'),
    ('delivery_attempts', 'select, insert'),
    ('erasures', 'select, insert'),
    ('rail_tariffs', 'select, insert'),
    -- Never removed; of what they are about nothing changes.
    ('api_keys', 'select, insert, update (expires_at, revoked_at, last_used_at, last_used_address, last_used_route)'),
    ('approvals', 'select, insert, update'),
    ('cases', 'select, insert (id, environment, provider, kind, subject, client_id, transaction_id, details, status, opened_at),
               update (proposal, proposed_by, proposed_by_name, proposed_at)'),
    ('client_rails', 'select, insert, update'),
    ('clients', 'select, insert, update'),
    ('deliveries', 'select, update (status, attempts, attempts_at_resend, run_at, lease_token)'),
    ('history_losses', 'select, insert, update (decided_at, decided_by, decided_by_name, reason)'),
    ('invitations', 'select, insert, update'),
    ('ledger_audits', 'select, insert, update (seen_at, finished_at, lines, error)'),
    ('message_stops', 'select, insert'),
    ('messages', 'select, insert, update (status, attempts, run_at, lease_token, link_sealed, fault, sent_at)'),
    ('payment_links', 'select, insert, update (title, description, max_payments, expires_at, providers, success_url, is_active, updated_at,
               reserved_id, request_hash, customer_name, customer_mobile, error_url, metadata, scenario, sold)'),
    ('payment_request_lists', 'select, insert, update (name)'),
    ('tills', 'select, insert, update (items, version, updated_at)'),
    ('payment_requests', 'select, insert, update (paid_by_hand_at, paid_by_hand_by, paid_by_hand_note, paid_by_hand_bututs, taken_back, cancelled_at, cancelled_by)'),
    ('payout_batch_rows', 'select, insert, update (status, reason, transaction_id, reference, mobile, amount, name, provider, note,
               amount_bututs, warning, removed_at, name_check)'),
    ('payout_batches', 'select, insert,
               update (status, rows_good, good_bututs, version, rows_accepted, rows_refused, confirmed_by, confirmed_at, finished_at, run_at, lease_token)'),
    ('rail_connection_requests', 'select, insert, update'),
    ('rail_connection_versions', 'select, insert, update (mark, fields_sealed)'),
    ('rail_faces', 'select, insert, update'),
    ('rail_health', 'select, insert, update'),
    ('rail_notices', 'select, insert, update (repeats, status, note, client_id, transaction_id, run_at, attempts, lease_token)'),
    ('rail_settings', 'select, insert, update'),
    ('rail_statement_lines', 'select, update (match, client_id, transaction_id)'),
    ('rail_statements', 'select, update (closed_at, closed_by_name)'),
    ('rail_wallets', 'select, insert, update'),
    ('recipients', 'select, insert, update'),
    ('sandbox_clocks', 'select, insert, update'),
    ('applications', 'select, insert, update'),
    ('settlement_accounts', 'select, insert, update (removed_at)'),
    ('settlement_schedules', 'select, insert, update'),
    ('settlement_templates', 'select, insert, update'),
    ('users', 'select, insert, update'),
    ('webhook_endpoints', 'select, insert, update'),
    -- What is over goes.
    ('application_files', 'select, insert, delete'),
    ('customer_notes', 'select, insert, delete'),
    ('idempotency_keys', 'select, insert, update, delete'),
    ('login_throttles', 'select, insert, update, delete'),
    ('rail_connections', 'select, insert, update, delete'),
    ('rate_buckets', 'select, insert, update, delete'),
    ('standby_marks', 'select, insert, update, delete'),
    ('workers', 'select, insert, update, delete'),
    ('rail_operations', 'select, update (run_at, attempts, lease_token), delete'),
    ('recovery_codes', 'select, insert, update (used_at), delete'),
    ('sessions', 'select, insert, update, delete'),
    -- To see which release the schema is of, and which partitions there are.
    ('schema_functions', 'select'),
    ('partitioned_tables', 'select'),
    ('partitions', 'select')
  ) as t (name, privileges) loop
    execute format('grant %s on public.%I to %I', v.privileges, v.name, p_application);
  end loop;

  for v in select * from (values
    ('close_case(uuid, timestamptz, uuid, text, text, timestamptz)'), ('close_open_payments(uuid, text, uuid)'), ('close_period(jsonb)'), ('commit_changes(jsonb)'), ('commit_together(jsonb)'), ('fold_entries()'), ('fold_tallies()'), ('fund_float(jsonb)'),
    ('move_house_money(jsonb)'), ('create_partitions(text, timestamptz)'), ('drop_attempts(int)'),
    ('keep_positions_growing()'), ('move_sandbox_clock(uuid, uuid, bigint, bigint)'), ('refresh_statistics(text)'), ('queue_history()'), ('seal_books(int)'),
    ('begin_settlement(jsonb)'), ('step_settlement(jsonb)'), ('make_settlement_file(jsonb)'), ('step_settlement_file(jsonb)'),
    ('store_statement(text, text, text, jsonb, text, timestamptz)'),
    ('cancel_settlements_to(jsonb)'), ('work_erasure(uuid, uuid, timestamptz, interval, int)'), ('forget_faulty_rows(timestamptz, int)'), ('note_settlement_download(jsonb)'),
    -- As the application itself.
    ('books_alone(uuid, bigint, bigint, timestamptz)'), ('claim_deliveries(int, int, int, int, int, uuid, jsonb)'), ('collected_on(text)'), ('cover_on(text)'), ('event_horizon()'),
    ('is_booked_by_hand(uuid, uuid, text, jsonb)'), ('is_held_by_scenario(transactions)'), ('is_queued_before(uuid, text, text, bigint, timestamptz)'), ('left_of_collection(transactions)'), ('refunded_of(transactions)'), ('with_recipient(transactions)'), ('is_same_number(text, text)'), ('payback_collection(text)'), ('payback_references(uuid)'), ('paybacks_of(transactions)'), ('messages_about(erasures)'), ('lowest_id_at(timestamptz)'), ('paid_after_failure(uuid, text, date[])'), ('payout_limits(uuid, text, timestamptz)'), ('rail_payout_limits(uuid, text, text, timestamptz)'), ('people_told(uuid, text[], text)'),
    ('store_answer(uuid, text, jsonb)'), ('take_of_rates(uuid[], int[], double precision[], int[])'), ('is_json(text)'), ('is_kaira()'), ('sealed_rows_of_payment(uuid, uuid, bigint)'), ('stays_held(transactions)'), ('exceeds_what_came(transactions)'), ('leaf_hash(text)'), ('merkle_root(bytea)'), ('chain_hash(bytea, bigint, timestamptz, int, bytea)'),
    ('why_kept_back(settlements)'), ('trial_balance(text, timestamptz, uuid)'), ('would_be_held(jsonb)')
  ) as f (name) loop
    execute format('grant execute on function public.%s to %I', v.name, p_application);
  end loop;

  execute format('grant usage on schema public, drizzle to %I', p_application);
  execute format('grant select on drizzle.__drizzle_migrations to %I', p_application);
  -- A table or a type of its own would be a name in front of ours; and it is of no use to it.
  execute format('revoke create on schema public, drizzle from public, %I', p_application);
  if pg_has_role((select datdba from pg_database where datname = current_database()), 'member') then
    execute format('revoke create, temporary on database %I from public, %I', current_database(), p_application);
    execute format('grant connect on database %I to %I', current_database(), p_application);
  end if;
end $$;
