import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { closeDatabase } from '#db/client';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { comesTrue, strike } from '#proof/soak/stage';
import { build } from '#scripts/build';
import { elapsed, step } from '#scripts/terminal';
import { type Prometheus, shippedAlerts, startPrometheus } from './prometheus.ts';
import { OPERATOR, raiseStage, type Stage } from './stage.ts';

// npm run alerts [-- --only calm,audit,worker,periodic,seal,errors,slow,rails,database,history] [--keep]: a Kaira with two server processes and a worker apart, a real Prometheus with the shipped
// rules, and for each alert what it is for, until it fires. First all is well for a while, and nothing may fire. Exits
// with 1 if an alert did not fire, or fired without its cause. Some seven minutes.

interface Fired {
  alert: string;
  cause: string;
  seconds: number | undefined;
}

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'boolean', default: false } },
});
const only = options.only?.split(',');
const startedAt = performance.now();
const results: Fired[] = [];
let stage: Stage;
let prometheus: Prometheus | undefined;

await runAndClearUp(run, async () => {
  await prometheus?.stop();
  await stage?.sql.end({ timeout: 1 });
  await closeDatabase();
  await strike(options.keep);
});
// Where one part failed, another may still be at work.
process.exit();

async function run(): Promise<void> {
  await build();
  stage = await step('Kaira, its worker, the rails', raiseStage);
  prometheus = await startPrometheus(stage.folder, stage.targets, stage.token);
  await part('calm', staysCalm);
  await Promise.all([part('audit', auditAndBackup), part('worker', workerGone)]);
  const others = async () => {
    await part('errors', errors);
    await Promise.all([part('slow', slow), part('rails', rails)]);
  };
  // It takes more than two minutes, and disturbs nothing else.
  await Promise.all([part('periodic', periodicLate), part('seal', sealLate), others()]);
  await part('database', freeze);
  await part('history', loseHistory);
  report();
}

async function part(name: string, work: () => Promise<void>): Promise<void> {
  if (only && !only.includes(name)) return;
  const from = performance.now();
  await work();
  console.log(`  ${name}: ${elapsed(from)}`);
}

/** Idle, and then with payments: neither may raise anything. */
async function staysCalm(): Promise<void> {
  await sleep(20_000);
  const load = steady(500, () => stage.collect('PROVIDER_W'));
  await sleep(30_000);
  await load.stop();
  const raised = [...(await prometheus!.alerts('pending')), ...(await prometheus!.alerts('firing'))];
  if (raised.length > 0) throw new Error(`Without a cause: ${raised.join(', ')}; files in ${stage.folder}`);
}

async function auditAndBackup(): Promise<void> {
  const { sql, run: npm, folder } = stage;
  const moveStart = (hours: number) =>
    sql`update clients set created_at = created_at + make_interval(hours => ${hours})`;
  await fires(
    'the first start 30 h ago, by a change of the row',
    ['KairaAuditOld', 'KairaBackupOld'],
    40,
    async () => {
      await moveStart(-30);
    },
  );
  await fires('a balance changed behind the guards; npm run audit', ['KairaAuditFault'], 60, async () => {
    await sql`update accounts set balance_bututs = balance_bututs - 1 where environment = 'LIVE' and name = 'available'`;
    const { code, said } = await npm('audit');
    if (code !== 1 || !/balance/.test(said.split(' invariants, ')[1] ?? ''))
      throw new Error(`npm run audit did not find what was changed:\n${said}`);
  });
  await sql`update accounts set balance_bututs = balance_bututs + 1 where environment = 'LIVE' and name = 'available'`;
  // As it was, since clients are sealed; then back again, so that nothing but the audit and the backup ends the alerts.
  await moveStart(30);
  const audited = await npm('audit');
  if (audited.code !== 0) throw new Error(`npm run audit still finds something:\n${audited.said}`);
  await moveStart(-30);
  const kept = await npm('backup', '--to', `${folder}/backups`);
  if (kept.code !== 0) throw new Error(`npm run backup failed:\n${kept.said}`);
  await ends(['KairaAuditOld', 'KairaBackupOld', 'KairaAuditFault'], 40);
  await moveStart(30);
}

async function workerGone(): Promise<void> {
  await earn('100.00');
  const load = steady(1_000, () => stage.collect('PROVIDER_W'));
  const gone = ['KairaDown', 'KairaWorkerUnseen', 'KairaWorkLeftUndone'];
  await fires('the worker killed with SIGKILL, and none in its place', gone, 120, async () => {
    await stage.killWorker();
    // The servers make these, and only the worker tells of them.
    await repeat(12, 100, () => stage.payOut('PROVIDER_W', '1.00'));
  });
  // So that they do not all leave between two scrapes.
  stage.setReceiverDelay(8_000);
  await fires('webhooks that waited for the next worker', ['KairaWebhooksLate'], 60, stage.startWorker);
  await load.stop();
  stage.setReceiverDelay(0);
  await ends(gone, 60);
}

