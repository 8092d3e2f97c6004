import type { Sql } from 'postgres';
import type { RequestRow } from '#proof/soak/checker';
import type { Chance } from './chance.ts';
import type { Answer } from './gateway.ts';
import type { Shop } from './merchants.ts';
import { payAtPage, sendTwice } from './payers.ts';
import { current } from './stage.ts';

// Shops that sell without asking for each payment: by links that many pay at, of an amount or of one that the payer types,
// and by requests to one customer. Several pay at once, and the shop switches off, cancels or takes cash meanwhile.

/** What a shop has offered, as it knows it by itself. */
interface Offer {
  clientId: string;
  /** What one payment is; null: what its payer typed. */
  bututs: number | null;
  most: number | null;
  /** Of a request that may be paid in parts: what they add up to. */
  whole: number | null;
  isRequest: boolean;
  typed: Set<number>;
  /** The shop has asked for an end of it: what comes afterwards may be one too many. */
  isEnded: boolean;
}

export interface Sellers {
  sell(shop: Shop, own: Chance): Promise<void>;
  /** Three begin to pay what one may, or what is more together than was asked for, tap twice, and pay at the same moment. False: it could not be set up. */
  rush(shop: Shop, pay: Pay): Promise<boolean>;
  /** A customer pays what the shop has taken in cash meanwhile. */
  payBesideCash(shop: Shop, pay: Pay): Promise<boolean>;
  /** Once everything is settled: what the links took, by the rows themselves; and notes what the payers asked for. */
  check(sql: Sql, requests: RequestRow[]): Promise<string[]>;
}

/** At its rail, whatever Kaira thinks. */
type Pay = (provider: string, id: string) => Promise<void>;

/** Its page may be paid until it ends there, also once Kaira wants no more. */
const OPEN_RAIL = 'PROVIDER_C';
const HOUR_MS = 3_600_000;
const [LEAST, MOST] = [1_00, 500_00];
const manyPayments = [1, 2, 5, null] as const;

