import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { createApiKey, createClient, ensureAccounts } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { systemContext } from '#lib/context';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { parseAmount } from '#lib/money';
import { createEndpoint } from '#lib/webhooks/endpoints';
import { childrenOf } from '#proof/chaos/failover-pair';
import {
  becomesReady,
  begin,
  comesTrue,
  freePort,
  openFolder,
  type Rails,
  startDatabase,
  startRails,
} from '#proof/soak/stage';

// Kaira in production mode as it is shipped for more than one process: `npm start` with two servers, `npm run worker`
// beside it, the simulated rails, one client with a live key and an endpoint.

export interface Stage {
  folder: string;
  /** Of a superuser, who can do to the database what no part of Kaira may. */
  sql: Sql;
  rails: Rails;
  /** What Prometheus scrapes. */
  targets: string[];
  token: string;
  /** The answer's `data`; undefined for any other answer than 200. */
  api(method: 'GET' | 'POST', path: string, body?: object): Promise<Told | undefined>;
  /** Of a customer with a number of their own. */
  collect(provider: string, amount?: string): Promise<(Told & { mobile: string }) | undefined>;
  payOut(provider: string, amount: string): Promise<Told | undefined>;
  killWorker(): Promise<void>;
  startWorker(): Promise<void>;
  /** How long the client's endpoint takes to answer from now on. */
  setReceiverDelay(ms: number): void;
  /** SIGSTOP to PostgreSQL with all its processes, and SIGCONT after this time. */
  freezeDatabase(forMs: number): Promise<void>;
  /** `npm run audit` and `npm run backup`: the exit code, and all that it wrote. */
  run(script: string, ...words: string[]): Promise<{ code: number; said: string }>;
}

/** Who decides what the trial has done. */
export const OPERATOR = 'operator@alerts.example';

export interface Told {
  transaction_id: string;
  status: string;
}

export async function raiseStage(): Promise<Stage> {
  const folder = await openFolder();
  const { url, pid } = await startDatabase(true);
  await migrate(url, applicationUrl(url));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const rails = await startRails({
    seed: 1,
    chaos: 0,
    float: '1000000.00',
    sessionSeconds: 1_800,
    customerLateSeconds: 1,
    lateSeconds: 1,
    notify: `${origin}/rails/{rail}/notify`,
  });
  let receiverDelayMs = 0;
  const receiver = createServer((request, answer) => {
    request.resume();
    setTimeout(() => answer.end(), receiverDelayMs);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  receiver.unref();
  const key = await makeShop(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/kaira`);
  const token = 'a token of the proof of the alerts';
  const environment = {
    KAIRA_MODE: 'production',
    DATABASE_URL: applicationUrl(url),
    BASE_URL: origin,
    ALLOW_INSECURE_HTTP: '1',
    METRICS_TOKEN: token,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    KAIRA_DATA_DIR: folder,
    ...rails.settings,
  };
  const program = (file: string) => ['--import', './scripts/load-environment.js', file];
  begin(program('scripts/start.ts'), 'app.log', {
    ...environment,
    PORT: String(port),
    WEB_CONCURRENCY: '2',
    KAIRA_WORKER: 'off',
  });
  let worker: ChildProcess;
  const workerPort = await freePort();
  const startWorker = async () => {
    worker = begin(program('scripts/worker.ts'), 'worker.log', {
      ...environment,
      METRICS_PORT: String(workerPort),
      // In production it would send no webhook to this machine.
      KAIRA_MODE: 'local',
      WEBHOOK_ALLOW_PRIVATE: '1',
    });
    await becomesReady(worker, 'worker');
  };
  await startWorker();
  const isUp = () =>
    fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  if (!(await comesTrue(isUp, 60_000, 300))) throw new Error(`Kaira did not become ready: ${folder}/app.log`);

  let order = 0;
  const api: Stage['api'] = async (method, path, body) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    return answer?.ok ? ((await answer.json()) as { data: Told }).data : undefined;
  };
  const payment = (provider: string, amount: string) => ({
    amount,
    currency: 'GMD',
    client_reference: `alert-${++order}`,
    provider,
  });
  return {
    folder,
    sql: postgres(url, { max: 2, onnotice: () => {} }),
    rails,
    targets: [`127.0.0.1:${port}`, `127.0.0.1:${workerPort}`],
    token,
    api,
    async collect(provider, amount = '100.00') {
      const body = { ...payment(provider, amount), customer_mobile: mobile(order) };
      const told = await api('POST', '/collections/initiate', body);
      return told && { ...told, mobile: body.customer_mobile };
    },
    payOut: (provider, amount) =>
      api('POST', '/payouts/initiate', { ...payment(provider, amount), recipient_mobile: mobile(order) }),
    async killWorker() {
      const exited = once(worker, 'exit');
      worker.kill('SIGKILL');
      await exited;
    },
    startWorker,
    setReceiverDelay(ms) {
      receiverDelayMs = ms;
    },
    async freezeDatabase(forMs) {
      const all = [pid, ...childrenOf(pid)];
      for (const each of all) process.kill(each, 'SIGSTOP');
      await sleep(forMs);
      for (const each of all) process.kill(each, 'SIGCONT');
    },
    run: (script, ...words) =>
      new Promise((resolve) => {
        const env = {
          ...process.env,
          ...environment,
          DATABASE_URL: script === 'backup' ? '' : environment.DATABASE_URL,
          // This process's own, for the endpoint that it made.
          WEBHOOK_ALLOW_PRIVATE: '',
        };
        execFile('npm', ['run', '--silent', script, '--', ...words], { env }, (error, out, fault) => {
          const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
          resolve({ code, said: `${out}${fault}` });
        });
      }),
  };
}

/** Each payment has a customer of its own. */
function mobile(order: number): string {
  return `+2207${String(100_000 + order)}`;
}

async function makeShop(url: string): Promise<string> {
  process.env.WEBHOOK_ALLOW_PRIVATE = '1';
  await ensureAccounts();
  await createUser({ clientId: null, email: OPERATOR, name: 'Awa Ceesay', role: 'admin' });
  const id = await createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 'shop@example.com',
  });
  const live = { id, name: 'Shop', commissionBps: 150 };
  await createEndpoint(systemContext(live, 'LIVE'), {
    url,
    events: [],
    payload_form: 'current',
    description: null,
  });
  const house = systemContext({ id: HOUSE_CLIENT_ID, name: 'The house', commissionBps: 0 }, 'LIVE');
  await fundFloat(house, 'PROVIDER_W', parseAmount('10000.00')!);
  return createApiKey(id, 'LIVE');
}
