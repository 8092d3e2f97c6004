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

-- Whether a rail says again of a transaction what two people have booked of it by hand: then it is no case once more. Of a
-- payment of another amount, that it has that amount; of a payout that had failed, that it has paid it.
create or replace function is_booked_by_hand(p_client uuid, p_transaction uuid, p_kind text, p_details jsonb) returns boolean
language sql stable as $$
  select coalesce((
    select case
      when p_kind = 'mismatch' and p_details->>'what' = 'amount' and p_details->>'theirs' ~ '^[0-9]{1,12}[.][0-9]{2}$'
        and coalesce(p_details->>'currency', 'GMD') = 'GMD' and coalesce(p_details->>'state', p_details->>'notice') = 'SUCCEEDED'
        then replace(p_details->>'theirs', '.', '')::bigint
          = case t.status when 'SUCCEEDED' then t.amount_bututs else 0 end + case t.type when 'collection' then a.bututs else -a.bututs end
      when p_kind = 'delivered_after_failure' and p_details->>'theirs' = 'SUCCEEDED' then -a.bututs >= t.amount_bututs
      else false end
    from transactions t cross join (
      select sum(rail_bututs) as bututs from adjustments where client_id = p_client and transaction_id = p_transaction
    ) a
    where t.client_id = p_client and t.id = p_transaction and a.bututs is not null), false)
$$;
