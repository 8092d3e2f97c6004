-- The house's periods: what was reported of a month stays as it was.

-- All that was debited and credited before `p_until`, by account, the house's own apart; summed from the entries
-- themselves. With `p_client`, of that client alone.
create or replace function trial_balance(p_environment text, p_until timestamptz, p_client uuid default null)
returns table (account text, is_house boolean, debit_bututs bigint, credit_bututs bigint) language sql stable as $$
  select e.account, e.client_id = '00000000-0000-7000-8000-000000000000',
         coalesce(sum(e.amount_bututs) filter (where e.amount_bututs > 0), 0)::bigint,
         coalesce(-sum(e.amount_bututs) filter (where e.amount_bututs < 0), 0)::bigint
  from entries e
  where e.environment = p_environment and e.created_at < p_until and (p_client is null or e.client_id = p_client)
  group by 1, 2
$$;

-- Guarantee: from then on nothing can be dated into the period, and what is kept of it is what stands in the books. By
-- the database's clock, a day after its end at the earliest: half of it for clocks that are wrong, half so that whatever
-- was not asked by `check_period` began long before it was asked for. All of that has ended, which `settled_after` tells.
-- c: {"environment", "last_day", "approval_id", "settled_after", "entries": how many the digest is of, "digest",
--     "journals_form"?: of the file that the digest is of, "audit_id", "audit_checks", "asked_by", "asked_by_name", "asked_at",
--     "closed_by", "closed_by_name"}
create or replace function close_period(c jsonb) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_environment text := c->>'environment';
  v_last date := (c->>'last_day')::date;
  v_until timestamptz := (v_last + 1)::timestamp at time zone 'UTC';
  v_before date;
  v_entries bigint;
begin
  perform pg_advisory_xact_lock(hashtext('kaira periods'));
  select max(last_day) into v_before from period_closes where environment = v_environment;
  if clock_timestamp() < v_until + interval '24 hours' then
    raise exception 'the period of % is not over for a day', v_last using errcode = 'KA021';
  end if;
  if v_before >= v_last then
    raise exception 'the period of % is closed', v_last using errcode = 'KA021';
  end if;
  if pg_snapshot_xmin(pg_current_snapshot()) < (c->>'settled_after')::xid8 then
    raise exception 'what could date into the period of % is under way', v_last using errcode = 'KA021';
  end if;
  select count(*) into v_entries from entries
  where environment = v_environment and created_at < v_until
    and (v_before is null or created_at >= (v_before + 1)::timestamp at time zone 'UTC');
  -- Entries are only added: as many are the same.
  if v_entries <> (c->>'entries')::bigint then
    raise exception 'the digest is not of all entries of the period of %', v_last using errcode = 'KA021';
  end if;
  insert into period_closes (environment, last_day, first_day, approval_id, asked_by, asked_by_name, asked_at, closed_by,
    closed_by_name, closed_at, lines, debit_bututs, credit_bututs, entries, digest, journals_form, audit_id, audit_checks)
  select v_environment, v_last, v_before + 1, (c->>'approval_id')::uuid, (c->>'asked_by')::uuid, c->>'asked_by_name',
         (c->>'asked_at')::timestamptz, (c->>'closed_by')::uuid, c->>'closed_by_name', clock_timestamp(),
         coalesce(jsonb_agg(jsonb_build_object('account', account, 'is_house', is_house, 'debit', debit_bututs::text,
           'credit', credit_bututs::text) order by is_house, account collate "C"), '[]'),
         coalesce(sum(debit_bututs), 0), coalesce(sum(credit_bututs), 0), v_entries, c->>'digest',
         (c->>'journals_form')::smallint, (c->>'audit_id')::uuid, (c->>'audit_checks')::int
  from trial_balance(v_environment, v_until);
end $$;
