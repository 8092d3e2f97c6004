import { sqlClient } from '#db/client';
import { adjustedLine, isOfAnother, linesOf } from '#lib/reconciliation/differences';

/**
 * Finds for each line of a day what of our books answers to it: by our reference, else by the rail's. `MATCHED`: paid
 * on both sides, the same amount and number, by an edge or by what two people booked by hand; `DIFFERS`: another amount,
 * currency, number or ending, or a second payment of what was paid once; `RAIL_ONLY`: nothing. Says it anew where the books have moved on since. A closed day stays as it is.
 */
export async function matchLines(provider: string, day: string): Promise<void> {
  await sqlClient()`
    with lines as (
      select l.* from rail_statement_lines l
      join rail_statements s on s.provider = l.provider and s.day = l.day and s.closed_at is null
      where l.provider = ${provider} and l.day = ${day}
    ), found as materialized (
      select l.*, t.client_id as t_client_id, t.id, case t.refund_method when 'payout' then 'payout' else t.type end as t_type, t.status as t_status, t.amount_bututs as t_amount,
             ${isOfAnother(provider, { kind: 'l.kind', theirs: 'l.mobile', ours: 't.mobile' })} as is_of_another,
             (select coalesce(sum(a.rail_bututs), 0) from adjustments a
              where a.client_id = t.client_id and a.transaction_id = t.id)::bigint as adjusted,
             row_number() over (
               partition by l.kind, t.id order by l.rail_reference is distinct from t.rail_reference, l.at, l.rail_reference
             ) as place
      from lines l left join lateral (
        -- By the id alone: of an environment that the planner does not know yet it expects a row, and would go through
        -- all of it for each line.
        with named as materialized (
          select * from transactions where id in (${asUuid('reference')}, ${asUuid('rail_reference')})
        )
        select * from (
          -- What a rail gave back itself bears the name of its collection.
          select 0 as way, r.* from named k
          join transactions r on r.client_id = k.client_id and r.environment = k.environment and r.collection_id = k.id
          where l.kind = 'reversal' and k.id = ${asUuid('reference')} and k.environment = 'LIVE' and k.provider = l.provider
            and k.type = 'collection' and r.refund_method = 'reversal' and r.status = 'SUCCEEDED'
          union all
          -- The card rail has our id as its own.
          select 1, x.* from named x where x.environment = 'LIVE' and x.provider = l.provider
          union all
          select 2, x.* from transactions x
          where x.environment = 'LIVE' and x.provider = l.provider and x.rail_reference = l.rail_reference
          union all
          -- Its name for the money that moved.
          select 3, x.* from transactions x
          where x.environment = 'LIVE' and x.provider = l.provider and x.rail_payment_reference = l.rail_reference
        ) ways order by way, id limit 1
      ) t on true
    ), elsewhere as (
      select kind, transaction_id from (${linesOf('found')}) o where o.day <> ${day} and o.match = 'MATCHED'
    ), judged as (
      select f.*, case
        when id is null then 'RAIL_ONLY'
        when currency = 'GMD' and place = 1 and not is_of_another
          and (
            amount_bututs = t_amount and (kind, t_type, t_status) in (
              ('collection', 'collection', 'SUCCEEDED'), ('payout', 'payout', 'SUCCEEDED'), ('payout', 'payout', 'REVERSED'),
              ('reversal', 'payout', 'REVERSED'), ('reversal', 'refund', 'SUCCEEDED'))
            or adjusted <> 0 and amount_bututs = ${adjustedLine({ kind: 'kind', type: 't_type', edge: 'edge_amount', adjusted: 'adjusted' })}
              and (kind, t_type) in (('collection', 'collection'), ('payout', 'payout'), ('reversal', 'payout'))
          )
          and (kind, id) not in (select kind, transaction_id from elsewhere)
          then 'MATCHED'
        else 'DIFFERS' end as verdict
      from (select *, case when t_status in ('SUCCEEDED', 'REVERSED') then t_amount else 0 end as edge_amount from found) f
    )
    update rail_statement_lines l set match = j.verdict, client_id = j.t_client_id, transaction_id = j.id
    from judged j
    where l.provider = j.provider and l.kind = j.kind and l.rail_reference = j.rail_reference
      and (l.match, l.client_id, l.transaction_id) is distinct from (j.verdict, j.t_client_id, j.id)`;
}

/** Of `l`: the column as an id, or null where it is none. */
function asUuid(column: 'reference' | 'rail_reference') {
  const sql = sqlClient();
  const name = sql(column);
  return sql`case when l.${name} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.${name}::uuid end`;
}
