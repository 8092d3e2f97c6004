-- Who may still pay at a payment link, and what it has taken: parts of `commit_change` (30_commit_changes.sql).

-- Whether somebody may begin to pay at a link, under its lock: whoever comes after the last payment is told so. A
-- collection that ends before its customer chose a wallet is written under the id that was kept for the choice; so, of the
-- first choice and the end, one is.
create or replace function is_link_open(n transactions, p_now timestamptz) returns boolean language plpgsql as $$
declare
  l payment_links;
begin
  select * into strict l from payment_links
  where client_id = n.client_id and environment = n.environment and id = n.payment_link_id for update;
  if n.provider = 'CUSTOMER_CHOICE' then
    return l.reserved_id is not distinct from n.id;
  end if;
  -- What began without a wallet goes by the name that its client knows.
  if l.reserved_id <> n.id then
    return false;
  end if;
  return l.is_active and (l.expires_at is null or l.expires_at > p_now) and wants_payment(l, n.amount_bututs);
end $$;

-- Whether a link wants a payment of so much: no more than is left of what is paid in parts, else one more.
create or replace function wants_payment(l payment_links, p_bututs bigint) returns boolean language sql immutable as $$
  select case when l.takes_parts then p_bututs <= l.amount_bututs - l.collected_bututs
    else l.max_payments is null or l.succeeded_count < l.max_payments end
$$;

-- Whether the customer of a reference is choosing a wallet at this moment: nobody else begins a collection of it then.
create or replace function is_being_chosen(n transactions) returns boolean language sql stable as $$
  select exists (
    select from payment_links where client_id = n.client_id and environment = n.environment
      and client_reference = n.client_reference and reserved_id is not null)
$$;

-- Counts what was begun at a link. What was kept for the first choice is used up by it, or by the end without one.
create or replace function count_link_attempt(n transactions) returns void language sql as $$
  update payment_links set opened_count = opened_count + 1, reserved_id = nullif(reserved_id, n.id),
    is_active = is_active and n.provider <> 'CUSTOMER_CHOICE'
  where client_id = n.client_id and environment = n.environment and id = n.payment_link_id
$$;

-- Whether somebody has said that what a link asks for was paid otherwise, or has withdrawn a request of which so much is
-- only a part. Whoever says so holds the lock of the link.
drop function if exists is_paid_by_hand(payment_links);
create or replace function is_ended_by_hand(l payment_links, p_bututs bigint) returns boolean language sql stable as $$
  select l.is_request and exists (
    select from payment_requests
    where client_id = l.client_id and environment = l.environment and id = l.id and (paid_by_hand_at is not null
      or cancelled_at is not null and l.takes_parts and l.collected_bututs + p_bututs < l.amount_bututs))
$$;

-- Counts a payment that a link brought in. Of those that come at the same time, each finds how many were before it: one
-- too many is refused until it says so itself, because its event has to (lib/transactions/advance.ts commits it again).
create or replace function count_link_payment(n transactions) returns void language plpgsql as $$
declare
  l payment_links;
begin
  select * into strict l from payment_links
  where client_id = n.client_id and environment = n.environment and id = n.payment_link_id for update;
  if not n.over_limit and (not wants_payment(l, n.amount_bututs) or is_ended_by_hand(l, n.amount_bututs)) then
    raise exception 'the link has all its payments' using errcode = 'KA030';
  end if;
  update payment_links set succeeded_count = l.succeeded_count + 1, collected_bututs = l.collected_bututs + n.amount_bututs
  where client_id = l.client_id and environment = l.environment and id = l.id;
  if l.takes_parts then
    perform close_open_payments_above(l, l.amount_bututs - l.collected_bututs - n.amount_bututs);
  elsif l.succeeded_count + 1 >= l.max_payments then
    perform close_open_payments(l.client_id, l.environment, l.id);
  end if;
end $$;

-- What is open of a link and of more than so much, which is what is left to be paid in parts, is closed at its rail, as soon
-- as a worker comes to it.
create or replace function close_open_payments_above(l payment_links, p_bututs bigint) returns void language sql as $$
  insert into rail_operations (client_id, environment, provider, transaction_id, kind, run_at)
  select client_id, environment, provider, id, 'close', date_trunc('milliseconds', now()) from transactions
  where client_id = l.client_id and environment = l.environment and payment_link_id = l.id and status = 'PENDING'
    and amount_bututs > p_bututs
  order by id
  on conflict (client_id, transaction_id, kind) do update set run_at = excluded.run_at
  where rail_operations.lease_token is null
$$;

-- The same of all that is open of a link that wants no more payments.
create or replace function close_open_payments(p_client uuid, p_environment text, p_link uuid) returns void language sql
security definer set search_path = public, pg_temp as $$
  select close_open_payments_above(l, 0) from payment_links l
  where l.client_id = p_client and l.environment = p_environment and l.id = p_link
$$;
