-- The append-only tables are split by the time in their ids: what is old is not touched any more, and whole months of
-- attempts are dropped, which no row-wise removal from an append-only table could be. What belongs to no partition (an
-- id that is no UUIDv7, a time before the first) is kept in `…_other`.

create or replace view partitioned_tables as
  select * from (values
    ('transaction_changes', 'year'), ('journals', 'year'), ('entries', 'year'), ('events', 'year'), ('delivery_attempts', 'month')
  ) as t (name, period);

-- Less than every UUIDv7 of this millisecond and later; their time begins with 1970.
create or replace function lowest_id_at(p_at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(greatest(0, (extract(epoch from p_at) * 1000)::bigint)), 12, '0') || repeat('0', 20))::uuid
$$;

-- Each partition, with its bounds; null where it has none.
create or replace view partitions as
  select t.name as table, c.oid, c.relname as name, substring(b.bound from 'FROM \(''([^'']+)''\)')::uuid as from_id,
         substring(b.bound from 'TO \(''([^'']+)''\)')::uuid as until_id, b.bound = 'DEFAULT' as is_other
  from partitioned_tables t
  join pg_inherits i on i.inhparent = to_regclass(t.name)
  join pg_class c on c.oid = i.inhrelid
  cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b;

-- A statement on a partition itself passes no guard of its table, so each partition has them too.
create or replace function guard_partitions() returns void language plpgsql as $$
declare
  p record;
begin
  for p in select * from partitions loop
    if not exists (select from pg_trigger where tgrelid = p.oid and tgname = p.table || '_append_only') then
      execute format('create trigger %I before update or delete or truncate on %I for each statement execute function refuse_change()',
        p.table || '_append_only', p.name);
    end if;
    if p.table = 'entries' and not exists (select from pg_trigger where tgrelid = p.oid and tgname = 'entries_balanced') then
      execute format('create trigger entries_balanced after insert on %I referencing new table as new_entries for each statement execute function check_entries()', p.name);
    end if;
  end loop;
end $$;

-- Guarantee: the table has partitions for the year, or the month, of `p_at` and for what follows it soon. Returns the
-- names of those that it made. One whose rows are already in `…_other` is left there, with a warning.
create or replace function create_partitions(p_table text, p_at timestamptz) returns setof text language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_period text := (select period from partitioned_tables where name = p_table);
  v_from timestamp;
  v_name text;
begin
  perform pg_advisory_xact_lock(hashtext('kaira partitions'));
  for step in 0..case v_period when 'year' then 1 else 2 end loop
    v_from := date_trunc(v_period, p_at at time zone 'UTC') + step * ('1 ' || v_period)::interval;
    v_name := p_table || to_char(v_from, case v_period when 'year' then '_YYYY' else '_YYYY_MM' end);
    continue when exists (
      select from partitions p
      where p.table = p_table and not p.is_other
        and coalesce(p.from_id <= lowest_id_at(v_from at time zone 'UTC'), true)
        and coalesce(p.until_id > lowest_id_at(v_from at time zone 'UTC'), true));
    begin
      -- Attached and not made in place, which would hold up whoever reads or writes the table.
      execute format('create table %I (like %I including defaults including constraints)', v_name, p_table);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table, v_name,
        lowest_id_at(v_from at time zone 'UTC'), lowest_id_at((v_from + ('1 ' || v_period)::interval) at time zone 'UTC'));
      return next v_name;
    exception when check_violation then
      raise warning 'partition % was not made: %_other has rows of that time', v_name, p_table;
    end;
  end loop;
  perform guard_partitions();
end $$;

-- Drops the months of attempts that ended so many days ago, 7 at the least, and returns their names. By the database's
-- clock: a process whose own is wrong would drop what is new.
create or replace function drop_attempts(p_days int) returns setof text language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_name text;
begin
  perform pg_advisory_xact_lock(hashtext('kaira partitions'));
  for v_name in
    select p.name from partitions p
    where p.table = 'delivery_attempts' and p.until_id <= lowest_id_at(now() - make_interval(days => greatest(p_days, 7))) order by p.until_id
  loop
    execute format('drop table %I', v_name);
    return next v_name;
  end loop;
end $$;

select guard_partitions();
