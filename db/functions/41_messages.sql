-- Who is told of what by e-mail. lib/messages has the words, and sends them.

-- Those of a client, or of the operators where that is null, who have one of these roles, can sign in, and have not said
-- that they do without this kind. An operator whom nobody has confirmed decides nothing, and is told of nothing.
create or replace function people_told(p_client uuid, p_roles text[], p_kind text)
returns table (id uuid, email text, name text) language sql stable as $$
  select u.id, u.email, u.name from users u
  where (u.client_id = p_client or (p_client is null and u.client_id is null and u.confirmed_at is not null))
    and u.role = any (p_roles) and u.disabled_at is null and u.password_hash is not null
    and not p_kind = any (u.messages_off)
$$;

-- Operators of each case of live money, whoever opens it, with the case. No more than twenty an hour: where hundreds come
-- at once something is down, and a hundred messages say no more than twenty. Five of them are of one client at most, and
-- those of no client count apart, so that nobody's payers keep the cases of others from the operators. The last one of a
-- client's, or of those of no client, says so, and what is beyond is told together (lib/messages/tell-of-more-cases.ts).
create or replace function tell_of_case() returns trigger language plpgsql as $$
declare
  most constant int := case when new.client_id is null then 20 else 5 end;
  alike int;
  of_clients int;
begin
  select coalesce(sum(n) filter (where client_id is not distinct from new.client_id), 0),
         coalesce(sum(least(n, 5)) filter (where client_id is not null), 0)
  into alike, of_clients
  from (
    select client_id, count(*)::int as n from cases
    where id > lowest_id_at(new.opened_at - interval '1 hour') and environment = 'LIVE' group by client_id
  ) recent;
  if alike > most or (new.client_id is not null and of_clients > 20) then return null; end if;
  insert into messages (event, address, kind, facts, run_at, useful_until, created_at)
  select 'case_opened:' || new.id, p.email, 'case_opened', jsonb_strip_nulls(jsonb_build_object(
           'name', p.name, 'id', new.id, 'what', new.kind, 'provider', new.provider,
           'client', (select c.name from clients c where c.id = new.client_id),
           'is_last', case when alike = most then 'yes' end)),
         now(), new.opened_at + interval '1 day', new.opened_at
  from people_told(null, '{admin}', 'case_opened') p
  on conflict do nothing;
  return null;
end $$;

create or replace trigger cases_told after insert on cases
  for each row when (new.environment = 'LIVE' and new.status = 'OPEN') execute function tell_of_case();
