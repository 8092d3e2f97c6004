import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import { mobile, money } from '#lib/browser/format';
import { banjulDay } from '#lib/clock';
import type { MessageFacts } from '#lib/messages/letters';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';
import { formatAmount } from '#lib/money';
import { listHeldBack } from '#lib/payouts/held-back';
import { railDefinitions } from '#lib/rails/registry';

/** A payout that waits for less is no news: most are released within a moment. */
const HELD_FOR_MS = 10 * 60_000;

/**
 * Tells each client, once for this time however often it is asked, of live payouts that failed in it, and of those that
 * were paid above the amount from which the client wants a second person.
 */
export async function tellOfEndedPayouts(from: Date, until: Date): Promise<void> {
  const providers = railDefinitions.map(({ traits }) => traits.provider);
  const rows = await sqlClient()`
    select t.client_id, t.status, count(*)::text as count, sum(t.amount_bututs)::text as amount,
           c.payout_approval_above_bututs::text as above, (array_agg(t.customer_name order by t.id))[1] as customer_name,
           (array_agg(t.mobile order by t.id))[1] as mobile, (array_agg(t.client_reference order by t.id))[1] as reference,
           (array_agg(t.failure_message order by t.id))[1] as failure_message
    from transactions t join clients c on c.id = t.client_id
    where t.environment = 'LIVE' and t.provider = any (${providers}) and t.completed_at >= ${from.toISOString()}
      and t.completed_at < ${until.toISOString()} and t.type = 'payout'
      and (t.status = 'FAILED' and t.failure_code <> 'CANCELLED_BY_CLIENT' or t.status = 'SUCCEEDED' and t.amount_bututs > c.payout_approval_above_bututs)
    group by t.client_id, t.status, c.payout_approval_above_bututs`;
  for (const row of rows) {
    const facts = { count: row.count as string, amount: amountOf(row.amount), who: recipientOf(row) };
    const tell = <Kind extends 'payouts_failed' | 'large_payout'>(kind: Kind, told: MessageFacts<Kind>) => {
      const event = `${kind}:${row.client_id}:${until.toISOString()}`;
      return queueMessage(until, { kind, event, facts: told }, peopleOf(kind, row.client_id, always()));
    };
    if (row.status === 'FAILED') await tell('payouts_failed', { ...facts, why: row.failure_message ?? '' });
    else await tell('large_payout', { ...facts, above: amountOf(row.above) });
  }
}

/** Tells each client, once of each, what waits and is not sent, for its customer would have back more than came. */
export async function tellOfHeldBack(now: Date): Promise<void> {
  for (const { id, clientId, type, amountBututs, clientReference: reference } of await listHeldBack()) {
    const kind = 'payment_held_back' as const;
    const facts = { id, type, amount: money(formatAmount(amountBututs)), reference };
    await queueMessage(now, { kind, event: `${kind}:${id}`, facts }, peopleOf(kind, clientId, always()));
  }
}

/** Tells each client, once a day for each rail, of live payouts that wait for its float. */
export async function tellOfHeldPayouts(now: Date): Promise<void> {
  const rows = await sqlClient()`
    select t.client_id, t.provider, count(*)::text as count, sum(t.amount_bututs)::text as amount
    from transactions t join clients c on c.id = t.client_id and c.status = 'ACTIVE'
    where t.environment = 'LIVE' and t.status = 'AWAITING_LIQUIDITY' and t.type = 'payout'
      and not exceeds_what_came(t) and t.held_since < ${new Date(now.getTime() - HELD_FOR_MS).toISOString()}
    group by 1, 2`;
  for (const { client_id, provider, count, amount } of rows) {
    const kind = 'payouts_held' as const;
    const event = `${kind}:${client_id}:${provider}:${banjulDay(now)}`;
    const facts = { count, provider, amount: amountOf(amount) };
    await queueMessage(now, { kind, event, facts }, peopleOf(kind, client_id, always()));
  }
}

const amountOf = (bututs: string) => money(formatAmount(BigInt(bututs)));
const always = (): Fragment => sqlClient()`true`;

function recipientOf(row: Record<string, string | null>): string {
  const number = mobile(row.mobile ?? '');
  return `${row.customer_name ? `${row.customer_name}, ${number}` : number} (your reference ${row.reference})`;
}
