-- The append-only tables are split by time, which is in their ids (UUIDv7, RFC 9562 §5.7). What is there becomes the
-- first partition as it stands, with its indexes; it is read once, to see that it belongs there.
do $$
declare
  v record;
  v_index record;
  v_old text;
  v_last uuid;
  v_cut timestamp;
  v_bound uuid;
begin
  for v in select * from (values
    ('transaction_changes', 'transaction_id', 'year'), ('journals', 'id', 'year'), ('entries', 'journal_id', 'year'),
    ('events', 'id', 'year'), ('delivery_attempts', 'delivery_id', 'month')
  ) as t (name, key, period) loop
    v_old := v.name || '_before';
    execute format('alter table %I rename to %I', v.name, v_old);
    for v_index in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = v_old::regclass loop
      execute format('alter index %I rename to %I', v_index.relname, v_index.relname || '_before');
    end loop;
    execute format('create table %I (like %I including defaults including constraints) partition by range (%I)', v.name, v_old, v.key);
    execute format('create table %I partition of %I default', v.name || '_other', v.name);
    execute format('select %1$I from %2$I order by %1$I desc limit 1', v.key, v_old) into v_last;
    v_cut := date_trunc(v.period, now() at time zone 'UTC') + case when v_last is null then interval '0' else ('1 ' || v.period)::interval end;
    v_bound := (lpad(to_hex((extract(epoch from v_cut at time zone 'UTC') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
    if v_last >= v_bound then
      -- Ids of another kind: nothing is to be gained.
      execute format('alter table %I attach partition %I for values from (minvalue) to (maxvalue)', v.name, v_old);
    else
      execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', v.name, v_old, v_bound);
    end if;
    -- In the moment until the functions are applied, a process of the release before is held to them too.
    if to_regproc('refuse_change') is not null then
      execute format('create trigger %I before update or delete or truncate on %I for each statement execute function refuse_change()',
        v.name || '_append_only', v.name);
      if v.name = 'entries' then
        create trigger entries_balanced after insert on entries
          referencing new table as new_entries for each statement execute function check_entries();
      end if;
    end if;
  end loop;
end $$;--> statement-breakpoint
alter table "transaction_changes" add constraint "transaction_changes_client_id_transaction_id_sequence_pk" primary key ("client_id","transaction_id","sequence");--> statement-breakpoint
alter table "journals" add constraint "journals_client_id_id_pk" primary key ("client_id","id");--> statement-breakpoint
create index "journals_transaction" on "journals" ("client_id","transaction_id");--> statement-breakpoint
alter table "entries" add constraint "entries_client_id_environment_account_journal_id_pk" primary key ("client_id","environment","account","journal_id");--> statement-breakpoint
create index "entries_journal" on "entries" ("journal_id");--> statement-breakpoint
alter table "events" add constraint "events_client_id_environment_id_pk" primary key ("client_id","environment","id");--> statement-breakpoint
drop index "events_transaction_before";--> statement-breakpoint
create index "events_transaction" on "events" ("client_id","transaction_id","sequence");--> statement-breakpoint
create index "events_position" on "events" ("client_id","environment","position","id");--> statement-breakpoint
alter table "delivery_attempts" add constraint "delivery_attempts_client_id_delivery_id_attempt_pk" primary key ("client_id","delivery_id","attempt");
