import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sqlClient } from '#db/client';
import { OneSentenceError } from '#db/one-sentence-error';
import { createApiKey, createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { type Context, systemContext } from '#lib/context';
import { invariant } from '#lib/errors';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { parseAmount } from '#lib/money';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import type { CollectionNews } from '#lib/rails/rail';
import { railDefinitions } from '#lib/rails/registry';
import { type Settings, settings } from '#lib/settings';
import { failure } from '#lib/transactions/transaction';
import { isPublicAddress, literalAddress } from '#lib/webhooks/url-guard';
import { step } from '#scripts/terminal';

const DEMO_ADMIN = 'admin@kaira.example';

export interface DemoFile {
  base_url: string;
  admin: { email: string; password: string };
  clients: {
    id: string;
    name: string;
    email: string;
    password: string;
    keys: { test: string; live: string };
  }[];
}

/** Not stored in the database in clear, so this file is the only place that has them. */
function demoFile(): string {
  return path.join(settings().KAIRA_DATA_DIR, 'demo.json');
}

export async function findDemoData(): Promise<DemoFile | undefined> {
  try {
    return JSON.parse(await readFile(demoFile(), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * An operator and two clients, each with a user and a key for each environment, all with random secrets. The first
 * client has weeks of history, made by the product's own verbs at earlier times; the second is empty.
 */
async function createDemoData(options: { history?: boolean } = {}): Promise<DemoFile> {
  const admin = await createUser({
    clientId: null,
    email: DEMO_ADMIN,
    name: 'Fatou Jallow',
    role: 'admin',
  });
  const first = await createDemoClient(
    'Serekunda Market Ltd',
    'owner@serekunda.example',
    'Lamin Touray',
    '+2207012345',
  );
  const second = await createDemoClient(
    'Banjul Books',
    'owner@banjulbooks.example',
    'Isatou Njie',
    '+2203456789',
  );
  const file: DemoFile = {
    base_url: settings().baseUrl,
    admin: { email: DEMO_ADMIN, password: admin.password },
    clients: [first, second],
  };
  // Written before the history: whoever stops us in between still has the keys.
  await writeDemoFile(file);
  if (options.history !== false) await createHistory(first.id, first.name);
  return file;
}

/** `hidden`: there is demo data, and its passwords are for nobody's screen, because real money can move. */
export type DemoState = 'none' | 'shown' | 'hidden';

/**
 * Makes demo data, whose passwords are printed, where nobody can mistake it for the real thing: on one's own machine, in
 * a new database, without any rail that moves money; by itself only in the built-in PostgreSQL. Throws where it is asked
 * for by name beside such a rail.
 */
export async function prepareDemo(settings: Settings, isEmbedded: boolean): Promise<DemoState> {
  const { KAIRA_DEMO_DATA: wanted, KAIRA_MODE } = settings;
  const isLive = await hasLiveRails(settings);
  const [found] = await sqlClient()`
    select exists (select from clients where id <> ${HOUSE_CLIENT_ID}) or exists (select from users) as any,
           exists (select from users where email = ${DEMO_ADMIN}) as demo`;
  if (!found?.any) {
    if (wanted === 'always' && isLive) {
      throw new OneSentenceError(
        'KAIRA_DEMO_DATA=always makes people whose passwords are printed, and is refused beside rails that move money: leave it out, or the rails.',
      );
    }
    const isDemo =
      wanted === 'always' ||
      (wanted === 'auto' && KAIRA_MODE === 'local' && isEmbedded && !isLive && isNearby(settings));
    if (!isDemo) return 'none';
    await step('Creating the demo data', createDemoData);
  } else if (!found.demo || KAIRA_MODE !== 'local') return 'none';
  else if (isLive) return 'hidden';
  else await refreshDemoAddress();
  return KAIRA_MODE === 'local' ? 'shown' : 'none';
}

/** Whether it can be meant for nobody beyond this machine and its own network. */
function isNearby({ baseUrl }: Settings): boolean {
  const { hostname } = new URL(baseUrl);
  const address = literalAddress(hostname);
  return address === undefined
    ? !hostname.includes('.') || hostname.endsWith('.localhost')
    : !isPublicAddress(address);
}

async function hasLiveRails({ KAIRA_RAILS_SIMULATED, rails }: Settings): Promise<boolean> {
  if (KAIRA_RAILS_SIMULATED) return false;
  const [row] = await sqlClient()`select exists (select from rail_connections) as connected`;
  return row?.connected || Object.keys(rails).length > 0;
}

/** The file names the address of this start, which may be another port than the last one's. */
async function refreshDemoAddress(): Promise<void> {
  const file = await findDemoData();
  const address = settings().baseUrl;
  if (file && file.base_url !== address) await writeDemoFile({ ...file, base_url: address });
}

/** What the simulated wallets hold at their very first start, in dalasi. */
export const SIMULATED_FLOAT = '1000000.00';

/**
 * The books' side of it, once: the house owns what is in the simulated wallets. By its journals and not by its balance,
 * so that what was paid out is not filled up.
 */
export async function fundSimulatedFloats(): Promise<void> {
  const amount = parseAmount(SIMULATED_FLOAT);
  invariant(amount, 'the simulated float is an amount');
  const house = { id: HOUSE_CLIENT_ID, name: 'The house', commissionBps: 0 };
  for (const { traits, paysOut } of railDefinitions) {
    if (!paysOut) continue;
    const [funded] = await sqlClient()`
      select from entries
      where client_id = ${HOUSE_CLIENT_ID} and environment = 'LIVE' and account = ${`rail_float:${traits.provider}`} limit 1`;
    if (!funded) await fundFloat(systemContext(house, 'LIVE'), traits.provider, amount);
  }
}

async function writeDemoFile(file: DemoFile): Promise<void> {
  await mkdir(settings().KAIRA_DATA_DIR, { recursive: true });
  await writeFile(`${demoFile()}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await rename(`${demoFile()}.new`, demoFile());
}

async function createDemoClient(name: string, email: string, owner: string, businessPhone: string) {
  const id = await createClient({ name, businessPhone, businessEmail: email });
  const { password } = await createUser({ clientId: id, email, name: owner, role: 'owner' });
  const keys = { test: await createApiKey(id, 'SANDBOX'), live: await createApiKey(id, 'LIVE') };
  return { id, name, email, password, keys };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const HISTORY_DAYS = 28;
const customers = ['Awa Ceesay', 'Modou Jobe', 'Binta Sanneh', 'Ebrima Bah', 'Mariama Camara', 'Omar Faal'];
const providers = ['PROVIDER_W', 'PROVIDER_W', 'PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'];

/** What became of most collections of a real shop: many paid, some left lying, a few refused. */
const outcomes: CollectionNews[] = [
  ...Array.from({ length: 14 }, (): CollectionNews => ({ state: 'SUCCEEDED' })),
  { state: 'EXPIRED' },
  { state: 'EXPIRED' },
  { state: 'CANCELLED' },
  { state: 'FAILED', failure: failure('INSUFFICIENT_FUNDS') },
  { state: 'FAILED', failure: failure('DECLINED') },
];

async function createHistory(clientId: string, name: string): Promise<void> {
  const random = seededRandom(20_261_120);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const client = { id: clientId, name, commissionBps: 150 };
  const at = (time: number): Context => systemContext(client, 'SANDBOX', () => new Date(time));
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const start = today - HISTORY_DAYS * DAY_MS;
  for (const provider of ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'])
    await fundFloat(at(start), provider, 60_000_00n);

  let order = 1000;
  for (let day = 0; day <= HISTORY_DAYS; day++) {
    const opensAt = start + day * DAY_MS + 8 * 60 * 60 * 1000;
    const sales = 4 + Math.floor(random() * 6) + Math.floor(day / 5);
    for (let sale = 0; sale < sales; sale++) {
      const time = opensAt + Math.floor(((sale + random()) / sales) * 12 * 60 * 60 * 1000);
      if (time + 30 * 60_000 > Date.now()) return;
      order++;
      await sell(at, time, `ORDER-${order}`, pick, random);
    }
    if (day % 3 === 2) await payOut(at, opensAt + 13 * 60 * 60 * 1000, `SUPPLIER-${day}`, pick, random);
  }
}

async function sell(
  at: (time: number) => Context,
  time: number,
  reference: string,
  pick: <T>(list: readonly T[]) => T,
  random: () => number,
): Promise<void> {
  const provider = pick(providers);
  const { transaction } = await initiateCollection(at(time), {
    // Uneven amounts, so that none is a magic one.
    amount: BigInt(50_05 + Math.floor(random() * 1900) * 25),
    currency: 'GMD',
    client_reference: reference,
    provider,
    customer_name: pick(customers),
    customer_mobile: `+2207${String(Math.floor(random() * 1_000_000)).padStart(6, '0')}`,
    metadata: { channel: pick(['shop', 'online']) },
  });
  const news = pick(outcomes);
  const waitedMs = news.state === 'EXPIRED' ? 30 * 60_000 : 20_000 + Math.floor(random() * 240_000);
  const ctx: Context = { ...at(time + waitedMs), actor: { type: 'rail', provider } };
  await bookCollectionNews(ctx, transaction, news);
}

async function payOut(
  at: (time: number) => Context,
  time: number,
  reference: string,
  pick: <T>(list: readonly T[]) => T,
  random: () => number,
): Promise<void> {
  if (time > Date.now()) return;
  await initiatePayout(at(time), {
    amount: BigInt(400_00 + Math.floor(random() * 20) * 25_00),
    currency: 'GMD',
    recipient_mobile: `+2203${String(Math.floor(random() * 1_000_000)).padStart(6, '0')}`,
    client_reference: reference,
    provider: pick(['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C']),
    metadata: {},
  });
}

/** The same history on every machine: mulberry32, public domain, Tommy Ettinger. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
