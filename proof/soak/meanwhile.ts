import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { UserContext } from '#lib/auth/user-context';
import { reverseAsOperator } from '#lib/payouts/reverse-as-operator';
import { railDefinitions } from '#lib/rails/registry';
import type { ReversalRow } from './checker.ts';
import { approveOther, askForOther } from './connect.ts';
import { operator } from './operators.ts';
import type { Rails } from './stage.ts';

// What happens besides the merchants' own requests while the soak runs: operators take payouts back and connect other
// wallets, and the rails pay what they had refused and give back what they had paid.

const hasKeys = ['PROVIDER_W', 'PROVIDER_C'];
const triesToConnect = 60;
/** How a rail says that it has not taken a payout back, although it has. */
const liesAboutReversals = ['done_then_401', 'done_then_403_html', 'reset_done', 'error_500_done'];

const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];

/** A rail pays what it had refused, or what had failed there: one of the last payouts that ended without money here. */
export async function payAfterAll(sql: Sql, rails: Rails): Promise<void> {
  const rows = await sql`
    select id, provider from transactions
    where environment = 'LIVE' and (type = 'payout' or refund_method = 'payout') and status = 'FAILED'
      and not delivered_after_failure and provider in ${sql(hasKeys)} order by id desc limit 5`;
  const row = oneOf(rows);
  if (row === undefined) return;
  // At whichever wallet it was refused.
  for (const wallet of walletsOf(rails)) {
    const order = { rail: row.provider, reference: row.id, state: 'paid', wallet };
    if (await rails.control('/payout-end', order).catch(() => undefined)) return;
  }
}

/**
 * An operator wants a payout of PROVIDER_W back; in most cases the rail does it and answers as if it had not, its notice
 * is lost, and it refuses to hear of it again. What the operator was told is for the checker.
 */
export async function reverseOne(sql: Sql, rails: Rails, told: ReversalRow[]): Promise<void> {
  const rows = await sql`
    select id from transactions
    where environment = 'LIVE' and type = 'payout' and status = 'SUCCEEDED' and provider = 'PROVIDER_W'
      and not id = any (${told.map(({ transactionId }) => transactionId)}) order by id desc limit 20`;
  const id = oneOf(rows)?.id as string | undefined;
  if (id === undefined) return;
  const misbehave = (rule: object) =>
    rails.control('/misbehave', { rail: 'PROVIDER_W', reference: id, ...rule });
  if (Math.random() < 0.7) {
    await misbehave({ operation: 'reverse', kind: oneOf(liesAboutReversals) });
    await misbehave({ operation: 'notice', kind: 'lost' });
    if (Math.random() < 0.5) await misbehave({ operation: 'reverse', kind: 'duplicate_refused', times: 3 });
  }
  const answer = await reverseAsOperator(await operator('Clerk'), id, 'The shop asked for it.').then(
    ({ transaction }) => transaction.status as string,
    (error: { code?: string }) => error.code ?? 'LOST',
  );
  told.push({ transactionId: id, told: answer });
}

/** A rail gives back by itself what it has paid, and tells of every second one in its statement only. */
export async function returnOne(sql: Sql, rails: Rails, returned: Set<string>): Promise<void> {
  const rows = await sql`
    select id, provider, rail_reference from transactions
    where environment = 'LIVE' and type = 'payout' and status = 'SUCCEEDED' and rail_reference is not null
    order by id desc limit 20`;
  const row = oneOf(rows);
  if (row === undefined) return;
  const { id, provider: rail, rail_reference } = row;
  if (Math.random() < 0.5)
    await rails.control('/misbehave', { rail, reference: id, operation: 'notice', kind: 'lost' });
  returned.add(id);
  for (const wallet of walletsOf(rails)) {
    const order = { rail, rail_reference, wallet };
    if (await rails.control('/reverse', order).catch(() => undefined)) return;
  }
}

/** Two operators connect a rail to its other wallet, whatever is open at the first. */
export async function connectSecond(rails: Rails, provider: string): Promise<void> {
  const definition = railDefinitions.find(({ traits }) => traits.provider === provider)!;
  const settings = { ...rails.settings, ...rails.settings2 };
  await surely(await operator('Clerk'), askForOther(definition, settings));
  await surely(await operator('Supervisor'), approveOther(definition));
}

async function surely(who: UserContext, work: (operator: UserContext) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(who);
    } catch (error) {
      if (tries >= triesToConnect) throw error;
      await sleep(500);
    }
  }
}

function walletsOf({ settings2 }: Rails): readonly number[] {
  return settings2 === undefined ? [1] : [1, 2];
}
