import type { Sql } from 'postgres';
import type { Bank } from './bank.ts';

// The rules of settlements, limits, second people, files and periods, by SQL that shares nothing with lib/.

interface Facts {
  bank: Bank;
  threshold: bigint;
  /** The client whose payouts are limited until then, and by how much. */
  limited: string | undefined;
  limitedUntil: number;
  limits: { each: bigint; day: bigint };
  /** Above it two operators move the house's money. */
  limitOfOne: bigint;
  moves: ReadonlyMap<string, { provider: string; bututs: bigint; to?: string; action: string }>;
  /** No clock has jumped, so that a day is the same for every process. */
  isOnTime: boolean;
}

/** Each is a query of one column, which tells what breaks the rule. */
const rules = ({ threshold, limitOfOne }: Facts): (readonly [string, string])[] => [
  [
    'a settlement has moved what its status says, and nothing else',
    `select s.id::text from settlements s
     left join settlement_changes c on c.client_id = s.client_id and c.settlement_id = s.id
     left join entries e on e.journal_id = c.journal_id
     group by s.id, s.status, s.amount_bututs
     having coalesce(sum(e.amount_bututs) filter (where e.account = 'available'), 0)
              <> case when s.status in ('CANCELLED', 'FAILED', 'RETURNED') then 0 else s.amount_bututs end
       or coalesce(sum(e.amount_bututs) filter (where e.account = 'held'), 0)
              <> case when s.status in ('REQUESTED', 'IN_FILE', 'SENT') then -s.amount_bututs else 0 end
       or coalesce(sum(e.amount_bututs) filter (where e.account = 'float_funding'), 0)
              <> case when s.status = 'CONFIRMED' then -s.amount_bututs else 0 end`,
  ],
  [
    'what the bank made of a settlement is said by another operator than the one who sent it, and its return by another than confirmed it',
    `select c.settlement_id::text from settlement_changes c
     join settlements s on s.client_id = c.client_id and s.id = c.settlement_id
     left join settlement_files f on f.id = s.file_id
     left join settlement_changes k on k.client_id = c.client_id and k.settlement_id = c.settlement_id and k.to_status = 'CONFIRMED'
     where c.from_status = 'SENT' and c.actor_id = f.sent_by or c.to_status = 'RETURNED' and c.actor_id = k.actor_id`,
  ],
  [
    'a file of settlements has as many as it says, which come to what it says',
    `select f.id::text from settlement_files f left join settlements s on s.file_id = f.id
     where f.status <> 'DISCARDED' group by f.id, f.count, f.sum_bututs
     having count(s.id) <> f.count or coalesce(sum(s.amount_bututs), 0) <> f.sum_bututs`,
  ],
  [
    'what is above the threshold was approved by another person of the client',
    `select t.id::text from transactions t left join approvals a on a.id::text = t.metadata->>'approval'
     where t.type = 'payout' and t.client_reference like 'd-%' and t.amount_bututs > ${threshold}
       and (a.status is distinct from 'DONE' or a.decided_by is null or a.decided_by = a.requested_by)`,
  ],
  [
    'a row of a file is one payout, of its own reference and amount',
    `select r.reference from payout_batch_rows r
     left join transactions t on t.client_id = r.client_id and t.id = r.transaction_id
     where r.status = 'ACCEPTED' and (t.client_reference is distinct from r.reference or t.amount_bututs <> r.amount_bututs)
     union all
     select t.client_reference from transactions t where t.metadata ? 'payout_batch' and not exists (
       select from payout_batch_rows r where r.client_id = t.client_id and r.batch_id::text = t.metadata->>'payout_batch'
         and r.transaction_id = t.id and r.status = 'ACCEPTED')`,
  ],
  [
    'what one operator may not move alone was asked for by one and approved by another',
    `select j.id::text from journals j join entries e on e.journal_id = j.id and e.amount_bututs > ${limitOfOne}
     where j.kind in ('float_withdrawn', 'float_transferred', 'collections_moved', 'collections_withdrawn') and not exists (
       select from approvals a where a.kind = 'house_money' and a.status = 'DONE' and a.details->>'id' = j.id::text
         and a.decided_by <> a.requested_by)`,
  ],
  [
    'what one operator may not top up alone was asked for by one and approved by another',
    // What was asked for at a desk; what the run itself puts into floats has another note.
    `select l.after->>'journal' from audit_log l
     where l.action = 'rail.float_funded' and l.after->>'note' = 'at the desk' and (l.after->>'amount')::numeric * 100 > ${limitOfOne}
       and not exists (
         select from approvals a where a.kind = 'house_money' and a.status = 'DONE' and a.details->>'id' = l.after->>'journal'
           and a.decided_by = l.user_id and a.decided_by <> a.requested_by)`,
  ],
  [
    'a refund from the desk above the threshold was approved by another person of the client',
    `select r.id::text from transactions r left join approvals a on a.id::text = r.metadata->>'approval'
     where r.type = 'refund' and r.client_reference like 'desk-%' and r.amount_bututs > ${threshold}
       and (a.status is distinct from 'DONE' or a.decided_by is null or a.decided_by = a.requested_by)`,
  ],
  [
    'a schedule settles once in each of its periods',
    `select period from settlements where period is not null group by client_id, environment, period having count(*) > 1
     union all
     select client_reference from transactions where type = 'payout' and client_reference like 'settlement-%'
     group by client_id, environment, client_reference having count(*) > 1`,
  ],
  [
    'a refund returns its share of the commission once, and all of them no more than was taken',
    `with back as (
       select r.id, r.collection_id, r.amount_bututs, coalesce(sum(e.amount_bututs), 0) as returned
       from transactions r left join journals j on j.transaction_id = r.id
       left join entries e on e.journal_id = j.id and e.account = 'commission'
       where r.type = 'refund' and r.status = 'SUCCEEDED' group by 1, 2, 3
     )
     select b.collection_id::text from back b join transactions k on k.id = b.collection_id
     group by b.collection_id, k.commission_bututs
     having sum(returned) > k.commission_bututs
       or max(returned - round(b.amount_bututs * k.commission_bps::numeric / 10000)) > 0`,
  ],
  [
    'a month that was closed is as it was closed',
    `with kept as (
       select c.environment, c.last_day, l->>'account' as account, (l->>'is_house')::boolean as is_house,
              (l->>'debit')::bigint as debit, (l->>'credit')::bigint as credit
       from period_closes c, jsonb_array_elements(c.lines) l
     ), now as (
       select c.environment, c.last_day, e.account, e.client_id = '00000000-0000-7000-8000-000000000000' as is_house,
              coalesce(sum(e.amount_bututs) filter (where e.amount_bututs > 0), 0)::bigint as debit,
              coalesce(-sum(e.amount_bututs) filter (where e.amount_bututs < 0), 0)::bigint as credit
       from period_closes c join entries e on e.environment = c.environment
         and e.created_at < (c.last_day + 1)::timestamp at time zone 'UTC' group by 1, 2, 3, 4
     )
     select account || ' of ' || last_day from (
       (select * from kept except select * from now) union all (select * from now except select * from kept)) d`,
  ],
];

