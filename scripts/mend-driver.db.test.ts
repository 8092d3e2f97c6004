import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { mendDriver, mends } from './mend-driver.js';

const root = path.resolve(import.meta.dirname, '..');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A folder from which `postgres` is the driver as it was released. */
async function unmendedDriver(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaira-driver-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const own = path.join(folder, 'node_modules/postgres');
  await cp(path.join(root, 'node_modules/postgres'), own, { recursive: true });
  const file = path.join(own, 'src/connection.js');
  const source = await readFile(file, 'utf8');
  const undone = mends.reduce((text, [before, after]) => text.replace(after, () => before), source);
  await writeFile(file, undone);
  return folder;
}

/** In a process of its own, with the mend or without: how it ended, and what it said last. */
async function after(work: string, isMended: boolean) {
  const script = `
    import { connect } from 'node:net';
    import { setTimeout as pause } from 'node:timers/promises';
    import postgres from 'postgres';
    process.on('unhandledRejection', () => {});
    let socket;
    const { hostname: host, port } = new URL(process.env.DATABASE_URL);
    const sql = postgres(process.env.DATABASE_URL, { max: 1, ssl: false, socket: async () => {
      socket = connect({ host, port });
      socket.on('error', () => {});
      await new Promise((resolve) => socket.once('connect', resolve));
      return Object.assign(socket, { host, port });
    } });
    const reset = () => socket.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    try { ${work} } catch (error) { console.log(error.code); }
    await pause(100);
    process.exit(0);`;
  const words = ['--input-type=module', '--eval', script];
  const cwd = isMended ? root : await unmendedDriver();
  return promisify(execFile)(process.execPath, words, { cwd }).then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    ({ code, stderr }) => ({ code, said: /TypeError: .*/.exec(stderr)?.[0] }),
  );
}

/** The statement that follows finds no connection any more. */
const lostBetween = `
  await sql.begin(async (tx) => {
    await tx\`select 1\`;
    reset();
    await pause(50);
    await tx\`select 2\`;
  });`;

/** The socket has told of its error, and not yet of its end: the pool still takes the connection for a good one. */
const sentBetween = `
  await sql\`select 1\`;
  const told = new Promise((resolve, reject) => {
    socket.once('error', () => sql\`select \${1}::int\`.then(resolve, reject));
  });
  reset();
  await pause(50);
  const isTold = await Promise.race([told.then(() => true, () => true), pause(500, false)]);
  console.log(isTold ? 'told' : 'not told');
  await sql\`select 2\`;
  console.log((await told).length);`;

it.each([
  {
    what: 'while a statement is under way',
    work: 'await sql.begin(async (tx) => { setTimeout(reset, 50); await tx`select pg_sleep(1)`; });',
  },
  { what: 'between two statements', work: lostBetween },
  {
    what: 'between two pages',
    work: `await sql.begin(async (tx) => {
      for await (const [row] of tx\`select generate_series(1, 9)\`.cursor(1)) { reset(); await pause(50); }
    });`,
  },
])('a connection that is lost $what of a transaction ends no process', async ({ work }) => {
  expect(await after(work, true)).toEqual({ code: 0, said: 'CONNECTION_CLOSED' });
});

it('a statement that is sent between the error and the end of its connection is told so, and not left to wait', async () => {
  expect(await after(sentBetween, true)).toEqual({ code: 0, said: 'told\nCONNECTION_CLOSED' });
});

it('is mended once, and not by whoever may not write', async () => {
  const folder = path.join(await unmendedDriver(), 'node_modules/postgres');
  const [file, mended] = [
    path.join(folder, 'src/connection.js'),
    path.join(root, 'node_modules/postgres/src/connection.js'),
  ];
  const before = await readFile(file, 'utf8');
  mendDriver(folder);
  expect(await readFile(file, 'utf8')).toBe(await readFile(mended, 'utf8'));
  const { mtimeMs } = await stat(file);
  mendDriver(folder);
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  await writeFile(file, before);
  await mkdir(`${file}.${process.pid}`);
  expect(() => mendDriver(folder)).toThrow('run npm ci with install scripts allowed');
});

it('postgres.js still needs the mend', async () => {
  const said = "TypeError: Cannot read properties of null (reading 'write')";
  expect(await after(lostBetween, false)).toEqual({ code: 1, said });
  expect(await after(sentBetween, false)).toEqual({ code: 0, said: 'not told\n0' });
});
