import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { newReceiptToken } from '#lib/receipts/receipt-token';
import { captureFacts } from './initiation.ts';

/** So many lives a statement of the floor carries. */
export const FLOOR_CARRIES = 64;

/**
 * The least SQL that leaves behind what a collection's life does: the transaction, its two steps, their tallies, the
 * journal with its entries, what is to be folded and sealed, and the event. Two statements for 64 lives, each with one
 * insert for a table. What it does without, and the product does not: it decides nothing but by the update's version, it
 * tells nobody which of them was there already, it takes no other change than these two, and all values that are the same
 * are no part of what is sent. Triggers, checks and indexes are those of the product, as it is they that guard the books.
 */
export async function captureFloor(clients: Context['client'][]): Promise<() => Promise<void>> {
  const templates: Facts[] = [];
  for (const client of clients) templates.push(await captureFacts(client));
  let serial = 0;
  return async () => {
    const lives = Array.from({ length: FLOOR_CARRIES }, () =>
      newLife(templates[serial++ % templates.length] as Facts),
    );
    await initiate(lives);
    await settle(lives);
  };
}

type Facts = Awaited<ReturnType<typeof captureFacts>>;
type Life = ReturnType<typeof newLife>;

function newLife(facts: Facts) {
  const id = newId();
  const reference = `f-${id}`;
  return {
    facts,
    clientId: facts.begun.client_id as string,
    id,
    reference,
    token: newReceiptToken(),
    hash: facts.hashOf(reference),
    journalId: newId(),
    eventId: newId(),
  };
}

async function initiate(lives: Life[]): Promise<void> {
  const { create: t, trigger, actor, now } = (lives[0] as Life).facts.begun;
  const [row] = await sqlClient()`
    with made as (
      insert into transactions (client_id, environment, id, type, client_reference, attempt, request_hash, provider, amount_bututs,
        commission_bps, status, customer_name, mobile, metadata, rail_reference, redirect_url, receipt_token, expires_at, created_at, updated_at)
      select client_id, ${t.environment}, id, ${t.type}, reference, 1, decode(hash, 'hex'), ${t.provider}, ${t.amount_bututs}::bigint,
        ${t.commission_bps}::int, ${t.status}, ${t.customer_name}, ${t.mobile}, ${JSON.stringify(t.metadata)}::text::jsonb,
        'floor-' || id, ${t.redirect_url}::text, token, ${t.expires_at}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${lives.map((each) => each.clientId)}::uuid[], ${lives.map((each) => each.id)}::uuid[], ${lives.map((each) => each.reference)}::text[],
        ${lives.map((each) => each.hash.toString('hex'))}::text[], ${lives.map((each) => each.token)}::text[]) as life (client_id, id, reference, hash, token)
      on conflict do nothing
      returning client_id, environment, id, type, status, provider, amount_bututs, version
    ), steps as (
      insert into transaction_changes (client_id, transaction_id, sequence, from_status, to_status, trigger, actor, at)
      select client_id, id, version, null, status, ${trigger}, ${actor}, ${now}::timestamptz from made
    ), counted as (
      insert into unfolded_tallies (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
      select client_id, environment, type, status, provider, '1970-01-01', count(*), sum(amount_bututs), 0
      from made group by 1, 2, 3, 4, 5
    ), queued as (
      insert into unsealed_payments (client_id, id, sequence) select client_id, id, version from made
    )
    select count(*)::int as done from made`;
  if (row?.done !== lives.length) throw new Error('the floor initiated fewer than it was given');
}

async function settle(lives: Life[]): Promise<void> {
  const { set, journal, event, trigger, actor } = (lives[0] as Life).facts.ended;
  const now = new Date().toISOString();
  const bodies = lives.map(({ facts, id, reference, token }) => {
    const words = [id, reference, token, now];
    return { body: facts.bodyOf(words), legacyBody: facts.legacyBodyOf(words) };
  });
  const entries = lives.flatMap(({ facts, id }) =>
    facts.ended.journal.entries.map((entry: Record<string, string>) => ({ ...entry, id })),
  );
  const [row] = await sqlClient()`
    with moved as (
      update transactions t set status = 'SUCCEEDED', version = version + 1, commission_bututs = ${set.commission_bututs}::bigint,
        completed_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
      from unnest(${lives.map((each) => each.clientId)}::uuid[], ${lives.map((each) => each.id)}::uuid[], ${lives.map((each) => each.journalId)}::uuid[],
        ${lives.map((each) => each.eventId)}::uuid[], ${bodies.map((each) => each.body)}::text[], ${bodies.map((each) => each.legacyBody)}::text[])
        as life (client_id, id, journal_id, event_id, body, legacy_body)
      where t.client_id = life.client_id and t.environment = 'SANDBOX' and t.id = life.id and t.version = 1
      returning t.client_id, t.environment, t.id, t.type, t.status, t.provider, t.amount_bututs, t.commission_bututs, t.version,
        (t.completed_at at time zone 'UTC')::date as day, life.journal_id, life.event_id, life.body, life.legacy_body
    ), booked as (
      insert into journals (client_id, id, environment, transaction_id, kind, created_at)
      select client_id, journal_id, environment, id, ${journal.kind}, ${now}::timestamptz from moved
    ), entry as (
      select e.client_id, moved.environment, e.account, moved.journal_id, e.bututs
      from unnest(${entries.map((each) => each.id)}::uuid[], ${entries.map((each) => each.client_id)}::uuid[], ${entries.map((each) => each.account)}::text[],
        ${entries.map((each) => each.amount_bututs)}::bigint[]) as e (id, client_id, account, bututs)
      join moved using (id)
    ), entered as (
      insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at)
      select client_id, environment, account, journal_id, bututs, ${now}::timestamptz from entry
    ), unfolded as (
      insert into unfolded_entries (client_id, environment, account, amount_bututs)
      select client_id, environment, account, sum(bututs) from entry group by 1, 2, 3
    ), steps as (
      insert into transaction_changes (client_id, transaction_id, sequence, from_status, to_status, trigger, actor, at)
      select client_id, id, version, 'PENDING', status, ${trigger}, ${actor}, ${now}::timestamptz from moved
    ), counted as (
      insert into unfolded_tallies (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
      select client_id, environment, type, s.status, provider, s.day, sum(s.sign), sum(s.sign * amount_bututs), sum(s.commission)
      from moved cross join lateral (values (moved.status, moved.day, 1, commission_bututs), ('PENDING', '1970-01-01', -1, 0)) as s (status, day, sign, commission)
      group by 1, 2, 3, 4, 5, 6
    ), told as (
      insert into events (client_id, environment, id, transaction_id, sequence, event, body, legacy_body, position, created_at)
      select client_id, environment, event_id, id, version, ${event.event}, body, legacy_body, event_position(), ${now}::timestamptz from moved
    ), queued as (
      insert into unsealed_payments (client_id, id, sequence) select client_id, id, version from moved
    )
    select count(*)::int as done from moved`;
  if (row?.done !== lives.length) throw new Error('the floor settled fewer than it was given');
}
