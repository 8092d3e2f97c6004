/**
 * The product, run as an operator runs it, with its built pages: `npm start`'s own script on a fresh data folder. Nothing
 * of the product is imported. The database is written as its owner only to move dates, which no clock can be made to do.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { type Any, send } from './http.ts';
import { KEEP, ROOT, sleep } from './score.ts';

const NODE = [join(ROOT, 'node_modules/node/bin/node'), '--import', './scripts/load-environment.js'];

export class Product {
  readonly base: string;
  readonly folder = mkdtempSync(join(tmpdir(), 'kaira-doors-'));
  readonly log = join(this.folder, 'product.log');
  readonly port: number;
  demo: Any = {};
  private settings: Record<string, string>;
  private supervisor: ChildProcess | undefined;
  private connection: postgres.Sql | undefined;

  constructor(port: number, settings: Record<string, string>) {
    this.port = port;
    this.base = `http://localhost:${port}`;
    this.settings = settings;
    chmodSync(this.folder, 0o755);
  }

  /** What an operator sets; NODE_ENV is not, so that the mode is said by KAIRA_MODE alone. */
  environment(): NodeJS.ProcessEnv {
    const all: Record<string, string | undefined> = {
      ...process.env,
      PORT: String(this.port),
      KAIRA_DATA_DIR: join(this.folder, 'data'),
      KAIRA_SECRET: 'Qm9yZWQtdHdpZ3MtYW5kLXF1aWV0LXJpdmVycy00Ng==',
      ...this.settings,
    };
    delete all.NODE_ENV;
    return all as NodeJS.ProcessEnv;
  }

  /** Starts it and waits until it is ready. Throws with the end of its log where it ends before. */
  async start(headers: Record<string, string> = {}) {
    const [command = '', ...args] = NODE;
    const out = createWriteStream(this.log, { flags: 'a' });
    const child = spawn(command, [...args, 'scripts/start.ts'], { cwd: ROOT, env: this.environment() });
    this.supervisor = child;
    child.stdout.pipe(out);
    child.stderr.pipe(out);
    for (let waited = 0; waited < 480; waited += 1) {
      await sleep(500);
      if (child.exitCode !== null) {
        throw new Error(`it ended with ${child.exitCode}: ${this.said().slice(-400)}`);
      }
      const ready = await send(this.base, '/readyz', { headers, timeoutMs: 2_000 });
      if (ready.status === 200) {
        const file = join(this.folder, 'data/demo.json');
        this.demo = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
        return;
      }
    }
    throw new Error(`it did not become ready: ${this.said().slice(-400)}`);
  }

  said() {
    return existsSync(this.log) ? readFileSync(this.log, 'utf8') : '';
  }

  /** A command of the product, such as scripts/admin-create.ts. */
  run(script: string, ...args: string[]) {
    const [command = '', ...first] = NODE;
    const done = spawnSync(command, [...first, `scripts/${script}.ts`, ...args], {
      cwd: ROOT,
      env: this.environment(),
      encoding: 'utf8',
      timeout: 120_000,
    });
    return { code: done.status, text: `${done.stdout}${done.stderr}` };
  }

  /** An operator of the command line: the first password in what it prints. */
  makeOperator(email: string, name: string) {
    const { text } = this.run('admin-create', '--email', email, '--name', name);
    const password = /password\W+(?:\w+\W+){0,4}?([\w-]{16,})/i.exec(text)?.[1];
    if (!password) {
      throw new Error(`no operator: ${text}`);
    }
    return { email, name, password };
  }

  /** The process ids of the servers, from what they say when they listen. */
  servers() {
    return this.said()
      .split('\n')
      .filter((line) => line.includes('"msg":"listening"'))
      .map((line) => Number(JSON.parse(line).pid));
  }

  /** Every PostgreSQL address that the server processes have in their environment: what whoever breaks in has. */
  addresses() {
    const found = new Set<string>();
    for (const pid of this.servers()) {
      try {
        for (const line of readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')) {
          const address = /^[A-Z_]+=(postgres(?:ql)?:\/\/.+)$/.exec(line)?.[1];
          if (address) {
            found.add(address);
          }
        }
      } catch {
        // It has ended.
      }
    }
    return [...found];
  }

  /** The database as its owner, with the built-in PostgreSQL's own password (docs/operations/incidents.md). */
  owner(): postgres.Sql {
    if (!this.connection) {
      const folder = join(this.folder, 'data/postgres');
      const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
      const passwords = readdirSync(folder).filter((name) => /password/.test(name));
      const name = passwords.includes('password') ? 'password' : (passwords[0] ?? 'password');
      this.connection = postgres({
        host: '127.0.0.1',
        port: Number(read('port')),
        user: 'postgres',
        password: read(name),
        database: 'kaira',
        max: 2,
        onnotice() {},
      });
    }
    return this.connection;
  }

  /** As the owner, past the guards: for moving dates only. */
  async moveDates(statement: string, values: (string | number)[] = []) {
    await this.owner().begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql.unsafe(statement, values);
    });
  }

  async stop() {
    await this.connection?.end({ timeout: 2 });
    this.connection = undefined;
    const child = this.supervisor;
    if (child && child.exitCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(60_000)]);
    }
    if (!KEEP) {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }
}
