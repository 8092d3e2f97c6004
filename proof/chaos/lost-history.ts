import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { closeDatabase, connect } from '#db/client';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { createApiKey, createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { freePort, openFolder, setDatabase, startGateways, strike } from '#proof/soak/stage';
import { build } from '#scripts/build';
import { step } from '#scripts/terminal';
import { type Pair, startPair } from './failover-pair.ts';
import { startWire, type Wire } from './wire.ts';

// npm run failover:lost [-- --case lagging | returned --hosts one | two --seconds 3 --keep]
// The database goes back in time under live payments. `lagging`: a standby that had fallen behind is promoted when the
// primary dies. `returned`: the primary freezes, its standby is promoted and takes payments, and then the old one is let
// back. What was acknowledged is compared with what the database has, the gateway must refuse, the audit must name every
// one, and an operator's decision must let it go on, all without a restart. Exits with 1 if any of this does not hold.

const { values: options } = parseArgs({
  options: {
    case: { type: 'string', default: 'lagging' },
    /** One address with something like HAProxy behind it, or both servers in DATABASE_URL. */
    hosts: { type: 'string', default: 'one' },
    seconds: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
  },
});
const CALLERS = 16;
const operator = 'operator@lost.example';

const over = new AbortController();
let pair: Pair | undefined;
let wire: Wire | undefined;
await runAndClearUp(run, () => {
  over.abort();
  return closeDatabase()
    .then(() => strike(true))
    .then(() => wire?.close())
    .then(() => pair?.stop())
    .then(() => strike(options.keep));
});

interface Answer {
  status: number;
  at: number;
  reference: string;
  id?: string;
  isHistory: boolean;
}

async function run(): Promise<void> {
  await build();
  const folder = await openFolder();
  pair = await step('A primary and an asynchronous standby', () => startPair(folder, false, false));
  const { primary, standby } = pair;
  await migrate(primary.url, applicationUrl(primary.url));
  let present = primary.port;
  wire = await startWire(() => present);
  const url = options.hosts === 'two' ? pair.url : withPort(primary.url, wire.port);
  setDatabase(primary.url);
  const id = await createClient({
    name: 'Shop',
    businessPhone: '+2207000003',
    businessEmail: 'a@lost.example',
  });
  const key = await createApiKey(id, 'SANDBOX');
  await createUser({ clientId: null, email: operator, name: 'Awa Ceesay', role: 'admin' });
  await closeDatabase();
  const gateways = await startGateways([await freePort()], {
    DATABASE_URL: applicationUrl(url),
    KAIRA_WORKER: 'off',
  });
  const answers: Answer[] = [];
  const load = callers(gateways.all[0]!.origin, key, answers, over.signal);

  const switchTo = async (port: number) => {
    present = port;
    await wire?.cut(50);
  };
  await sleep(Number(options.seconds) * 1_000);
  if (options.case === 'lagging') {
    await pair.cutStandbyOff();
    await sleep(Number(options.seconds) * 1_000);
    pair.signalPrimary('SIGKILL');
    await pair.promote();
    await switchTo(standby.port);
  } else {
    pair.signalPrimary('SIGSTOP');
    await pair.promote();
    await switchTo(standby.port);
    await sleep(Number(options.seconds) * 1_000);
    pair.signalPrimary('SIGCONT');
    await switchTo(primary.port);
  }
  const wentBackAt = Date.now();
  const refused = await until(answers, (each) => each.at >= wentBackAt && each.isHistory);
  await sleep(2_000);

  const app = { KAIRA_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: applicationUrl(url) };
  const stray = answers.filter((each) => each.status === 200 && each.at >= wentBackAt);
  const acknowledged = answers.filter((each) => each.status === 200);
  const lost = await missing(present === primary.port ? primary.url : standby.url, acknowledged);
  const audit = await command('audit', ['--json'], app);
  const named = new Set(
    (JSON.parse(audit.text) as { history: { missing: { id: string }[] } }).history.missing.map(
      (each) => each.id,
    ),
  );
  const unnamed = lost.filter((each) => !named.has(each.id ?? ''));
  const decidedAt = Date.now();
  const accepted = await command('history:accept', ['--by', operator, '--why', 'the old disk is gone'], app);
  if (accepted.code !== 0) console.log(accepted.text);
  const taken = await until(answers, (each) => each.at >= decidedAt && each.status === 200);
  over.abort();
  await load;
  const after = await command('audit', [], app);

  console.log(`
case ${options.case}, ${options.hosts} address(es)
acknowledged                                                  ${acknowledged.length}
of these not in the database any more                         ${lost.length}
refused, seconds after it went back                           ${((refused.at - wentBackAt) / 1_000).toFixed(2)}
acknowledged after it had gone back, before an operator said  ${stray.length}
named by the audit                                            ${lost.length - unnamed.length} of ${lost.length}, exit ${audit.code}
taken again, seconds after history:accept was begun           ${((taken.at - decidedAt) / 1_000).toFixed(2)}, exit ${accepted.code}
audit afterwards                                              exit ${after.code}`);
  const holds =
    lost.length > 0 &&
    stray.length === 0 &&
    unnamed.length === 0 &&
    audit.code === 1 &&
    accepted.code === 0 &&
    after.code === 0;
  if (!holds) {
    console.log(accepted.text, after.text.slice(-2_000));
    process.exitCode = 1;
  }
}

function withPort(url: string, port: number): string {
  return Object.assign(new URL(url), { port: String(port) }).href;
}

async function callers(origin: string, key: string, answers: Answer[], signal: AbortSignal): Promise<void> {
  let count = 0;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async () => {
    while (!signal.aborted) {
      const reference = `lost-${count++}`;
      const body = JSON.stringify({
        amount: '10.00',
        currency: 'GMD',
        client_reference: reference,
        provider: 'PROVIDER_W',
      });
      const sent = await fetch(`${origin}/api/v1/collections/initiate`, {
        method: 'POST',
        headers,
        body,
      }).catch(() => undefined);
      const text = (await sent?.text().catch(() => '')) ?? '';
      const id = sent?.status === 200 ? (JSON.parse(text).data.transaction_id as string) : undefined;
      const isHistory = sent?.status === 503 && text.includes('an operator has to decide');
      answers.push({ status: sent?.status ?? 0, at: Date.now(), reference, ...(id && { id }), isHistory });
      await sleep(sent?.status === 200 ? 20 : 50);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
}

async function until(answers: Answer[], wanted: (each: Answer) => boolean): Promise<Answer> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(10)) {
    const found = answers.find(wanted);
    if (found) return found;
  }
  throw new Error('what was waited for did not come within a minute');
}

async function missing(url: string, acknowledged: Answer[]): Promise<Answer[]> {
  const sql = connect(url, 1);
  try {
    const rows = await sql`select id from transactions`;
    const there = new Set(rows.map((row) => row.id));
    return acknowledged.filter((each) => !there.has(each.id));
  } finally {
    await sql.end();
  }
}

async function command(name: string, words: string[], environment: Record<string, string>) {
  const program =
    { audit: ['scripts/audit.ts'], 'history:accept': ['scripts/history.ts', 'accept'] }[name] ?? [];
  const child = spawn(process.execPath, [...program, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const piece of child.stdout) text += piece;
  return { text, code: child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve))) };
}
