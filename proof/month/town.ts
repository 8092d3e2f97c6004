import { sqlClient } from '#db/client';
import type { UserContext } from '#lib/auth/user-context';
import { createApiKey, createClient, ensureAccounts } from '#lib/clients/create-client';
import type { Environment } from '#lib/context';
import { type Client, hire } from '#proof/simulation/people';
import { current } from '#proof/simulation/stage';
import { within } from '#proof/simulation/timeline';

// Who is there: one shop with its people, its keys and its customers, and the house with two operators.

export const rails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'] as const;
export const payingRails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'] as const;

export interface Town {
  client: Client;
  keys: Record<Environment, string>;
  owner: UserContext;
  accountant: UserContext;
  /** Two operators of the house. */
  first: UserContext;
  second: UserContext;
  /** What was done, and how often. */
  done: Record<string, number>;
}

export async function openTown(): Promise<Town> {
  await ensureAccounts();
  const name = 'Serekunda Market Ltd';
  const id = await createClient({
    name,
    businessPhone: '+2207012345',
    businessEmail: 'shop@month.example',
  });
  const client = { id, name, commissionBps: 150 };
  return {
    client,
    keys: { LIVE: await createApiKey(id, 'LIVE'), SANDBOX: await createApiKey(id, 'SANDBOX') },
    owner: await hire('Fatou Jallow', 'owner', client),
    accountant: await hire('Ousman Bah', 'accountant', client),
    first: await hire('Awa Ceesay', 'admin'),
    second: await hire('Lamin Touray', 'admin'),
    done: {},
  };
}

export function count(town: Town, what: string): void {
  town.done[what] = (town.done[what] ?? 0) + 1;
}

interface Asked {
  body?: object;
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: what the API answers is what the month looks at
type Told = any;

/** One request to the API by the shop's key: its data. Throws what it was refused with. */
export async function ask(
  town: Town,
  environment: Environment,
  call: string,
  asked: Asked = {},
): Promise<Told> {
  const [method = '', path = ''] = call.split(' ');
  const answer = await current().gateway.ask(method, `/api/v1${path}`, {
    key: town.keys[environment],
    ...asked,
  });
  if (answer?.status === 200) return answer.body.data;
  const error = answer?.body?.error ?? answer?.body;
  throw Object.assign(new Error(`${call}: ${answer?.status} ${JSON.stringify(error)}`), {
    code: error?.code,
  });
}

/** What a person does at a screen is done in one of the servers, as its route does it. */
export function atScreen<T>(work: () => Promise<T>): Promise<T> {
  const [server] = current().processes.alive('web');
  return server === undefined ? work() : within.run(server, work);
}

/** How it was refused. Throws where it was not. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const done = await work.then(
    () => undefined,
    (error: { code?: string; message?: string }) => error.code ?? error.message ?? 'without a code',
  );
  if (done === undefined) throw new Error('This was to be refused, and was done');
  return done;
}

/** Looks every ten seconds, for half an hour at most. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const { timeline } = current();
  for (let looks = 0; looks < 180; looks++) {
    const found = await look();
    if (found) return found;
    await timeline.wait(10_000);
  }
  throw new Error(`This did not come about within half an hour: ${what}`);
}

/** The newest open case about a transaction. */
export async function caseAbout(transactionId: string): Promise<string | undefined> {
  const [row] = await sqlClient()`
    select id from cases where transaction_id = ${transactionId} and status = 'OPEN' order by id desc limit 1`;
  return row?.id;
}
