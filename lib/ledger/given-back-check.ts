import { type AuditCheck, check, count } from '#lib/ledger/audit-check';

export const GIVEN_BACK =
  'no payer has back more than came: by refunds and paybacks of a collection, and what its rail took back';

/** Two processes that disagree about the time by an hour each do not agree about what came first within this. */
const surely = "interval '3 hours'";
const payback = "'^payback-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-([2-9]|[1-9][0-9]))?$'";

/**
 * Counted against each refund or payback that its payer has, or is getting: all others of its collection that are so; what
 * the client bore of what the rail took back; and what the house bore, or a failed one brought all the same, where that was
 * known when this one went out last. What was found out later took nobody's leave.
 */
export const givenBackCheck: AuditCheck = check(
  12,
  GIVEN_BACK,
  count('transactions', `type = 'refund' or (type = 'payout' and client_reference ~ ${payback})`),
  `with booked as (
     select client_id, transaction_id, sum(rail_bututs) as bututs, min(created_at) as first_at,
            sum(greatest(rail_bututs, 0)) as came, min(created_at) filter (where rail_bututs < 0) as went_at
     from adjustments group by 1, 2
   ), given as (
     select r.*, r.collection_id as of_id from transactions r where r.type = 'refund'
     union all
     -- Of what was paid, or credited by hand; before that, its reference means nothing.
     select p.*, k.id from transactions p
     join transactions k on k.client_id = p.client_id and k.environment = p.environment
       and k.id::text = substr(p.client_reference, 9, 36) and k.type = 'collection'
     left join booked b on b.client_id = k.client_id and b.transaction_id = k.id
     where p.type = 'payout' and p.client_reference ~ ${payback}
       and case k.status when 'SUCCEEDED' then k.completed_at else b.first_at end < p.created_at
       -- The payer's number, of 7 digits before the renumbering and of 9 after it; where one of both is not known, all but
       -- what was known to go to somebody else before that was erased.
       and p.id not in (select payout_id from payouts_to_others)
       and (k.mobile is null or p.mobile is null or k.mobile = p.mobile
         or (length(k.mobile) <> length(p.mobile) and right(k.mobile, 7) = right(p.mobile, 7)))
   ), gone as (
     select g.client_id, g.id, g.of_id, g.status,
            case when g.status in ('FAILED', 'REVERSED') then 0 else greatest(g.amount_bututs - coalesce(b.came, 0), 0) end as now,
            case when g.status not in ('FAILED', 'REVERSED') then 0
                 when b.bututs is not null then greatest(-b.bututs, 0)
                 when g.delivered_after_failure and not c.is_denied then g.amount_bututs else 0 end as after_all,
            least(b.went_at, c.opened_at) as known_at
     from given g
     left join booked b on b.client_id = g.client_id and b.transaction_id = g.id
     left join (
       select transaction_id, min(opened_at) as opened_at, bool_or(status = 'CLOSED' and proposal ->> 'outcome' = 'nothing') as is_denied
       from cases where kind = 'delivered_after_failure' group by 1
     ) c on c.transaction_id = g.id
   ), facts as (
     select client_id, of_id, -now as bututs, null::timestamptz as known_at from gone where now > 0
     union all
     select client_id, of_id, -after_all, known_at from gone where after_all > 0
     union all
     select client_id, transaction_id, rail_bututs, case when rail_bututs < 0 and client_bututs = 0 then created_at end from adjustments
   ), sent as (
     -- What waits for its float since its beginning has not gone out.
     select g.client_id, g.of_id, g.id, coalesce(max(h.at), '-infinity') as at from gone g
     left join transaction_changes h on h.client_id = g.client_id and h.transaction_id = g.id
       and h.trigger in ('initiated', 'reversal_asked', 'float_funded')
     where g.now > 0 group by 1, 2, 3
   )
   select s.id from sent s
   join transactions k on k.client_id = s.client_id and k.id = s.of_id
   join facts f on f.client_id = s.client_id and f.of_id = s.of_id and coalesce(f.known_at < s.at - ${surely}, true)
   group by s.id, k.status, k.amount_bututs
   having case k.status when 'SUCCEEDED' then k.amount_bututs else 0 end + sum(f.bututs) < 0`,
);