export function createSellers(lastCode: (mobile: string) => Promise<string | undefined>): Sellers {
  const { timeline, gateway } = current();
  const offers = new Map<string, Offer>();
  let number = 0;
  let payers = 0;
  return { sell, rush, payBesideCash, check };

  async function sell(shop: Shop, own: Chance): Promise<void> {
    const isRequest = own.is(0.4);
    const asked = LEAST + own.below(MOST);
    const inParts = isRequest && own.is(0.5);
    const most = inParts ? null : isRequest ? 1 : own.of(manyPayments);
    const bututs = !inParts && (isRequest || own.is(0.6)) ? asked : null;
    const made = await make(shop, { bututs, most, isRequest, whole: inParts ? asked : null });
    if (made === undefined) return;
    const { id, path, offer } = made;
    const customers = own.is(0.5) ? 2 + own.below(4) : 1;
    await Promise.all([
      ...Array.from({ length: customers }, () => buy(path, offer, own)),
      ...(own.is(0.3) ? [end(shop, id, offer, own)] : []),
    ]);
  }

  async function make(shop: Shop, given: Pick<Offer, 'bututs' | 'most' | 'isRequest' | 'whole'>) {
    const { bututs, most, isRequest, whole } = given;
    const name = `sale-${number++}`;
    const body = isRequest
      ? {
          ...{ description: name, amount: decimal(bututs ?? whole ?? 0) },
          customer_mobile: newMobile(),
          // Each part has a reference of its own.
          ...(whole === null ? { client_reference: name } : { allow_part_payments: true }),
        }
      : {
          title: name,
          ...(bututs === null
            ? { min_amount: decimal(LEAST), max_amount: decimal(MOST) }
            : { amount: decimal(bututs) }),
          ...(most !== null && { max_payments: most }),
        };
    const made = await ask(shop, 'POST', isRequest ? '/payment-requests' : '/payment-links', { body, name });
    if (made?.status !== 200) return undefined;
    const { id, url } = made.body.data;
    const offer: Offer = { clientId: shop.clientId, ...given, typed: new Set(), isEnded: false };
    offers.set(id, offer);
    return { id, path: new URL(url).pathname, offer };
  }

  /** The id of the payment that a form with two taps begins. */
  async function begin(path: string, offer: Offer, part?: number): Promise<string | undefined> {
    offer.typed.add(part ?? offer.bututs ?? 0);
    const amount = part === undefined ? {} : { amount: decimal(part) };
    const led = await sendTwice(path, { provider: OPEN_RAIL, mobile: newMobile(), ...amount });
    return led?.split('?')[0]?.split('/').at(-1);
  }

  async function rush(shop: Shop, pay: Pay): Promise<boolean> {
    const once = await make(shop, { bututs: 30_00, most: 1, isRequest: false, whole: null });
    const parts = await make(shop, { bututs: null, most: null, isRequest: true, whole: 30_00 });
    if (once === undefined || parts === undefined) return false;
    const begun = [
      await Promise.all([1, 2, 3].map(() => begin(once.path, once.offer))),
      await Promise.all([1, 2, 3].map(() => begin(parts.path, parts.offer, 20_00))),
    ].map((ids) => ids.filter((id) => id !== undefined));
    await Promise.all(begun.flat().map((id) => pay(OPEN_RAIL, id)));
    await timeline.wait(HOUR_MS);
    return begun.every((ids) => ids.length > 1);
  }

  async function payBesideCash(shop: Shop, pay: Pay): Promise<boolean> {
    const made = await make(shop, { bututs: 25_00, most: 1, isRequest: true, whole: null });
    if (made === undefined) return false;
    const id = await begin(made.path, made.offer);
    if (id === undefined) return false;
    made.offer.isEnded = true;
    const said = { body: { note: 'Cash' }, name: `cash-${made.id}` };
    const marked = await ask(shop, 'POST', `/payment-requests/${made.id}/mark-paid`, said);
    await pay(OPEN_RAIL, id);
    await timeline.wait(HOUR_MS);
    return marked?.status === 200;
  }

  function newMobile(): string {
    return `+2207${String(800_000 + payers++).padStart(6, '0')}`;
  }

  async function buy(path: string, offer: Offer, own: Chance): Promise<void> {
    const bututs = offer.bututs ?? LEAST + own.below(MOST - LEAST);
    offer.typed.add(bututs);
    const mobile = newMobile();
    await timeline.wait(own.between(0, 20_000));
    await payAtPage({
      path,
      mobile,
      own,
      lastCode,
      ...(offer.bututs === null && { amount: decimal(bututs) }),
    });
  }

  /** The shop has changed its mind, or has the money in cash. */
  async function end(shop: Shop, id: string, offer: Offer, own: Chance): Promise<void> {
    await timeline.wait(own.between(100, 60_000));
    offer.isEnded = true;
    const name = `end-${id}`;
    if (!offer.isRequest)
      await ask(shop, 'PATCH', `/payment-links/${id}`, { body: { status: 'INACTIVE' }, name });
    else if (own.is(0.5)) await ask(shop, 'POST', `/payment-requests/${id}/cancel`, { body: {}, name });
    else await ask(shop, 'POST', `/payment-requests/${id}/mark-paid`, { body: { note: 'Cash' }, name });
  }

  /** Until it is answered plainly; the same each time. */
  async function ask(shop: Shop, method: string, path: string, given: { body: object; name: string }) {
    let answer: Answer | undefined;
    for (let tries = 1; tries <= 6; tries++) {
      const headers = { 'idempotency-key': given.name };
      answer = await gateway.ask(method, `/api/v1${path}`, {
        key: shop.keys.LIVE,
        body: given.body,
        headers,
      });
      if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer;
      await timeline.wait(1_000 * 2 ** tries);
    }
    return answer;
  }

  async function check(sql: Sql, requests: RequestRow[]): Promise<string[]> {
    const violations: string[] = [];
    const rows = await sql`
      select t.id, t.payment_link_id as link, t.client_id, t.client_reference, t.attempt, t.amount_bututs::int as bututs, t.status, t.late,
             t.over_limit, t.created_at,
             (select min(c.at) from transaction_changes c where c.client_id = t.client_id and c.transaction_id = t.id
                and c.to_status <> 'PENDING') as ended_at
      from transactions t
      where t.environment = 'LIVE' and t.type = 'collection' and not t.customer_chooses and t.payment_link_id is not null
      order by t.client_reference, t.attempt`;
    for (const row of rows) {
      const offer = offers.get(row.link);
      const isAsked = offer?.clientId === row.client_id && offer?.typed.has(row.bututs);
      if (!isAsked) continue;
      const { client_id: clientId, client_reference: reference } = row;
      const asked = {
        at: 0,
        kind: 'asked',
        clientId,
        type: 'collection',
        reference,
        provider: 'CUSTOMER_CHOICE',
      };
      requests.push({ ...asked, amount: decimal(row.bututs) } as RequestRow);
    }
    // Whoever pays has one attempt at a time, and is charged once; what its rail said after its end is told as that.
    for (const [at, row] of rows.entries()) {
      const next = rows[at + 1];
      if (next === undefined || next.client_reference !== row.client_reference) continue;
      if (row.ended_at === null || row.ended_at > next.created_at)
        violations.push(`${next.id} was begun while ${row.id} of the same payer could still be paid`);
      if (row.status === 'SUCCEEDED' && next.status === 'SUCCEEDED' && !row.late && !next.late)
        violations.push(`${row.id} and ${next.id} charged one payer twice`);
    }
    const afterCash = await sql`
      select t.id from payment_requests r
      join transactions t on t.client_id = r.client_id and t.environment = r.environment and t.payment_link_id = r.id
      join transaction_changes c on c.client_id = t.client_id and c.transaction_id = t.id and c.to_status = 'SUCCEEDED'
      where r.environment = 'LIVE' and c.at > r.paid_by_hand_at and not t.over_limit`;
    for (const { id } of afterCash)
      violations.push(
        `${id} was paid after its request was paid in cash, and nobody is told that it is one too many`,
      );
    const afterEnd = await sql`
      select t.id from payment_requests r
      join payment_links l on l.client_id = r.client_id and l.environment = r.environment and l.id = r.id
      join transactions t on t.client_id = r.client_id and t.environment = r.environment and t.payment_link_id = r.id
      join transaction_changes c on c.client_id = t.client_id and c.transaction_id = t.id and c.to_status = 'SUCCEEDED'
      where r.environment = 'LIVE' and l.takes_parts and l.collected_bututs < l.amount_bututs and c.at > r.cancelled_at and not t.over_limit`;
    for (const { id } of afterEnd)
      violations.push(`${id} is a part that was paid after its request was cancelled, and nobody is told`);
    const links = await sql`
      select id, succeeded_count as count, collected_bututs::int as bututs from payment_links where environment = 'LIVE'`;
    for (const { id, count, bututs } of links) {
      const offer = offers.get(id);
      if (offer === undefined) continue;
      const paid = rows.filter((row) => row.link === id && row.status === 'SUCCEEDED');
      const sum = paid.reduce((before, row) => before + row.bututs, 0);
      const beyond = paid.filter((row) => row.over_limit).length;
      if (paid.length !== count || sum !== bututs)
        violations.push(`link ${id} says ${count} payments of ${bututs}, and has ${paid.length} of ${sum}`);
      if (offer.most !== null && paid.length - beyond > offer.most)
        violations.push(`link ${id} took ${paid.length - beyond} payments of ${offer.most}, unseen`);
      const within = paid.filter((row) => !row.over_limit).reduce((before, row) => before + row.bututs, 0);
      if (offer.whole !== null && within > offer.whole)
        violations.push(`request ${id} took ${within} of ${offer.whole}, unseen`);
      if (
        offer.whole === null &&
        !offer.isEnded &&
        beyond > Math.max(0, paid.length - (offer.most ?? paid.length))
      )
        violations.push(
          `link ${id} calls ${beyond} of ${paid.length} payments too many; it takes ${offer.most}`,
        );
    }
    return violations;
  }
}

const decimal = (bututs: number) => `${Math.floor(bututs / 100)}.${String(bututs % 100).padStart(2, '0')}`;
