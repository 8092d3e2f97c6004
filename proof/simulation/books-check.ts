import { hash } from 'node:crypto';
import type { Sql } from 'postgres';
import type { BookLine } from '#proof/soak/checker';
import { checkCollections, LOST_ANSWERS } from './collections-check.ts';
import { overdrawn } from './liquidity-check.ts';

// The books once more, by SQL of its own that shares nothing with lib/: what a client is told is recounted from the
// entries and the transactions, and at the end the rules that only the whole of a run can show are looked at.

export interface Recount {
  /** By the names that `GET /client/balance` has for them. */
  figures: Record<string, number>;
  /** The same as long as nothing was booked and nothing has changed. */
  mark: string;
}

export async function recount(sql: Sql, clientId: string, environment: string): Promise<Recount> {
  const [row] = await sql`
    with e as (
      select account, -sum(amount_bututs) as bututs, count(*) as n from entries
      where client_id = ${clientId} and environment = ${environment} group by account
    ), t as (
      select type, count(*) as n, sum(amount_bututs) as bututs from transactions
      where client_id = ${clientId} and environment = ${environment} and status = 'SUCCEEDED' group by type
    ), s as (
      -- What the bank has paid of the client's own settlements is paid out as well.
      select count(*) as n, coalesce(sum(amount_bututs), 0) as bututs from settlements
      where client_id = ${clientId} and environment = ${environment} and status = 'CONFIRMED'
    )
    select coalesce((select bututs from e where account = 'available'), 0)::float8 as available,
           coalesce((select bututs from e where account = 'held'), 0)::float8 as held,
           -- What rails gave back themselves was collected all the same.
           (coalesce((select -sum(bututs) from e where account like 'rail\_collections:%'), 0) + coalesce((
             select sum(amount_bututs) from transactions where client_id = ${clientId} and environment = ${environment}
               and status = 'SUCCEEDED' and refund_method = 'reversal'), 0))::float8 as collected,
           coalesce((select bututs from t where type = 'refund'), 0)::float8 as refunded,
           coalesce((select bututs from e where account = 'commission'), 0)::float8 as commission,
           (coalesce((select bututs from t where type = 'payout'), 0) + (select bututs from s))::float8 as paid_out,
           (coalesce((select n from t where type = 'payout'), 0) + (select n from s))::int as payouts,
           coalesce((select n from t where type = 'collection'), 0)::int as collections,
           (select count(*) from transaction_changes c join transactions x on x.client_id = c.client_id and x.id = c.transaction_id
            where c.client_id = ${clientId} and x.environment = ${environment}) || ' ' || coalesce((select sum(n) from e), 0) as mark`;
  return {
    figures: {
      available_balance_bututs: row?.available,
      held_bututs: row?.held,
      total_collected_bututs: row?.collected,
      platform_commissions_bututs: row?.commission,
      net_collections_bututs: row?.collected - row?.commission,
      total_paid_out_bututs: row?.paid_out,
      total_refunded_bututs: row?.refunded,
      total_payouts: row?.payouts,
      successful_collections: row?.collections,
    },
    mark: row?.mark,
  };
}

/** In which figures `told` differs from what the books said before and after it; what was booked in between may count or not. */
export function differences(told: Record<string, unknown>, before: Recount, after: Recount): string[] {
  if (before.mark !== after.mark) return [];
  return Object.entries(before.figures)
    .filter(([name, figure]) => told[name] !== figure)
    .map(([name, figure]) => `${name} is ${told[name]}, and the books say ${figure}`);
}

/** A one-time password as it went over the API, under an idempotency key. */
export interface SentPassword {
  path: string;
  otp: string;
  key: string;
}

