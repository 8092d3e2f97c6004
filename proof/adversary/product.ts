/**
 * The product, run as an operator runs it: `npm start`'s own script with two server processes, a fresh data folder (or
 * DATABASE_URL), RAIL_… settings that point at our mock; and the few things an operator, a client and a reader of the
 * database do. Nothing of the product is imported. The database is read, but for `hurry` and `longAgo`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { v7 } from 'uuid';

export const ROOT = new URL('../..', import.meta.url).pathname;
const NODE = [process.execPath, '--import', './scripts/load-environment.js'];
export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export type Json = Record<string, unknown>;
export type Reply = { status: number; data: Json; error: Json; headers: Headers };
export type Client = { id: string; keys: { live: string; test: string } };
export type Row = Record<string, string | number | boolean | null>;

export class Product {
  readonly base: string;
  readonly folder: string;
  readonly log: string;
  clients: Client[] = [];
  sql!: postgres.Sql;
  private supervisor: ChildProcess | undefined;
  private admins: { email: string; password: string; cookie: string }[] = [];
  private jobTables: { table: string; lease: string }[] = [];

  private port: number;
  private settings: Record<string, string>;

  constructor(port: number, settings: Record<string, string>) {
    this.port = port;
    this.settings = settings;
    this.base = `http://localhost:${port}`;
    this.folder = mkdtempSync(join(tmpdir(), 'kaira-adversary-'));
    chmodSync(this.folder, 0o755);
    this.log = join(this.folder, 'product.log');
  }

  private environment(more: Record<string, string> = {}) {
    // Its demo data are made before it has rails that move money, beside which none are made.
    const settings = Object.entries(this.settings).filter(
      ([name]) => this.isPeopled() || !name.startsWith('RAIL_'),
    );
    return {
      ...process.env,
      PORT: String(this.port),
      KAIRA_DATA_DIR: join(this.folder, 'data'),
      KAIRA_SECRET: 'an adversary knows no secret but this one, of forty letters',
      KAIRA_DEMO_DATA: 'auto',
      WEB_CONCURRENCY: '2',
      ...Object.fromEntries(settings),
      ...more,
    };
  }

  private isPeopled(): boolean {
    return existsSync(join(this.folder, 'data/demo.json'));
  }

  /** Starts it, with other settings than before where some are given. */
  async start(more: Record<string, string> = {}) {
    if (!this.isPeopled()) {
      const child = await this.launch({});
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await this.launch(more);
  }

  private async launch(more: Record<string, string>): Promise<ChildProcess> {
    const [command = '', ...args] = NODE;
    const out = createWriteStream(this.log, { flags: 'a' });
    const child = spawn(command, [...args, 'scripts/start.ts'], { cwd: ROOT, env: this.environment(more) });
    this.supervisor = child;
    child.stdout.pipe(out);
    child.stderr.pipe(out);
    for (let waited = 0; waited < 600; waited += 1) {
      await sleep(1000);
      if (child.exitCode !== null) {
        throw new Error(`the product ended with ${child.exitCode}; see ${this.log}`);
      }
      const ready = await fetch(`${this.base}/readyz`)
        .then((answer) => answer.ok)
        .catch(() => false);
      if (ready) {
        return child;
      }
    }
    throw new Error(`the product did not become ready; see ${this.log}`);
  }

  /** The first start's remainder: a second operator by the command line, the keys of the demo, a reader's connection. */
  async prepare() {
    const [command = '', ...args] = NODE;
    const demo = JSON.parse(readFileSync(join(this.folder, 'data/demo.json'), 'utf8'));
    this.clients = demo.clients;
    const email = 'second@adversary.example';
    const made = spawnSync(
      command,
      [...args, 'scripts/admin-create.ts', '--email', email, '--name', 'Second Operator'],
      {
        cwd: ROOT,
        env: this.environment(),
        encoding: 'utf8',
      },
    );
    const password = /password\W+(?:\w+\W+){0,4}?([\w-]{16,})/i.exec(made.stdout)?.[1];
    if (!password) {
      throw new Error(`no second operator: ${made.stdout}${made.stderr}`);
    }
    this.admins = [
      { ...demo.admin, cookie: '' },
      { email, password, cookie: '' },
    ];
    this.sql = process.env.DATABASE_URL
      ? postgres(process.env.DATABASE_URL, { max: 4, onnotice() {} })
      : this.embedded();
    const columns = await this.sql<{ table_name: string; names: string[] }[]>`
      select c.table_name, array_agg(c.column_name::text) as names from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1`;
    this.jobTables = columns
      .filter(
        ({ names }) =>
          names.includes('run_at') && names.includes('transaction_id') && !names.includes('event_id'),
      )
      .map(({ table_name, names }) => ({
        table: table_name,
        lease: names.includes('lease_token') ? 'and lease_token is null' : '',
      }));
  }

  private embedded() {
    const read = (name: string) => readFileSync(join(this.folder, 'data/postgres', name), 'utf8').trim();
    const at = {
      host: '127.0.0.1',
      port: Number(read('port')),
      user: 'postgres',
      password: read('password'),
    };
    return postgres({ ...at, database: 'kaira', max: 4, onnotice() {} });
  }

  /** The process ids of the servers, from what they say when they listen. */
  servers() {
    const lines = readFileSync(this.log, 'utf8').split('\n');
    const said = lines
      .filter((line) => line.includes('"msg":"listening"'))
      .map((line) => Number(JSON.parse(line).pid));
    return said.filter((pid) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    });
  }

  kill() {
    const pids = this.servers();
    for (const pid of pids) {
      process.kill(pid, 'SIGKILL');
    }
    return pids.length;
  }

  async ready() {
    for (let waited = 0; waited < 120; waited += 1) {
      await sleep(500);
      const sees = await fetch(`${this.base}/readyz`)
        .then((answer) => answer.ok)
        .catch(() => false);
      if (sees && this.servers().length === 2) {
        return;
      }
    }
    throw new Error('the servers did not come back');
  }

  async stop() {
    const child = this.supervisor;
    if (child && child.exitCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    }
  }

  async end(keep: boolean) {
    await this.sql?.end({ timeout: 2 });
    await this.stop();
    if (!keep) {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  /** The built-in PostgreSQL may have another port after a restart. */
  async reconnect() {
    await this.sql.end({ timeout: 2 });
    this.sql = process.env.DATABASE_URL
      ? postgres(process.env.DATABASE_URL, { max: 4, onnotice() {} })
      : this.embedded();
  }

  audit() {
    const [command = '', ...args] = NODE;
    const run = spawnSync(command, [...args, 'scripts/audit.ts'], {
      cwd: ROOT,
      env: this.environment(),
      encoding: 'utf8',
    });
    writeFileSync(join(this.folder, 'audit.txt'), run.stdout);
    return { code: run.status, text: run.stdout };
  }

  // ---- A client

  async call(client: Client, method: string, path: string, body?: Json, headers: Json = {}): Promise<Reply> {
    const answer = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${client.keys.live}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(headers as Record<string, string>),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const json = (await answer.json().catch(() => ({}))) as Json;
    return {
      status: answer.status,
      data: (json.data ?? {}) as Json,
      error: (json.error ?? {}) as Json,
      headers: answer.headers,
    };
  }

  payout(client: Client, provider: string, mobile: string, amount: string, reference: string = randomUUID()) {
    const body = { amount, currency: 'GMD', client_reference: reference, recipient_mobile: mobile, provider };
    return this.call(client, 'POST', '/api/v1/payouts/initiate', body);
  }

  collect(
    client: Client,
    provider: string,
    mobile: string,
    amount: string,
    reference: string = randomUUID(),
  ) {
    return this.call(client, 'POST', '/api/v1/collections/initiate', {
      amount,
      currency: 'GMD',
      client_reference: reference,
      customer_name: 'Awa Ceesay',
      customer_mobile: mobile,
      provider,
      success_url: 'https://example.com/paid',
      error_url: 'https://example.com/not-paid',
    });
  }

  // ---- An operator

  async admin(who: 0 | 1, method: string, path: string, body?: Json): Promise<Reply> {
    const me = this.admins[who] as (typeof this.admins)[number];
    for (let tries = 0; ; tries += 1) {
      if (!me.cookie) {
        const login = await fetch(`${this.base}/auth/admin/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: this.base },
          body: JSON.stringify({ email: me.email, password: me.password }),
        });
        me.cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      }
      const answer = await fetch(`${this.base}/api/admin${path}`, {
        method,
        headers: { 'content-type': 'application/json', origin: this.base, cookie: me.cookie },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const json = (await answer.json().catch(() => ({}))) as Json;
      const error = (json.error ?? {}) as Json;
      if (tries < 2 && (answer.status === 401 || error.code === 'STEP_UP_REQUIRED')) {
        me.cookie = '';
        continue;
      }
      return { status: answer.status, data: (json.data ?? {}) as Json, error, headers: answer.headers };
    }
  }

  async must(who: 0 | 1, method: string, path: string, body?: Json) {
    const reply = await this.admin(who, method, path, body);
    if (reply.status >= 300) {
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.error)}`);
    }
    return reply.data;
  }

  overrule(provider: string, direction: string, status: string | null) {
    const reason = 'The adversary says so, for the length of a trial.';
    return this.must(0, 'POST', `/rails/${provider}/health`, { direction, status, reason });
  }

  /** One operator asks, and where it takes a second one, the other approves. */
  async topUp(provider: string, amount: string) {
    const note = 'Transfer of the adversary to the wallet.';
    const asked = await this.must(0, 'POST', `/rails/${provider}/float`, { id: v7(), amount, note });
    if (asked.approval_id) await this.must(1, 'POST', `/approvals/${asked.approval_id}/approve`, {});
  }

  /** What two operators do with a case: one proposes, the other confirms. Says what was answered. */
  async settle(caseId: string, outcome: string, evidence: string) {
    const proposed = await this.admin(0, 'POST', `/cases/${caseId}/propose`, { outcome, evidence });
    const detail = await this.admin(1, 'GET', `/cases/${caseId}`);
    const at = (detail.data.proposal as Json | null)?.proposed_at;
    const confirmed = at
      ? await this.admin(1, 'POST', `/cases/${caseId}/confirm`, { proposed_at: at })
      : proposed;
    return `propose ${proposed.status}, confirm ${confirmed.status}`;
  }

  // ---- A reader of the database, and what little is written there

  /** Shortens a wait: what this transaction waits for becomes due now. Nothing that somebody works on is touched. */
  async hurry(transaction: string) {
    for (const { table, lease } of this.jobTables) {
      await this.sql.unsafe(
        `update ${table} set run_at = now() where transaction_id = $1 and run_at > now() ${lease}`,
        [transaction],
      );
    }
  }

  /**
   * Makes a completed payout days older, since no clock of the product can be moved from outside. The guards are passed
   * by (session_replication_role), so it needs the owner of the built-in PostgreSQL.
   */
  async longAgo(transaction: string, hours: number) {
    await this.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      // Not `updated_at`: by it Kaira knows what it acknowledged last, and would take it for lost.
      await sql`update transactions set completed_at = completed_at - make_interval(hours => ${hours}) where id = ${transaction}`;
    });
  }

  async row(transaction: string) {
    const [row] = await this.sql<Row[]>`
      select status, failure_code, rail_reference, amount_bututs::int as amount, client_id, client_reference
      from transactions where id = ${transaction}`;
    return row ?? {};
  }

  async status(transaction: string) {
    return String((await this.row(transaction)).status);
  }

  async cases(transaction: string) {
    return this.sql<{ id: string; kind: string; status: string }[]>`
      select id, kind, status from cases where transaction_id = ${transaction}`;
  }

  async events(transaction: string) {
    const rows = await this.sql<{ event: string }[]>`
      select event from events where transaction_id = ${transaction} order by sequence`;
    return rows.map(({ event }) => event);
  }

  async calls(transaction: string) {
    const rows = await this.sql<{ operation: string; outcome: string | null }[]>`
      select operation, outcome from rail_calls where transaction_id = ${transaction} order by started_at`;
    return rows.map(({ operation, outcome }) => `${operation}:${outcome}`);
  }

  /** What the journals of a transaction gave the client (available and held; positive: to the client). */
  async credited(transaction: string) {
    const [row] = await this.sql<{ sum: string }[]>`
      select coalesce(-sum(e.amount_bututs), 0)::text as sum from journals j
      join entries e on e.journal_id = j.id and e.client_id = j.client_id
      where j.transaction_id = ${transaction} and e.account = 'available'`;
    return Number(row?.sum ?? 0) / 100;
  }

  /** Hurries until a status is reached, or for so long. Returns the status in the end. */
  async until(transaction: string, wanted: string[], ms = 20_000) {
    const end = Date.now() + ms;
    for (;;) {
      const status = await this.status(transaction);
      if (wanted.includes(status) || Date.now() > end) {
        return status;
      }
      await this.hurry(transaction);
      await sleep(700);
    }
  }
}