async function periodicLate(): Promise<void> {
  const { sql } = stage;
  await fires('balances cannot be added up: a privilege taken away', ['KairaPeriodicLate'], 240, async () => {
    await sql`revoke execute on function fold_entries() from kaira_app`;
  });
  await sql`grant execute on function fold_entries() to kaira_app`;
}

/** The last seal is put back as it was: the chain of seals is over its time as well. */
async function sealLate(): Promise<void> {
  const { sql } = stage;
  const moveLast = (minutes: number) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        update book_seals set sealed_at = sealed_at + make_interval(mins => ${minutes})
        where id = (select max(id) from book_seals)`;
    });
  await fires(
    'books cannot be sealed: a privilege taken away, and the last seal moved 10 min back',
    ['KairaSealLate'],
    60,
    async () => {
      await sql`revoke execute on function seal_books(int) from kaira_app`;
      await earn('100.00');
      await moveLast(-10);
    },
  );
  await moveLast(10);
  await sql`grant execute on function seal_books(int) to kaira_app`;
}

function freeze(): Promise<void> {
  return fires('PostgreSQL stopped with SIGSTOP for 20 s', ['KairaDatabaseAway'], 40, () =>
    stage.freezeDatabase(20_000),
  );
}

/** What was acknowledged is taken out of the database behind the guards; an operator accepts that it is gone. */
async function loseHistory(): Promise<void> {
  const { sql } = stage;
  await fires('an acknowledged collection that is gone', ['KairaHistoryLost'], 60, async () => {
    let made: Awaited<ReturnType<Stage['collect']>>;
    // The database may have come back only just now.
    await comesTrue(async () => {
      made = await stage.collect('PROVIDER_W');
      return made !== undefined;
    }, 30_000);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from transactions where id = ${made!.transaction_id}`;
    });
  });
  if (
    (await stage.run('history:accept', '--by', OPERATOR, '--why', 'it was taken away by the trial')).code !==
    0
  )
    throw new Error('npm run history:accept failed');
  await ends(['KairaHistoryLost'], 40);
}