/** Whoever reads the database and tries a million one-time passwords must not know by its row which one was sent. */
export async function guessable(sql: Sql, sent: readonly SentPassword[]): Promise<string[]> {
  const rows = await sql`select key, encode(fingerprint, 'hex') as fingerprint from idempotency_keys`;
  const fingerprintOf = new Map(rows.map(({ key, fingerprint }) => [key as string, fingerprint as string]));
  return sent
    .filter(({ path, otp, key }) => {
      const body = JSON.stringify({ otp });
      const texts = [otp, body, `POST ${path}\n${body}`];
      return texts.some((text) => hash('sha256', text) === fingerprintOf.get(key));
    })
    .map(({ path }) => `${path}: its one-time password is found from what is stored of the request`);
}

/** A client that was suspended, from when on none of its payouts may leave: milliseconds of virtual time. */
export interface Suspension {
  clientId: string;
  from: number;
  until: number;
}

/** Each is a query of one column, which tells what breaks the rule. */
const rules: readonly (readonly [string, string])[] = [
  [
    'a journal sums to zero',
    `select journal_id::text from entries group by journal_id having sum(amount_bututs) <> 0`,
  ],
  [
    'a collection that is credited is split by its rate, rounded half up',
    `select j.id::text from journals j
     join transactions t on t.client_id = j.client_id and t.id = j.transaction_id and t.type = 'collection'
     join entries e on e.journal_id = j.id
     where j.kind not like 'rail\\_fee%' and j.kind <> 'adjustment'
     group by j.id, t.amount_bututs, t.commission_bps
     having sum(e.amount_bututs) filter (where e.account like 'rail\\_collections:%') <> t.amount_bututs
       or -coalesce(sum(e.amount_bututs) filter (where e.account = 'commission'), 0)
          <> round(t.amount_bututs * t.commission_bps::numeric / 10000)`,
  ],
  [
    'what a rail took for a payment is booked once, of the wallet that the payment is about, and of nobody but the house',
    `select t.id::text from transactions t
     join journals j on j.client_id = t.client_id and j.transaction_id = t.id and j.kind like 'rail\\_fee%'
     join entries e on e.journal_id = j.id
     group by t.id, t.type, t.refund_method, t.rail_fee_bututs
     having count(distinct j.id) filter (where j.kind = 'rail_fee') <> 1 or count(distinct e.client_id) <> 1
       or sum(e.amount_bututs) filter (where e.account like 'rail\\_fees:%') <> t.rail_fee_bututs
       or sum(e.amount_bututs) filter (where e.account like case
            when t.type = 'collection' or t.refund_method = 'reversal' then 'rail\\_collections:%' else 'rail\\_float:%' end) <> -t.rail_fee_bututs`,
  ],
  [
    'what is held for payouts, refunds and settlements is the sum of those that are open',
    `select client_id || ' ' || environment from (
       select client_id, environment, -amount_bututs as bututs from entries where account = 'held'
       union all
       select client_id, environment, -amount_bututs from transactions
       where type <> 'collection' and status in ('PENDING', 'AWAITING_LIQUIDITY')
       union all
       select client_id, environment, -amount_bututs from settlements where status in ('REQUESTED', 'IN_FILE', 'SENT')
     ) s group by client_id, environment having sum(bututs) <> 0`,
  ],
  [
    'refunds that have not failed are of a paid collection, and no more than it together',
    `select k.id::text from transactions r join transactions k on k.id = r.collection_id
     where r.type = 'refund' and r.status <> 'FAILED' group by k.id, k.amount_bututs, k.status, k.client_id
     having sum(r.amount_bututs) > k.amount_bututs or k.status <> 'SUCCEEDED' or bool_or(r.client_id <> k.client_id)`,
  ],
  [
    'no account of a client is overdrawn',
    `select client_id || ' ' || environment || ' ' || account from entries where account in ('available', 'held')
     group by client_id, environment, account having sum(amount_bututs) > 0`,
  ],
  [
    'a change of status is told by one event, and an event tells of a change',
    `select c.transaction_id || ' ' || c.to_status from transaction_changes c
     join transactions t on t.client_id = c.client_id and t.id = c.transaction_id
     left join events v on v.client_id = c.client_id and v.transaction_id = c.transaction_id and v.sequence = c.sequence
     where c.to_status in ('SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED') and v.id is null
       -- Of several changes in one statement the last one is told.
       and not exists (select from transaction_changes n where n.client_id = c.client_id
         and n.transaction_id = c.transaction_id and n.sequence = c.sequence + 1 and n.at = c.at)
       -- What the house bears is no matter of the client's.
       and not (c.trigger = 'adjusted' and exists (select from adjustments a where a.client_id = c.client_id
         and a.transaction_id = c.transaction_id and a.client_bututs = 0))`,
  ],
  [
    // A statement of the rail would find the money a day later; until then its customer is told that nothing was taken.
    'a charge whose outcome is in doubt fails only by way of a case',
    `select t.id::text from transactions t
     where t.type = 'collection' and t.status = 'FAILED'
       and exists (select from rail_calls c where c.client_id = t.client_id and c.transaction_id = t.id
         and c.operation = 'charge' and c.outcome = 'unknown')
       and not exists (select from cases k where k.transaction_id = t.id and k.kind in ('unknown_outcome', 'mismatch'))`,
  ],
  [
    'nothing is sent again once its delivery is written down',
    `select distinct a.delivery_id::text from delivery_attempts a
     join delivery_attempts b on b.client_id = a.client_id and b.delivery_id = a.delivery_id and b.attempt > a.attempt
     where a.response_status between 200 and 299`,
  ],
];

