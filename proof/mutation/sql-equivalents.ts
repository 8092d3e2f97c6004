// Of the core's SQL: by file and by reason, the line, what stands there, and what may as well stand there.

type Line = [lineText: string, before: string, after: string];

export const sqlEquivalents: Record<string, Record<string, Line[]>> = {
  'db/functions/20_ledger.sql': {
    'No UUIDv7 is the least one of its millisecond, which has no version.': [
      [
        "where user_id = p_operator and id >= lowest_id_at(p_now - interval '24 hours') and not after ? 'asked_by'",
        '>=',
        '>',
      ],
    ],
  },
  'db/functions/26_room.sql': {
    'What was collected is then asked for also where it does not matter: the same, and slower.': [
      [
        'if v_room < v_reserve or (p_is_new and is_queued_before(n.client_id, n.environment, n.provider, 9223372036854775807, p_now)) then',
        'v_room < v_reserve or (p_is_new and is_queued_before(n.client_id, n.environment, n.provider, 9223372036854775807, p_now))',
        'true',
      ],
      [
        'if v_room < v_reserve or (p_is_new and is_queued_before(n.client_id, n.environment, n.provider, 9223372036854775807, p_now)) then',
        '<',
        '<=',
      ],
      [
        'if v_room < v_reserve or (p_is_new and is_queued_before(n.client_id, n.environment, n.provider, 9223372036854775807, p_now)) then',
        'and',
        'or',
      ],
    ],
  },
  'db/functions/27_given_back.sql': {
    'Null is no reason to keep it either.': [
      [
        "select coalesce(bool_or(status = 'OPEN'), false) as is_open,",
        "coalesce(bool_or(status = 'OPEN'), false)",
        "(bool_or(status = 'OPEN'))",
      ],
    ],
    'Two numbers are one person’s either way round.': [
      [
        'and (p.mobile is null or is_same_number(p.mobile, coalesce(k.mobile, p.mobile)))',
        'p.mobile, coalesce(k.mobile, p.mobile)',
        'coalesce(k.mobile, p.mobile), p.mobile',
      ],
    ],
    'An adjustment is never of nothing (adjustments_amount).': [
      [
        'select sum(case when rail_bututs < 0 then rail_bututs else client_bututs end) from adjustments',
        '<',
        '<=',
      ],
      [
        'select sum(case when rail_bututs < 0 then rail_bututs else client_bututs end) from adjustments',
        '0',
        '(0 + 1)',
      ],
    ],
  },
  'db/functions/28_write_rows.sql': {
    'Without it there is nothing to do: only a statement is saved.': [
      ['if v_id is null then', 'v_id is null', 'false'],
      ['return null;', 'return null;', 'null;'],
      ['if v_moved is not null then', 'v_moved is not null', 'true'],
      ['if v_new is not null then', 'v_new is not null', 'true'],
      [
        'if cardinality(v_new) > coalesce(cardinality(v_written), 0) then',
        'cardinality(v_new) > coalesce(cardinality(v_written), 0)',
        'true',
      ],
      ['if cardinality(v_new) > coalesce(cardinality(v_written), 0) then', '>', '>='],
      [
        'if cardinality(v_new) > coalesce(cardinality(v_written), 0) then',
        'coalesce(cardinality(v_written), 0)',
        '(0)',
      ],
      ["if c ? 'call' or c ? 'call_end' then", "c ? 'call' or c ? 'call_end'", 'true'],
      [
        "if c ? 'close_cases' or c ? 'close_case' or c ? 'open_cases' then",
        "c ? 'close_cases' or c ? 'close_case' or c ? 'open_cases'",
        'true',
      ],
      ['if cardinality(cs) = 0 then', 'cardinality(cs) = 0', 'false'],
      ['return outcomes;', 'return outcomes;', 'null;'],
      [
        'if (ns[i]).payment_link_id is not null',
        "(ns[i]).payment_link_id is not null\n      or cs[i] ?| '{debit_available_bututs,float,adjustment,call,call_end,close_case,close_cases,open_cases,answer}'",
        'true',
      ],
      ["if cs[i] ? 'drop_operations' then", "cs[i] ? 'drop_operations'", 'true'],
      ["if cs[i] ? 'operations' then", "cs[i] ? 'operations'", 'true'],
      ['if v_journals is not null then', 'v_journals is not null', 'true'],
      ['if v_told is not null then', 'v_told is not null', 'true'],
      ['if v_dropping is not null then', 'v_dropping is not null', 'true'],
      ['if v_putting is not null then', 'v_putting is not null', 'true'],
      ['if p_end is not null then', 'p_end is not null', 'true'],
      [
        'if p_close is not null or p_settle is not null then',
        'p_close is not null or p_settle is not null',
        'true',
      ],
      [
        "for v_case in select * from jsonb_array_elements(coalesce(p_open, '[]')) loop",
        "coalesce(p_open, '[]')",
        '(p_open)',
      ],
    ],
    'Two numbers are one person’s either way round.': [
      [
        'if not found or not is_same_number(k.mobile, n.mobile) then',
        'k.mobile, n.mobile',
        'n.mobile, k.mobile',
      ],
    ],
    '`into` takes the first row of however many.': [
      [
        "and client_reference = n.client_reference and id <> n.id and status = 'SUCCEEDED' limit 1;",
        'limit 1',
        '',
      ],
      [
        "and client_reference = n.client_reference and id <> n.id and status = 'SUCCEEDED' limit 1;",
        '1',
        '2',
      ],
    ],
  },
  'db/functions/30_commit_changes.sql': {
    'Without it there is nothing to do: only a statement is saved.': [
      ["if c ? 'call' then", "c ? 'call'", 'true'],
      ['if cardinality(v_changes) > 0 then', 'cardinality(v_changes) > 0', 'true'],
      ['if cardinality(v_changes) > 0 then', '>', '>='],
    ],
    'An adjustment is never of nothing (adjustments_amount).': [
      [
        "if c ? 'adjustment' and (n.type = 'collection' or n.refund_method = 'reversal') and (c->'adjustment'->>'rail_bututs')::bigint < 0 then",
        '<',
        '<=',
      ],
      [
        "if c ? 'adjustment' and (n.type = 'collection' or n.refund_method = 'reversal') and (c->'adjustment'->>'rail_bututs')::bigint < 0 then",
        '0',
        '(0 + 1)',
      ],
    ],
    'Null does not bring what is decided to paper either.': [
      [
        "select c ?| '{debit_available_bututs,adjustment}' or coalesce((c->'float'->>'reserve_bututs')::bigint >= 0, false)",
        "coalesce((c->'float'->>'reserve_bututs')::bigint >= 0, false)",
        "((c->'float'->>'reserve_bututs')::bigint >= 0)",
      ],
      [
        "or coalesce((c->'fee'->>'over_bututs')::bigint > 0, false)",
        "coalesce((c->'fee'->>'over_bututs')::bigint > 0, false)",
        "((c->'fee'->>'over_bututs')::bigint > 0)",
      ],
      ["or coalesce((c->'fee'->>'over_bututs')::bigint > 0, false)", '>', '>='],
      ["or coalesce((c->'fee'->>'over_bututs')::bigint > 0, false)", '0', '(0 + 1)'],
      [
        "or coalesce(c->'create'->>'type' = 'refund', false) or c->'create'->>'payment_link_id' is not null",
        "coalesce(c->'create'->>'type' = 'refund', false)",
        "(c->'create'->>'type' = 'refund')",
      ],
      [
        "or coalesce(c->'create'->>'type' = 'refund', false) or c->'create'->>'payment_link_id' is not null",
        'false',
        'true',
      ],
    ],
    'What was decided is written earlier, by itself: the same rows.': [
      [
        'if cardinality(v_changes) > 0 and (j > 1 or looks_at_others(c) or names_in(c) && v_named) then',
        '>',
        '>=',
      ],
      ["v_named := '{}';", "v_named := '{}';", 'null;'],
    ],
    'The second change names its transaction, which the first one has named.': [
      [
        'if cardinality(v_changes) > 0 and (j > 1 or looks_at_others(c) or names_in(c) && v_named) then',
        '1',
        '(1 + 1)',
      ],
    ],
  },
  'db/functions/35_payout_limits.sql': {
    'Whoever has no limit passes none.': [
      [
        'and coalesce(payout_limit_bututs, payout_limit_day_bututs, payout_limit_month_bututs) is not null;',
        'coalesce(payout_limit_bututs, payout_limit_day_bututs, payout_limit_month_bututs) is not null',
        'true',
      ],
      ['perform from clients where id = n.client_id', 'id = n.client_id', 'true'],
      [
        'and coalesce(payout_limit_bututs, payout_limit_day_bututs, payout_limit_month_bututs) is not null;',
        'and',
        'or',
      ],
      ['if not found then', 'not found', 'false'],
      ['return null;', 'return null;', 'null;'],
    ],
    'Of equal places the first of the list comes first.': [
      [
        "from (values (1, 'per_payout', v.each_bututs, 0::bigint), (2, 'day', v.day_bututs, v.day_taken_bututs),",
        '1',
        '(1 + 1)',
      ],
      [
        "from (values (1, 'per_payout', v.each_bututs, 0::bigint), (2, 'day', v.day_bututs, v.day_taken_bututs),",
        '2',
        '(2 + 1)',
      ],
      ["(3, 'month', v.month_bututs, v.month_taken_bututs)) as l (place, name, most, taken)", '3', '(3 + 1)'],
      [
        "from (values (1, 'rail_day', v.day_bututs, v.day_taken_bututs), (2, 'rail_month', v.month_bututs, v.month_taken_bututs))",
        '1',
        '(1 + 1)',
      ],
      [
        "from (values (1, 'rail_day', v.day_bututs, v.day_taken_bututs), (2, 'rail_month', v.month_bututs, v.month_taken_bututs))",
        '2',
        '(2 + 1)',
      ],
    ],
  },
  'db/functions/40_webhooks.sql': {
    'The table has one row.': [
      [
        'select base + pg_current_xact_id()::text::bigint from event_position_base where is_only',
        'is_only',
        'true',
      ],
    ],
    'What waits for an endpoint is looked at again where it is taken.': [
      [
        "where d.status = 'PENDING' order by d.client_id, d.environment, d.endpoint_id limit 1)",
        "d.status = 'PENDING'",
        'true',
      ],
      [
        "where d.status = 'PENDING' and (d.client_id, d.environment, d.endpoint_id) > (q.client_id, q.environment, q.endpoint_id)",
        "d.status = 'PENDING'",
        'true',
      ],
    ],
    'The id of an endpoint or an event is of one client and environment.': [
      [
        'where x.client_id = q.client_id and x.environment = q.environment and x.endpoint_id = q.endpoint_id',
        'x.client_id = q.client_id',
        'true',
      ],
      [
        'where x.client_id = q.client_id and x.environment = q.environment and x.endpoint_id = q.endpoint_id',
        'x.environment = q.environment',
        'true',
      ],
      [
        'where l.client_id = q.client_id and l.endpoint_id = q.endpoint_id and l.lease_token is not null and l.run_at > now()))',
        'l.client_id = q.client_id',
        'true',
      ],
      [
        'where e.client_id = c.client_id and e.environment = c.environment and e.id = c.event_id offset 0) e',
        'e.client_id = c.client_id',
        'true',
      ],
      [
        'where e.client_id = c.client_id and e.environment = c.environment and e.id = c.event_id offset 0) e',
        'e.environment = c.environment',
        'true',
      ],
      [
        'where w.client_id = c.client_id and w.environment = c.environment and w.id = c.endpoint_id offset 0) w;',
        'w.client_id = c.client_id',
        'true',
      ],
      [
        'where w.client_id = c.client_id and w.environment = c.environment and w.id = c.endpoint_id offset 0) w;',
        'w.environment = c.environment',
        'true',
      ],
    ],
    'By a moment of the millisecond that it is.': [
      [
        'where l.client_id = q.client_id and l.endpoint_id = q.endpoint_id and l.lease_token is not null and l.run_at > now()))',
        '>',
        '>=',
      ],
      ["and x.status = 'PENDING' and x.run_at <= now()", '<=', '<'],
      ['where l.lease_token is not null and l.run_at > now()', '>', '>='],
      [
        'w.url, w.secret_sealed, case when w.previous_secret_expires_at > now() then w.previous_secret_sealed end,',
        '>',
        '>=',
      ],
    ],
    'Of what is under way nobody asks whether its endpoint fails.': [
      ['select l.client_id, l.environment, l.ctid, l.run_at, false, true from deliveries l', 'false', 'true'],
    ],
  },
  'db/functions/44_settlements.sql': {
    'Where less than nothing is available, the least is not there either.': [
      [
        "if v_amount < (c->>'least_bututs')::bigint or v_available <= coalesce((c->>'above_bututs')::bigint, -1) then",
        "coalesce((c->>'above_bututs')::bigint, -1)",
        "((c->>'above_bututs')::bigint)",
      ],
      [
        "if v_amount < (c->>'least_bututs')::bigint or v_available <= coalesce((c->>'above_bututs')::bigint, -1) then",
        '-',
        '',
      ],
      [
        "if v_amount < (c->>'least_bututs')::bigint or v_available <= coalesce((c->>'above_bututs')::bigint, -1) then",
        '1',
        '(1 + 1)',
      ],
    ],
    'Both are written once more before it ends, or the row is gone.': [
      [
        "values (v_id, c->>'environment', 'MADE', c->'columns', 0, 0, (c->'actor'->>'id')::uuid, c->'actor'->>'name', v_now);",
        '0',
        '(0 + 1)',
      ],
    ],
  },
};
