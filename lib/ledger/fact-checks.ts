import type { AuditCheck } from '#lib/ledger/audit-check';

// Facts that say the same twice, so that one of them cannot be changed alone, also before it is sealed. Trials of other
// checks, which plant payments and journals by hand, leave out those that have a name.

export const REQUESTED = 'the hash of each request is that of the fields that its transaction has';
export const ERASED =
  'of a customer who was erased nothing personal is left where nothing has to be kept, and the rest is as it was';
export const NOTHING_CORRECTED =
  'no journal is a correction: what was booked wrongly is settled by two people';
export const FUNDED = 'what moved the house’s money at a rail stands in the audit log, by its journal';
export const ACTED =
  'whoever took a step of a transaction was there, and is of its client, its rail or the house';

/** JSON as lib/transactions/request.ts makes it, which PostgreSQL escapes alike; keys by code unit, as JavaScript sorts. */
const text = (column: string) => `coalesce(to_json(${column})::text, 'null')`;
const metadata = `'[' || coalesce((
  select string_agg('[' || to_json(key)::text || ',' || to_json(value)::text || ']', ',' order by key collate "C")
  from jsonb_each_text(t.metadata)), '') || ']'`;
const hashOf = (...parts: string[]) =>
  `sha256(convert_to('[' || concat_ws(',', ${parts.join(', ')}) || ']', 'UTF8'))`;
const initiation = hashOf(
  ...[text('t.type'), text('t.client_reference'), `'"' || t.amount_bututs || '"'`, text('t.provider')],
  ...[text('t.mobile'), text('t.customer_name'), text('t.success_url'), text('t.error_url'), metadata],
);
/** With the amount, or for all that was left; `more`: the number, where the request named it. */
const refund = (...more: string[]) =>
  ["'null'", `'"' || t.amount_bututs || '"'`]
    .map((amount) =>
      hashOf(
        ...[`'"refund"'`, text('t.client_reference'), text('t.collection_id'), amount],
        ...[text('t.refund_reason'), metadata, ...more],
      ),
    )
    .join(', ');
/** A refund goes to the number of its collection, as long as that has one, and else to the one that was asked for. */
const hasPayersNumber = `exists (
  select from transactions k where k.client_id = t.client_id and k.environment = t.environment and k.id = t.collection_id
    and (k.mobile is not distinct from t.mobile or k.request_hash = ''))`;
/** Beyond U+DFFF the order of PostgreSQL and of JavaScript differs. */
const isSortedAlike = `not exists (select from jsonb_object_keys(t.metadata) key where key ~ '[\\uE000-\\U0010FFFF]')`;

/** What was asked for is not known any more. */
const isErased = `(t.request_hash = '' and exists (
  select from erased_rows e where e.kind = 'transactions' and e.key = t.id::text and e.client_id = t.client_id))`;

/** The first line that names its journal: before, an operator's booking and its journal were not tied to each other. */
const tied = `(select min(at) from audit_log where after ? 'journal' and action in ('rail.float_funded', 'rail.float_withdrawn',
  'rail.float_transferred', 'rail.collections_moved', 'rail.collections_withdrawn'))`;

export const factChecks: AuditCheck[] = [
  {
    invariant: 9,
    name: REQUESTED,
    rows: 'select count(*) from transactions',
    violations: `
      select t.id from transactions t
      where ${isSortedAlike} and not ${isErased} and case t.type
        when 'refund' then t.request_hash not in (${refund(text('t.mobile'))}) and not (t.request_hash in (${refund()}) and ${hasPayersNumber})
        else t.request_hash <> ${initiation} end`,
  },
  {
    invariant: 9,
    name: ERASED,
    rows: `select count(*) from erased_rows`,
    violations: `
      select e.kind || ' ' || e.key from erased_rows e
      left join erasures a on a.client_id = e.client_id and a.environment = e.environment and a.id = e.erasure_id
      left join transactions t on e.kind = 'transactions' and t.id::text = e.key and t.client_id = e.client_id
      where a.id is null or e.kind not in ('transactions', 'events', 'audit_log')
        or e.kind = 'transactions' and (t.id is null or t.request_hash <> '' or t.metadata - '{approval,payout_batch}'::text[] <> '{}'
          or t.refund_reason is not null or t.mobile is null and t.customer_name is not null
          -- What gives back a payment of before, also later.
          or t.created_at > a.asked_at and not exists (
            select from transactions k where k.client_id = t.client_id and k.created_at <= a.asked_at
              and k.id::text = coalesce(t.collection_id::text, substr(t.client_reference, 9, 36))))
      union all
      -- To whom a payback went is said by nobody while both numbers are there.
      select 'payouts_to_others ' || o.payout_id from payouts_to_others o
      left join erasures a on a.client_id = o.client_id and a.environment = o.environment and a.id = o.erasure_id
      left join transactions t on t.client_id = o.client_id and t.environment = o.environment and t.id = o.payout_id
      left join transactions k on k.client_id = o.client_id and k.environment = o.environment and k.id = o.collection_id
      where a.id is null or t.type is distinct from 'payout' or k.type is distinct from 'collection'
        or substr(t.client_reference, 9, 36) <> k.id::text or (t.mobile is not null and k.mobile is not null)`,
  },
  {
    invariant: 23,
    name: NOTHING_CORRECTED,
    rows: 'select count(*) from journals',
    violations: 'select id from journals where corrects_journal_id is not null',
  },
  {
    // By itself Kaira books only what covers a float out of what was collected there. Clocks differ by two minutes.
    invariant: 23,
    name: FUNDED,
    rows: `select count(*) from journals where environment = 'LIVE' and kind in (select kind from float_moves)`,
    violations: `
      select j.id from journals j
      left join audit_log l on l.after->>'journal' = j.id::text
      where j.environment = 'LIVE' and j.kind in (select kind from float_moves) and j.kind <> 'float_covered'
        and j.created_at > ${tied} + interval '2 minutes' and l.id is null`,
  },
  {
    invariant: 29,
    name: ACTED,
    rows: 'select count(*) from transaction_changes',
    violations: `
      select c.transaction_id || '/' || c.sequence from transaction_changes c
      join transactions t on t.client_id = c.client_id and t.id = c.transaction_id
      left join api_keys k on c.actor = 'api_key:' || k.id and k.client_id = c.client_id and k.environment = t.environment
      left join users u on c.actor = 'user:' || u.id and coalesce(u.client_id, c.client_id) = c.client_id
      where case split_part(c.actor, ':', 1) when 'api_key' then k.id is null when 'user' then u.id is null
        when 'rail' then c.actor <> 'rail:' || t.provider else c.actor <> 'system' end`,
  },
];
