import type { Sql } from 'postgres';
import type { BookLine } from '#proof/soak/checker';

// What may become of a collection, by the rails' own book and SQL that shares nothing with lib/.

/** So many plain answers may be lost to crashes and a database that is away before what they said is booked. */
export const LOST_ANSWERS = 2;

/** Ended at the rail before it is ended in our books, it takes no more of the customer's money. */
const closable = ['PROVIDER_W'];
const ASKED_WITHIN_MS = 5 * 60_000;
const untrueLookUps = ['lookup_contradicts', 'goes_back', 'another_payments_answer'];
/** Their record of a payment can be asked for, so a notice alone is believed of nothing. */
const askable = ['PROVIDER_W', 'PROVIDER_C'];

/** What the run knows beside the books. */
interface Told {
  /** No clock has jumped, so that our times can be compared with the rails'. */
  isOnTime: boolean;
  /** From when on the rails' statements were read; what they tell was to be known before. */
  statementsFrom: number;
}

/** Asked before it is credited, ended at the rail before it is ended here, and credited when it is paid afterwards. */
export async function checkCollections(
  sql: Sql,
  lines: readonly BookLine[],
  { isOnTime, statementsFrom }: Told,
): Promise<string[]> {
  const violations: string[] = [];
  const paid = new Set<string>();
  /** From when on nobody could pay it any more. */
  const endedAt = new Map<string, number>();
  const wasAsked = new Set<string>();
  const askedAt = new Map<string, number[]>();
  /** The rail has said of these that they were not paid. */
  const liedAbout = new Set<string>();
  for (const { rail, rail_reference: id, kind, operation, misbehaviour, at, details } of lines) {
    const payment = `${rail} ${id}`;
    if (untrueLookUps.includes(misbehaviour ?? '')) liedAbout.add(payment);
    if (kind === 'asked' && (operation === 'lookup' || operation === 'close'))
      askedAt.set(payment, [...(askedAt.get(payment) ?? []), Date.parse(at)]);
    if (kind === 'opened' && details?.expires_at) endedAt.set(payment, Date.parse(`${details.expires_at}`));
    if (kind === 'expired') endedAt.set(payment, Math.min(Date.parse(at), endedAt.get(payment) ?? Infinity));
    if (kind === 'paid') paid.add(payment);
    else if (kind === 'asked' && operation === 'lookup' && paid.has(payment)) wasAsked.add(payment);
  }
  const credited = await sql`
    select id, provider, provider || ' ' || rail_reference as payment from transactions
    where environment = 'LIVE' and type = 'collection' and status = 'SUCCEEDED'`;
  for (const { id, provider, payment } of credited) {
    if (askable.includes(provider) && !wasAsked.has(payment))
      violations.push(`${provider} ${id} was credited, and the rail was not asked whether it is paid`);
  }
  const ended = await sql`
    select t.id, t.provider, t.provider || ' ' || t.rail_reference as payment, c.to_status as status,
           extract(epoch from c.at)::float8 * 1000 as at
    from transactions t join transaction_changes c on c.client_id = t.client_id and c.transaction_id = t.id
    where t.environment = 'LIVE' and t.type = 'collection' and c.to_status in ('EXPIRED', 'CANCELLED')`;
  for (const { id, provider, payment, status, at } of ended) {
    if (!closable.includes(provider) || payment === null) continue;
    // The books may follow a while later, where a process stood still.
    if (
      isOnTime &&
      !askedAt.get(payment)?.some((asked) => asked <= at + 1_000 && asked > at - ASKED_WITHIN_MS)
    )
      violations.push(`${provider} ${id} was ${status}, and the rail had not been asked just before`);
    if (liedAbout.has(payment)) continue;
    // It is closed there first, or says that it is paid: whatever the clocks say.
    if (paid.has(payment))
      violations.push(
        `${provider} ${id} was ${status} although it was or could be paid, and the rail would have said so`,
      );
    else if (isOnTime && (endedAt.get(payment) ?? 0) > at + 1_000)
      violations.push(`${provider} ${id} was ${status} while it could still be paid at the rail`);
  }
  violations.push(...(await checkLate(sql, lines, statementsFrom)));
  return violations;
}

/**
 * Money that comes after the end is credited and flagged as late (docs/rails/live.md): where the rail said plainly that a
 * collection was paid, by its record and not only by the day's statement.
 */
async function checkLate(sql: Sql, lines: readonly BookLine[], statementsFrom: number): Promise<string[]> {
  /** By the rail's name for the payment, or for the card rail by ours: how often its record said so. */
  const said = new Map<string, number>();
  const behindUntil = new Map<string, number>();
  for (const line of lines) {
    const { rail, rail_reference: id = '', reference = '', kind, operation, misbehaviour } = line;
    const at = Date.parse(line.at);
    if (at >= statementsFrom) break;
    const payment = rail === 'PROVIDER_C_CARD' ? reference : id;
    if (misbehaviour === 'search_behind') behindUntil.set(payment, Date.parse(`${line.details?.until}`));
    if (kind === 'paid' && misbehaviour !== 'pays_in_part') said.set(payment, 0);
    const isPlain = kind === 'asked' && operation === 'lookup' && !misbehaviour;
    if (isPlain && said.has(payment) && (behindUntil.get(payment) ?? 0) < at)
      said.set(payment, (said.get(payment) ?? 0) + 1);
  }
  const before = statementsFrom === Infinity ? 'infinity' : new Date(statementsFrom).toISOString();
  const rows = await sql`
    select t.id, t.status, t.late, case when t.provider = 'PROVIDER_C_CARD' then t.id::text else t.rail_reference end as payment,
           exists (select from transaction_changes c where c.client_id = t.client_id and c.transaction_id = t.id
             and c.to_status = 'SUCCEEDED' and c.at < ${before}::text::timestamptz) as is_credited
    from transactions t
    where t.environment = 'LIVE' and t.type = 'collection' and t.provider <> 'PROVIDER_A'
      and exists (select from transaction_changes c where c.client_id = t.client_id and c.transaction_id = t.id
        and c.to_status in ('EXPIRED', 'CANCELLED', 'FAILED'))
      and not exists (select from cases c where c.transaction_id = t.id and c.kind in ('mismatch', 'same_payment'))`;
  const violations: string[] = [];
  for (const { id, status, late, payment, is_credited: isCredited } of rows) {
    const times = said.get(payment) ?? 0;
    if (times > LOST_ANSWERS && !isCredited)
      violations.push(
        `${id} had ended, its rail said ${times} times that it was paid, and it was not credited`,
      );
    if (status === 'SUCCEEDED' && !late)
      violations.push(`${id} was credited after its end, and is not flagged as late`);
  }
  return violations;
}