/** What the run knows beside the books. */
interface Told {
  /** No clock has jumped, so that our times can be compared with the rails'. */
  isOnTime: boolean;
  suspensions: readonly Suspension[];
  /** By the one true clock. */
  cancelledAt: ReadonlyMap<string, number>;
  /** From when on the rails' statements were read; what they tell was to be known before. */
  statementsFrom: number;
}

/** `lines`: the rails' own book. */
export async function checkBooks(
  sql: Sql,
  lines: readonly BookLine[],
  told: Told,
): Promise<{ checks: number; violations: string[] }> {
  const violations: string[] = [];
  for (const [rule, query] of rules) {
    const rows = await sql.unsafe(query).values();
    if (rows.length > 0) violations.push(`${rule}: ${rows.length}, such as ${rows.slice(0, 3).join(', ')}`);
  }
  violations.push(...(await checkCollections(sql, lines, told)));
  violations.push(...(await checkNotices(sql, lines)));
  violations.push(...(await checkDelivered(sql, lines)));
  violations.push(...(await checkLookedBack(sql, lines, told)));
  violations.push(...(await checkCameBack(sql, lines, told)));
  violations.push(...(await checkSuspended(sql, told.suspensions)));
  violations.push(...(await overdrawn(sql)));
  return { checks: rules.length + 11, violations };
}

/**
 * What a rail paid after its no, and said plainly when it was asked, is flagged by then and not only by the day's
 * statement: the client was told that it failed.
 */
async function checkDelivered(sql: Sql, lines: readonly BookLine[]): Promise<string[]> {
  const toldAt = new Map<string, number[]>();
  const behindUntil = new Map<string, number>();
  for (const { kind, code = '', operation = '', reference = '', misbehaviour, details, at } of lines) {
    if (misbehaviour === 'search_behind') behindUntil.set(reference, Date.parse(`${details?.until}`));
    if (kind === 'payout_paid' && code.startsWith('after it ')) toldAt.set(reference, []);
    const isPlain = kind === 'asked' && /^payout_/.test(operation) && !misbehaviour;
    const isBehind = (behindUntil.get(reference) ?? 0) >= Date.parse(at);
    if (isPlain && !isBehind) toldAt.get(reference)?.push(Date.parse(at));
  }
  const rows = await sql`
    select id, delivered_after_failure as is_flagged, (select min(opened_at) from cases c where c.transaction_id = t.id and c.kind = 'delivered_after_failure')
      as flagged_at
    from transactions t where type = 'payout' and status = 'FAILED'
      and not exists (select from cases c where c.transaction_id = t.id and c.kind = 'mismatch')`;
  const violations: string[] = [];
  for (const { id, is_flagged: isFlagged, flagged_at: flaggedAt } of rows) {
    const until = flaggedAt === null ? Infinity : flaggedAt.getTime() - 1_000;
    const unheard = (toldAt.get(id) ?? []).filter((at) => at < until).length;
    if (unheard > LOST_ANSWERS || (unheard > 0 && !isFlagged))
      violations.push(
        `${id} is FAILED, its rail said ${unheard} times that it was paid, and nobody was told`,
      );
  }
  return violations;
}

