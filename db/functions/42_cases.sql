-- Closes a case by hand, where its proposal is still the one that was looked at: one that a transaction with an end has
-- left behind goes with it, for it has nothing to say any more. Says whether it did.
create or replace function close_case(
  p_id uuid, p_proposed_at timestamptz, p_closed_by uuid, p_closed_by_name text, p_resolution text, p_now timestamptz
) returns boolean language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  update cases set status = 'CLOSED', closed_at = p_now, closed_by = p_closed_by, closed_by_name = p_closed_by_name,
    resolution = p_resolution, proposal = null, proposed_by = null, proposed_by_name = null, proposed_at = null
  where id = p_id and status = 'OPEN' and proposed_at is not distinct from p_proposed_at;
  return found;
end $$;