async function rails(): Promise<void> {
  const { sql, rails: simulated } = stage;
  const declineOne = async () => {
    const made = await stage.collect('PROVIDER_C');
    if (made) await simulated.control('/decline', { rail: 'PROVIDER_C', reference: made.transaction_id });
  };
  await earn('9000.00');
  const holdOne = async () => {
    const held = (await stage.payOut('PROVIDER_A', '50.00'))!;
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update transactions set held_since = now() - interval '31 minutes' where id = ${held.transaction_id}`;
    });
  };
  const drain = () => repeat(30, 1_000, () => stage.payOut('PROVIDER_W', '50.00'));
  await Promise.all([
    fires('customers of PROVIDER_C who decline', ['KairaRailFails'], 90, () => repeat(60, 400, declineOne)),
    fires('payouts that drain the float of PROVIDER_W', ['KairaFloatLow'], 60, drain),
    fires('a payout that waits for a float, moved 31 min back', ['KairaPayoutsHeld'], 40, holdOne),
    fires('a charge of PROVIDER_A whose answer is lost', ['KairaUnknownOutcome'], 60, loseCharge),
  ]);
  await fires('PROVIDER_C answers nothing', ['KairaRailUnknown', 'KairaRailClosed'], 90, async () => {
    await simulated.control('/outage', { rail: 'PROVIDER_C', on: true, by: 'reset' });
    await repeat(40, 500, () => stage.collect('PROVIDER_C'));
  });
  await simulated.control('/outage', { rail: 'PROVIDER_C', on: false });
}

/** A collection that its customer pays, so that the client has something to pay out. */
async function earn(amount: string): Promise<void> {
  const { sql, rails: simulated } = stage;
  const { transaction_id: id } = (await stage.collect('PROVIDER_C', amount))!;
  await simulated.control('/pay', { rail: 'PROVIDER_C', reference: id });
  const isCredited = async () =>
    (await sql`select from transactions where id = ${id} and status = 'SUCCEEDED'`).length > 0;
  await comesTrue(isCredited, 30_000, 200);
}

async function loseCharge(): Promise<void> {
  const { rails: simulated } = stage;
  const made = (await stage.collect('PROVIDER_A'))!;
  const code = () => simulated.control<{ code: string }>(`/sms?mobile=${encodeURIComponent(made.mobile)}`);
  await comesTrue(async () => (await code()) !== undefined, 30_000);
  await simulated.control('/misbehave', { rail: 'PROVIDER_A', kind: 'reset_done', operation: 'charge' });
  await stage.api('POST', `/collections/${made.transaction_id}/otp`, { otp: (await code())!.code });
}

async function errors(): Promise<void> {
  const { sql, rails: simulated } = stage;
  // Opened before, since they could not be afterwards.
  const open: string[] = [];
  await repeat(30, 100, async () => {
    const made = await stage.collect('PROVIDER_C');
    if (made) open.push(made.transaction_id);
  });
  const functions = 'commit_changes(jsonb), commit_together(jsonb)';
  await fires(
    'nothing can be committed: a privilege taken away',
    ['KairaErrors', 'KairaJobsFail'],
    90,
    async () => {
      await sql.unsafe(`revoke execute on function ${functions} from kaira_app`);
      const load = steady(500, () => stage.collect('PROVIDER_W'));
      for (const reference of open) {
        await simulated.control('/decline', { rail: 'PROVIDER_C', reference });
        await sleep(1_000);
      }
      await load.stop();
    },
  );
  await sql.unsafe(`grant execute on function ${functions} to kaira_app`);
}

async function slow(): Promise<void> {
  const { rails: simulated } = stage;
  await fires('PROVIDER_W takes seconds to answer', ['KairaSlow'], 60, async () => {
    await simulated.control('/misbehave', {
      rail: 'PROVIDER_W',
      kind: 'latency',
      operation: 'open',
      seconds: 3,
      times: 60,
    });
    await repeat(40, 500, () => stage.collect('PROVIDER_W'));
  });
  await simulated.control('/behave', {});
}

/** Has the cause begin, and waits until all of these alerts fire; none of them may have before. */
async function fires(
  cause: string,
  alerts: string[],
  withinSeconds: number,
  act: () => Promise<unknown>,
): Promise<void> {
  const { firingSince } = prometheus!;
  const early = alerts.filter((alert) => firingSince.has(alert));
  const from = performance.now();
  const acting = act();
  // It is thrown below, once it is awaited.
  acting.catch(() => {});
  const since = new Map<string, number>();
  await comesTrue(
    async () => {
      for (const alert of alerts) {
        const at = firingSince.get(alert);
        if (at !== undefined && !since.has(alert) && !early.includes(alert)) since.set(alert, at - from);
      }
      return since.size === alerts.length;
    },
    withinSeconds * 1_000,
    250,
  );
  for (const alert of alerts) {
    const ms = since.get(alert);
    results.push({ alert, cause, seconds: ms === undefined ? undefined : Math.max(0, ms) / 1_000 });
  }
  await acting;
}

/** Throws when one of them still fires after this time, its cause being gone. */
async function ends(alerts: string[], withinSeconds: number): Promise<void> {
  const left = () => alerts.filter((alert) => prometheus!.firingSince.has(alert));
  if (!(await comesTrue(async () => left().length === 0, withinSeconds * 1_000, 500)))
    throw new Error(`Without their cause still: ${left().join(', ')}`);
}

async function repeat(times: number, everyMs: number, work: () => Promise<unknown>): Promise<void> {
  const all: Promise<unknown>[] = [];
  for (let time = 0; time < times; time++) {
    all.push(work());
    await sleep(everyMs);
  }
  await Promise.all(all);
}

function steady(everyMs: number, work: () => Promise<unknown>): { stop(): Promise<void> } {
  let isOver = false;
  const going = (async () => {
    while (!isOver) await repeat(1, everyMs, work);
  })();
  return {
    async stop() {
      isOver = true;
      await going;
    },
  };
}

function report(): void {
  const tried = new Map(results.map((each) => [each.alert, each]));
  const missing = shippedAlerts().filter((alert) => tried.get(alert)?.seconds === undefined);
  console.log('\n| alert | what was done | fired after |\n|---|---|---|');
  for (const alert of shippedAlerts()) {
    const { cause, seconds } = tried.get(alert) ?? {};
    if (cause)
      console.log(
        `| \`${alert}\` | ${cause} | ${seconds === undefined ? 'not' : `${seconds.toFixed(0)} s`} |`,
      );
  }
  const untried = missing.filter((alert) => !tried.has(alert));
  console.log(
    `\nDone in ${elapsed(startedAt)}. Did not fire: ${missing.filter((each) => tried.has(each)).join(', ') || 'none'}; not tried: ${untried.join(', ') || 'none'}`,
  );
  if (missing.length > (only ? untried.length : 0)) process.exitCode = 1;
}