export async function checkHouse(sql: Sql, facts: Facts): Promise<{ checks: number; violations: string[] }> {
  const violations: string[] = [];
  const all = [...rules(facts), ...limitRules(facts)];
  for (const [rule, query] of all) {
    const rows = await sql.unsafe(query).values();
    if (rows.length > 0) violations.push(`${rule}: ${rows.length}, such as ${rows.slice(0, 3).join(', ')}`);
  }
  violations.push(...(await checkBank(sql, facts.bank)));
  violations.push(...(await checkMoves(sql, facts)));
  return { checks: all.length + 2, violations };
}

/**
 * Of those that began and reached their recipient on one day the last was accepted when all others counted. Without a
 * clock that jumped: the day is that of whoever asks.
 */
function limitRules({ limited, limitedUntil, limits, isOnTime }: Facts): (readonly [string, string])[] {
  if (limited === undefined || !isOnTime) return [];
  const until = limitedUntil === Infinity ? 'infinity' : new Date(limitedUntil).toISOString();
  const paid = `from transactions where client_id = '${limited}' and type = 'payout' and created_at < '${until}'`;
  return [
    [
      'no payout is more than its client may pay at once',
      `select id::text ${paid} and status <> 'FAILED' and amount_bututs > ${limits.each}`,
    ],
    [
      'payouts of a day are no more than their client may pay in one',
      `select environment || ' ' || created_at::date ${paid} and status in ('SUCCEEDED', 'REVERSED')
         and created_at::date = completed_at::date
       group by environment, created_at::date having sum(amount_bututs) > ${limits.day}`,
    ],
  ];
}

/** The bank has each settlement that was sent once, in its amount, and none that was not. */
async function checkBank(sql: Sql, { paid }: Bank): Promise<string[]> {
  const rows = await sql`
    select reference, status, (amount_bututs / 100) || '.' || lpad((amount_bututs % 100)::text, 2, '0') as amount from settlements`;
  const violations: string[] = [];
  for (const { reference, status, amount } of rows) {
    const order = paid.get(reference);
    const isSent = ['SENT', 'CONFIRMED', 'FAILED', 'RETURNED'].includes(status);
    if ((order?.times ?? 0) !== (isSent ? 1 : 0) || (order && order.amount !== amount))
      violations.push(
        `settlement ${reference} of ${amount} is ${status}, and the bank has it ${order?.times ?? 0} times, as ${order?.amount}`,
      );
  }
  return violations;
}

/** Each move of the house's money stands in the books as it was made. */
async function checkMoves(sql: Sql, { moves }: Facts): Promise<string[]> {
  const violations: string[] = [];
  for (const [id, { provider, bututs, to, action }] of moves) {
    const rows =
      await sql`select account, amount_bututs::text as bututs from entries where journal_id = ${id}`;
    const booked = Object.fromEntries(rows.map((row) => [row.account, BigInt(row.bututs)]));
    const wanted: Record<string, bigint> = {
      top_up: { [`rail_float:${provider}`]: bututs, float_funding: -bututs },
      withdraw: { [`rail_float:${provider}`]: -bututs, float_funding: bututs },
      transfer: { [`rail_float:${provider}`]: -bututs, [`rail_float:${to}`]: bututs },
      collections: { [`rail_collections:${provider}`]: -bututs, [`rail_float:${provider}`]: bututs },
      withdraw_collected: { [`rail_collections:${provider}`]: -bututs, float_funding: bututs },
    }[action]!;
    const isIt = Object.entries(wanted).every(([account, amount]) => booked[account] === amount);
    if (!isIt || rows.length !== 2)
      violations.push(
        `${action} of ${bututs} bututs at ${provider} is booked as ${rows.map((row) => `${row.account} ${row.bututs}`)}`,
      );
  }
  return violations;
}
