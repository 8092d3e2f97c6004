import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { approve } from '#lib/approvals/decide-approval';
import { type Environment, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { askToClose } from '#lib/ledger/ask-to-close';
import { auditLedger } from '#lib/ledger/audit';
import { fundFloat } from '#lib/ledger/fund-float';
import { lastDayOf } from '#lib/ledger/periods';
import { getLatestAudit } from '#lib/ledger/run-audit';
import { getTrialBalance } from '#lib/ledger/trial-balance';
import { fundLiveFloat } from '#lib/rails/fund-live-float';
import { getWhereMoneyIs } from '#lib/rails/where-money-is';
import type { Findings } from './files.ts';
import type { Town } from './town.ts';

/** Two operators close the month; what is dated into it afterwards is refused, whoever books it. */
export async function closeMonth(
  on: Findings,
  town: Town,
  environment: Environment,
  owner: Sql,
): Promise<void> {
  const { first, second, client } = town;
  const say = (what: string) => `${environment}: ${what}`;
  const request = await askToClose(first, { month: on.month, environment });
  const alone = await codeOf(approve(first, request.id));
  on.check(say('the one who asked to close approves it'), alone, alone === 'FORBIDDEN');
  while ((await getLatestAudit(new Date()))?.status === 'RUNNING') await sleep(200);
  const wrong = (await getLatestAudit(new Date()))?.lines.filter(({ violations }) => violations > 0) ?? [];
  on.check(say('violations of the recount before the close'), JSON.stringify(wrong), wrong.length === 0);
  if (wrong.length > 0) throw new Error(`The recount found: ${JSON.stringify(wrong)}`);
  const closed = await approve(second, request.id);
  on.check(say('the month is closed by the other'), closed.status, closed.status === 'DONE');

  const late = new Date(`${lastDayOf(on.month)}T12:00:00.000Z`);
  const book = (now: () => Date) =>
    environment === 'LIVE'
      ? fundLiveFloat({ ...first, now }, 'PROVIDER_W', { id: newId(now()), amount: 1_00n, note: 'Late.' })
      : fundFloat(systemContext(client, environment, now), 'PROVIDER_W', 1_00n);
  const booked = await codeOf(book(() => late));
  on.check(say('a top-up dated into it, by the application'), booked, booked === 'KA020');
  const bySql = await codeOf(
    owner`insert into journals (client_id, environment, id, kind, created_at)
      values (${client.id}, ${environment}, ${newId(late)}, 'adjustment', ${late.toISOString()})`,
  );
  on.check(say('a journal dated into it, by the database’s owner'), bySql, bySql === 'KA020');
  const now = await codeOf(book(() => new Date()));
  on.check(say('the same top-up, dated now'), now, now === 'done');
  const { close, totals } = await getTrialBalance({ environment, date: lastDayOf(on.month) }, new Date());
  on.check(
    say('what differs from the trial balance that the close has kept'),
    close?.differs.join(', ') || 'nothing',
    close?.differs.length === 0 && totals.difference === '0.00',
  );
}

export async function checkAudit(on: Findings, owner: Sql): Promise<void> {
  const lines = await auditLedger(owner);
  const broken = lines.filter(({ violations }) => violations !== 0);
  on.check(
    `violations that the audit finds, of ${lines.length} checks`,
    broken.map(({ name }) => name).join(', ') || '0',
    broken.length === 0 && lines.length > 0,
  );
  const open = await owner`select kind, provider, subject, details from cases where status = 'OPEN'`;
  on.check('cases left open', JSON.stringify(open), open.length === 0);
}

/** The books of each rail's wallet against what the rail itself has; and whose money it is against where it is. */
export async function checkWallets(on: Findings, atRails: Record<string, string>): Promise<void> {
  const { rails, total, owners } = await getWhereMoneyIs();
  for (const { provider, books, wallet } of rails) {
    const atRail = atRails[provider] ?? '';
    on.check(
      `${provider}: books, and the rail’s own record`,
      `${books.total}, ${atRail}`,
      books.total === atRail,
    );
    if (wallet !== null) {
      on.check(`${provider}: what the wallet differs by`, wallet.difference, wallet.difference === '0.00');
    }
  }
  on.check(
    'a rail tells its wallet',
    '',
    rails.some(({ wallet }) => wallet !== null),
  );
  const sum = owners.reduce((all, { amount }) => all + BigInt(amount.replace('.', '')), 0n);
  on.check('where the money is, and whose it is', `${total}`, sum === BigInt(total.replace('.', '')));
}

/** How it was refused; `done` if it was not. */
async function codeOf(work: PromiseLike<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: { code?: string } };
    return code ?? cause?.code ?? String(error);
  }
}