/** The others are asked by their own name for a payout, which what they refused has not. */
const asksByReference = 'PROVIDER_W';
/** Later than the question that goes before a cancellation. */
const AFTER_ITS_END_MS = 10_000;

/** What a rail was asked to pay and ended without money, whoever ended it, is asked about once more: it may be paid. */
async function checkLookedBack(
  sql: Sql,
  lines: readonly BookLine[],
  { isOnTime, cancelledAt, statementsFrom }: Told,
): Promise<string[]> {
  const wasSent = new Set<string>();
  const lastAsked = new Map<string, number>();
  for (const { kind, operation = '', reference = '', at } of lines) {
    if (kind !== 'asked') continue;
    if (operation === 'payout') wasSent.add(reference);
    if (/^payout_/.test(operation)) lastAsked.set(reference, Date.parse(at));
  }
  const rows = await sql`
    select id, extract(epoch from completed_at)::float8 * 1000 as at, failure_code from transactions
    where environment = 'LIVE' and (type = 'payout' or refund_method = 'payout') and status = 'FAILED'
      and not delivered_after_failure and provider = ${asksByReference}`;
  return rows
    .filter(({ id, at: ours }) => {
      const at = cancelledAt.get(id) ?? (isOnTime ? ours : Number.NaN);
      // What two people ended by the statements may be the last that happens.
      return wasSent.has(id) && at < statementsFrom && (lastAsked.get(id) ?? 0) <= at + AFTER_ITS_END_MS;
    })
    .map(({ id, failure_code: code }) => `${id} ended as ${code}, and its rail was not asked about it again`);
}

/**
 * What came back and the rail said so plainly when it was asked, or when we had it taken back, is booked or in a case by
 * then, and not only by the day's statement: the client's money is not there for a day, or nobody knows of it.
 */
async function checkCameBack(
  sql: Sql,
  lines: readonly BookLine[],
  { statementsFrom }: Told,
): Promise<string[]> {
  const said = new Map<string, string>();
  let wasAskedBack = '';
  const behindUntil = new Map<string, number>();
  for (const { kind, operation = '', reference = '', misbehaviour, details, at } of lines) {
    if (Date.parse(at) >= statementsFrom) break;
    if (misbehaviour === 'search_behind') behindUntil.set(reference, Date.parse(`${details?.until}`));
    if (kind === 'reversed') said.set(reference, wasAskedBack === reference + at ? at : 'nobody was asked');
    const isBehind = (behindUntil.get(reference) ?? 0) >= Date.parse(at);
    const isPlain = kind === 'asked' && (!misbehaviour || misbehaviour === 'latency') && !isBehind;
    if (isPlain && operation === 'reverse') wasAskedBack = reference + at;
    if (isPlain && /^payout_|^reverse$/.test(operation) && said.has(reference)) said.set(reference, at);
  }
  const rows = await sql`
    select id, status,
           (select min(opened_at) from cases c where c.transaction_id = t.id and c.kind = 'returned') as told_at
    from transactions t where environment = 'LIVE' and type = 'payout' and provider = ${asksByReference}
      and status in ('FAILED', 'SUCCEEDED')
      and not exists (select from cases c where c.transaction_id = t.id and (c.kind in ('mismatch', 'same_payment')
        -- That a notice of the return fits nothing tells nobody what to do about it.
        or c.kind = 'contradiction' and c.details->>'notice' is distinct from 'REVERSED'))`;
  return rows
    .filter(({ id, told_at: toldAt }) => {
      const wasSaid = !Number.isNaN(Date.parse(said.get(id) ?? ''));
      return wasSaid && !(toldAt !== null && toldAt.getTime() < statementsFrom);
    })
    .map(({ id, status }) => `${id} is ${status}, and its rail had said that it came back`);
}

