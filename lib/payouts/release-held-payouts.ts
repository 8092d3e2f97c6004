import { sqlClient } from '#db/client';
import { type Context, type Environment, systemContext } from '#lib/context';
import { floatOwner } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { send } from '#lib/rail-work/send';
import { CALL_LEASE_MS } from '#lib/rail-work/timetable';
import { findRail, hasOneWallet, railDefinitions } from '#lib/rails/registry';
import { commitOn } from '#lib/transactions/advance';
import { type Change, decide } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { fromRow } from '#lib/transactions/row';
import type { Transaction } from '#lib/transactions/transaction';

/** A payout that is too big for the float is overtaken until it is this old; contract.md §4. */
const OVERTAKEN_FOR_MS = 60 * 60 * 1000;
const QUEUE_PAGE = 200;

/** The payouts that wait for one float: a client's in the sandbox, all clients' in live. */
interface Queue {
  environment: Environment;
  provider: string;
  /** Null in live. */
  clientId: string | null;
  /** The rail has said that it is short, and has taken nothing since: one payout goes first, to see. */
  isShort?: boolean;
}

/**
 * The queues whose float has room for one that may go next: the first, if it is old enough not to be overtaken; else
 * the smallest.
 */
export async function listReleasableQueues(): Promise<Queue[]> {
  const house = floatOwner('LIVE', '');
  const oneWalletRails = railDefinitions
    .filter((each) => each.traits.oneWallet)
    .map((each) => each.traits.provider);
  const rows = await sqlClient()`
    with queues as (
      select case environment when 'LIVE' then null else client_id end as client_id, environment, provider,
             case when (array_agg(held_since order by id))[1] < now() - make_interval(secs => ${OVERTAKEN_FOR_MS / 1000})
                  then (array_agg(amount_bututs + rail_fee_bututs order by id))[1] else min(amount_bututs + rail_fee_bututs) end as wanted
      from transactions t
      where status = 'AWAITING_LIQUIDITY' and not stays_held(t) and exists (select from clients k where k.id = t.client_id and k.status = 'ACTIVE')
      group by 1, 2, 3
    )
    select q.client_id, q.environment, q.provider, w.short_until is not null as is_short from queues q
    join accounts a on a.client_id = coalesce(q.client_id, ${house}::uuid) and a.environment = q.environment
      and a.name = 'rail_float:' || q.provider
    left join rail_wallets w on q.environment = 'LIVE' and w.provider = q.provider
    where coalesce(w.short_until, '-infinity') <= now() and a.balance_bututs - a.reserved_bututs + coalesce((
      select sum(u.amount_bututs - u.reserved_bututs) from unfolded_entries u
      where u.client_id = a.client_id and u.environment = a.environment and u.account = a.name), 0)
      + case when q.environment = 'LIVE' and q.provider = any (${oneWalletRails}) then cover_on(q.provider) else 0 end >= q.wanted`;
  return rows.map((row) => ({
    clientId: row.client_id,
    environment: row.environment,
    provider: row.provider,
    isShort: row.is_short,
  }));
}

/**
 * Guarantee: held payouts leave in the order in which they came, as far as the float reaches; a younger one that
 * fits overtakes one that does not, until that one is an hour old. Those of a suspended client stay, and so does what would give a payer
 * back more than came (`stays_held`). Safe to run in many places at once.
 */
export async function releaseHeldPayouts(queue: Queue, now = () => new Date()): Promise<number> {
  const sql = sqlClient();
  if (queue.isShort && !(await takeProbe(queue.provider))) return 0;
  const own = queue.clientId === null ? sql`` : sql`and t.client_id = ${queue.clientId}`;
  let released = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await sql`
      select t.*, c.name as client_name, c.commission_bps as client_commission_bps
      from transactions t join clients c on c.id = t.client_id
      where t.environment = ${queue.environment} and t.provider = ${queue.provider} ${own}
        and t.status = 'AWAITING_LIQUIDITY' and c.status = 'ACTIVE' and t.id > ${after} and not stays_held(t)
      order by t.id limit ${QUEUE_PAGE}`;
    for (const row of rows) {
      const payout = fromRow(row);
      const client = { id: payout.clientId, name: row.client_name, commissionBps: row.client_commission_bps };
      const outcome = await release({ ...systemContext(client, queue.environment), now }, payout);
      if (outcome === 'released') released++;
      if (outcome === 'released' && queue.isShort) return released;
      const isOld =
        payout.heldSince !== null && now().getTime() - payout.heldSince.getTime() > OVERTAKEN_FOR_MS;
      if (outcome === 'float_short' && isOld) return released;
      after = payout.id;
    }
    if (rows.length < QUEUE_PAGE) return released;
  }
}

/** The end of a scenario that held a payout for want of float: it brings what is missing and goes, whoever else waits. */
export async function releaseFromScenario(ctx: Context, payout: Transaction): Promise<void> {
  if ((await release(ctx, payout)) !== 'float_short') return;
  await fundFloat(ctx, payout.provider, payout.amountBututs);
  await release(ctx, payout);
}

/** True for one caller: the next one waits until the rail must have answered the payout that goes first. */
async function takeProbe(provider: string): Promise<boolean> {
  const taken = await sqlClient()`
    update rail_wallets set short_until = now() + make_interval(secs => ${CALL_LEASE_MS / 1000})
    where provider = ${provider} and short_until <= now() returning 1`;
  return taken.length > 0;
}

async function release(ctx: Context, payout: Transaction): Promise<'released' | 'float_short' | 'gone'> {
  if ((await findRail(payout.environment, payout.provider)) === undefined) return 'gone';
  const coverFloat = hasOneWallet(payout);
  const begin = (present: Transaction, now: Date): Change[] | null => {
    const decided = decide(present, present, { kind: 'float_funded' }, now);
    if ('refused' in decided) return null;
    const funded = { ...decided, coverFloat };
    // Inside the process it is delivered in the same statement, so the step in between is seen by nobody and announced
    // to nobody. Over the wire, a worker sends it.
    if (payout.environment === 'SANDBOX') return [{ ...funded, event: null }];
    return [{ ...funded, operations: [{ kind: 'send', runAt: now }] }];
  };
  const { moved, refusal } = await (payout.environment === 'SANDBOX'
    ? send(ctx, payout, { begin })
    : commitOn(ctx, payout, (present) => begin(present, ctx.now()), reread));
  if (moved) return 'released';
  return refusal?.outcome === 'float_short' ? 'float_short' : 'gone';
}
