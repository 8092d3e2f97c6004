-- Has PostgreSQL look anew at a table, which only its owner may. One that somebody else looks at is left to them.
create or replace function refresh_statistics(p_table text) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  execute format('analyze (skip_locked) %I', p_table);
end $$;
