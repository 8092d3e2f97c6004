-- A day of a rail's own record as it was imported, with all its lines or none; the one of before is replaced. False: the day
-- is closed, and nothing was changed. Nobody else adds, changes or removes a line: what it says is evidence.
create or replace function store_statement(
  p_provider text, p_day text, p_source text, p_lines jsonb, p_by_name text, p_now timestamptz
) returns boolean language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into rail_statements (provider, day, source, imported_at, imported_by_name)
  values (p_provider, p_day, p_source, p_now, p_by_name)
  on conflict (provider, day) do update
  set source = excluded.source, imported_at = excluded.imported_at, imported_by_name = excluded.imported_by_name
  where rail_statements.closed_at is null;
  if not found then
    return false;
  end if;
  delete from rail_statement_lines o
  where o.provider = p_provider and o.day = p_day and not exists (
    select from jsonb_to_recordset(p_lines) as l (kind text, rail_reference text)
    where l.kind = o.kind and l.rail_reference = o.rail_reference);
  insert into rail_statement_lines (provider, kind, rail_reference, day, reference, amount_bututs, fee_bututs, currency, mobile, at, match)
  select p_provider, l.kind, l.rail_reference, p_day, l.reference, l.amount_bututs, l.fee_bututs, l.currency, l.mobile, l.at, 'RAIL_ONLY'
  from jsonb_to_recordset(p_lines)
    as l (kind text, rail_reference text, reference text, amount_bututs bigint, fee_bututs bigint, currency text, mobile text, at timestamptz)
  on conflict (provider, kind, rail_reference) do update
  set reference = excluded.reference, amount_bututs = excluded.amount_bututs, fee_bututs = excluded.fee_bututs,
      currency = excluded.currency, mobile = excluded.mobile, at = excluded.at
  where rail_statement_lines.day = excluded.day;
  return true;
end $$;