/** No payout of a suspended client is sent, unless it may have left before. */
async function checkSuspended(sql: Sql, suspensions: readonly Suspension[]): Promise<string[]> {
  const violations: string[] = [];
  for (const { clientId, from, until } of suspensions) {
    if (from === Infinity) continue;
    const rows = await sql`
      select distinct transaction_id as id from rail_calls c
      where c.client_id = ${clientId} and c.operation = 'send'
        and c.started_at > ${new Date(from).toISOString()} and c.started_at < ${new Date(until).toISOString()}
        and not exists (select from rail_calls e where e.client_id = c.client_id and e.transaction_id = c.transaction_id
          and e.operation = 'send' and e.started_at < ${new Date(from).toISOString()}
          and coalesce(e.outcome, 'unknown') in ('done', 'unknown'))`;
    for (const { id } of rows) violations.push(`${id} was sent while its client was suspended`);
  }
  return violations;
}

/** A notice that was accepted is there, and what it says of another amount or currency is left to a person. */
async function checkNotices(sql: Sql, lines: readonly BookLine[]): Promise<string[]> {
  const accepted = new Set<string>();
  for (const { kind, notice_id: id = '', code = '' } of lines) {
    if (kind === 'notice_sent' && /^2/.test(code)) accepted.add(id);
  }
  const notices = await sql`select split_part(dedupe_id, '#', 1) as id from rail_notices`;
  const stored = new Set(notices.map(({ id }) => id));
  const cases = await sql`select transaction_id as id from cases where kind = 'mismatch'`;
  const mismatched = new Set(cases.map(({ id }) => id));
  const kept =
    await sql`select id from transactions where type = 'payout' and status = 'SUCCEEDED' and environment = 'LIVE'`;
  const stillPaid = new Set(kept.map(({ id }) => id));
  const returned = new Set(
    lines.filter(({ kind }) => kind === 'reversed').map(({ reference }) => reference ?? ''),
  );
  const failed =
    await sql`select id from transactions where environment = 'LIVE' and type = 'payout' and status = 'FAILED'`;
  const told = await sql`select transaction_id as id from cases where kind = 'returned'`;
  const toldBack = new Set(told.map(({ id }) => id));
  const failedUntold = new Set(failed.map(({ id }) => id).filter((id) => !toldBack.has(id)));
  const violations: string[] = [];
  for (const { rail, kind, operation, notice_id: id = '', misbehaviour, reference } of lines) {
    if (kind !== 'notice' || !accepted.has(id)) continue;
    if (!stored.has(id)) violations.push(`${rail}: notice ${id} was answered 200 and is not there`);
    const isOfReturn = /revers/.test(operation ?? '') && returned.has(reference ?? '');
    if (isOfReturn && stillPaid.has(reference ?? '') && !mismatched.has(reference ?? ''))
      violations.push(
        `${rail}: a notice of the return of ${reference} was answered 200, and it is paid in our books`,
      );
    if (isOfReturn && failedUntold.has(reference ?? '') && !mismatched.has(reference ?? ''))
      violations.push(`${rail}: ${reference} is FAILED, came back after it was paid, and nobody was told`);
    if (misbehaviour === 'forged')
      violations.push(`${rail}: notice ${id} was answered 200, and the rail did not sign it`);
    const isWrong = misbehaviour === 'wrong_amount' || misbehaviour === 'wrong_currency';
    if (isWrong && reference !== undefined && !mismatched.has(reference))
      violations.push(`${rail}: a notice of ${reference} with a ${misbehaviour} is no case`);
  }
  return violations;
}
