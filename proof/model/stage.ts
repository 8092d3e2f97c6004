import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import postgres, { type Sql } from 'postgres';
import { startTestServer } from '#e2e/setup/server';
import { type Receiver, startReceiver } from './receiver.ts';
import { newAccount, payingRails, RESOLVE_S, rails, type World } from './world.ts';

// A gateway of its own on a database of its own, and clients that have nothing yet. Everything else is done over HTTP.

export interface Stage {
  baseUrl: string;
  /** As a superuser. */
  databaseUrl: string;
  receiver: Receiver;
  sql: Sql;
  stop(): Promise<void>;
}

export async function openStage(
  postgresUrl: string,
  environment: Record<string, string> = {},
): Promise<Stage> {
  const settings = { SANDBOX_RESOLVE_MS: String(RESOLVE_S * 1000), LOG_LEVEL: 'error', ...environment };
  const server = await startTestServer(postgresUrl, settings);
  const stage = await joinStage(server.baseUrl, server.databaseUrl);
  return { ...stage, stop: () => stage.stop().then(server.stop) };
}

/** A gateway that is there; `stop` leaves it running. */
export async function joinStage(baseUrl: string, databaseUrl: string): Promise<Stage> {
  // As those do that set up tests: by a name of Kaira's, so that it counts as written by it.
  const connection = { application_name: 'kaira superuser' };
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {}, connection });
  const receiver = await startReceiver();
  return { baseUrl, databaseUrl, receiver, sql, stop: () => receiver.stop().then(() => sql.end()) };
}

/** Two clients with a key of each scope in both environments, and two keys that are nobody's. */
export async function makeClients({ sql }: Stage): Promise<{ world: World; keys: Record<string, string> }> {
  const world: World = { accounts: {}, keys: {}, step: 0 };
  const keys: Record<string, string> = { nobody: newKey('sk_test_'), garbled: `${newKey('sk_test_')}x` };
  for (const client of ['A', 'B']) {
    const id = await makeClient(sql);
    for (const environment of ['SANDBOX', 'LIVE'] as const) {
      const account = `${client} ${environment}`;
      world.accounts[account] = newAccount(account, environment);
      for (const scope of ['full', 'read', 'collections', 'payouts'] as const) {
        const name = `${account} ${scope}`;
        keys[name] = await makeKey(sql, id, environment, scope);
        world.keys[name] = { account, scope };
      }
    }
  }
  return { world, keys };
}

type Scope = 'full' | 'read' | 'collections' | 'payouts';

/** The accounts of a client, as the description of GET /api/v1/client/ledger names them. */
const accountNames = [
  ...['available', 'held', 'commission', 'float_funding'],
  ...rails.map((rail) => `rail_collections:${rail}`),
  ...payingRails.map((rail) => `rail_float:${rail}`),
];

/** A client as an operator would have made it, with the defaults of contract §4. */
async function makeClient(sql: Sql): Promise<string> {
  const id = uuid();
  await sql`
    insert into clients (id, name, business_phone, business_email)
    values (${id}, 'Model', '+2207000001', 'model@example.com')`;
  for (const environment of ['SANDBOX', 'LIVE']) {
    const rows = accountNames.map((name) => ({ client_id: id, environment, name }));
    await sql`insert into accounts ${sql(rows)}`;
  }
  return id;
}

async function makeKey(
  sql: Sql,
  client: string,
  environment: 'SANDBOX' | 'LIVE',
  scope: Scope,
): Promise<string> {
  const prefix = environment === 'SANDBOX' ? 'sk_test_' : 'sk_live_';
  const key = newKey(prefix);
  await sql`
    insert into api_keys (id, client_id, environment, key_hash, prefix, last4, scope)
    values (${uuid()}, ${client}, ${environment}, ${hash('sha256', key, 'buffer')}, ${prefix}, ${key.slice(-4)}, ${scope})`;
  return key;
}

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** contract §6: 43 characters, of which the last 6 are a checksum of all that stands before. */
function newKey(prefix: string): string {
  const before = prefix + Array.from({ length: 37 }, () => BASE_62[randomInt(62)]).join('');
  let [left, sum] = [crc32(before), ''];
  while (left > 0) {
    sum = BASE_62[left % 62] + sum;
    left = Math.floor(left / 62);
  }
  return before + sum.padStart(6, '0');
}

/** contract §1: UUIDv7. */
export function uuid(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
