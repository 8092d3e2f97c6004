import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatAmount, parseAmount } from '#lib/money';
import { lastCodeOf, providerA } from './a.ts';
import { answerCall, send } from './answering.ts';
import { type BookLine, openBook, type RailName, railNames, type Wallet } from './book.ts';
import { providerC } from './c.ts';
import { providerCCard } from './card.ts';
import { control } from './control.ts';
import { openCredentials } from './credentials.ts';
import { follow } from './customers.ts';
import { createNotices, type Notices, type Post } from './notices.ts';
import { servePage } from './pages.ts';
import { applyLine, emptyState } from './state.ts';
import { providerW } from './w.ts';
import type { Asked, CredentialName, Settings, SimulatedRail, Subject, World } from './world.ts';

// The four rails, as a gateway sees them: one HTTP server, a folder of addresses for each, and `/control` for people.

export interface RailSimulatorOptions {
  /** 0, the default: any that is free. */
  port?: number;
  /** Where it listens; this machine alone by default. */
  host?: string;
  /** How browsers reach it, where that is not `http://localhost:<port>`. */
  publicUrl?: string;
  /** Where the book is, or is going to be. Undefined: it is kept nowhere, and a restart begins anew. */
  book?: string;
  /** Where W's notices go, and all for which a payment names no address; `{rail}` stands for the rail's name. */
  notify?: string;
  customers?: 'people' | 'auto' | 'visit';
  /** From 0, the default, to 1. */
  chaos?: number;
  seed?: number;
  seedBy?: 'reference' | 'amount';
  kinds?: readonly string[];
  lateSeconds?: number;
  holdSeconds?: number;
  sessionSeconds?: number;
  customerLateSeconds?: number;
  /** Some payouts of W and C come back so many days after they were paid, least and most; 24 at most. */
  returnDays?: readonly [number, number];
  /** What each wallet holds when the book is opened for the first time, in dalasi. */
  float?: string;
  /** Those that are missing are made up, and kept beside the book. */
  credentials?: Partial<Record<CredentialName, string>>;
  /** 2: whoever comes with the second credentials has another wallet at each rail, with a book of its own. */
  wallets?: Wallet;
  credentials2?: Partial<Record<CredentialName, string>>;
  /** Milliseconds of the epoch; the system's clock by default. */
  now?: () => number;
}

export interface RailSimulator {
  port: number;
  /** Without a slash at its end. */
  url: string;
  /** The settings with which Kaira reaches it, by name. */
  settings: Record<string, string>;
  /** The same for the second wallet, where there is one. */
  settings2: Record<string, string> | undefined;
  /** Cuts what is under way; nothing happens any more afterwards. */
  close(): Promise<void>;
}

const longestBodyBytes = 1 << 20;
const rails: Record<RailName, SimulatedRail> = {
  PROVIDER_W: providerW,
  PROVIDER_A: providerA,
  PROVIDER_C: providerC,
  PROVIDER_C_CARD: providerCCard,
};
const railOfPrefix = new Map(railNames.map((name) => [rails[name].prefix, rails[name]]));

export interface Rails {
  /** Of the first wallet. */
  world: World;
  /** Answers one request; `response` is all that is used of HTTP. */
  answer(request: RailRequest, response: ServerResponse): Promise<void>;
  /** Fills the floats of a new book and goes on with an old one, once `world.origin` is known. */
  open(): void;
  settings: Record<string, string>;
  settings2: Record<string, string> | undefined;
  close(): void;
}

export interface RailRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Asked['headers'];
  text: string;
}

/** Where the lines of the book go, and who carries the notices, where that is not a file and HTTP. */
export interface Surroundings {
  onLine?: (line: BookLine) => void;
  post?: Post;
}

/** The rails without a server of their own. Fails where the book cannot be written. */
export function createRails(options: RailSimulatorOptions, { onLine, post }: Surroundings = {}): Rails {
  const settings = settingsOf(options);
  const states = { 1: emptyState(), 2: emptyState() };
  const now = options.now ?? Date.now;
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;
  const subjectOf = (thing: Subject) => subjectBy(settings.seedBy, thing);
  const book = openBook(options.book, (line) => applyLine(states[line.wallet ?? 1], line, subjectOf));
  const credentialsOf = openCredentials(options.book);
  const place = { origin: '' };
  const shared = {
    settings,
    rails,
    rules: [],
    outages: new Map(),
    behind: new Map(),
    nameChecks: new Map(),
    takenBack: new Map(),
    told: new Set<string>(),
    toldPaid: new Set<string>(),
    now,
    isClosed: () => isClosed,
    later(ms: number, work: () => void) {
      if (isClosed) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer);
    },
    subjectOf,
  };
  const hasTwo = options.wallets === 2;
  const openWallet = (wallet: Wallet) => {
    const state = states[wallet];
    const world: World = {
      ...shared,
      wallet,
      credentials: credentialsOf(wallet, wallet === 1 ? options.credentials : options.credentials2),
      state,
      shortUntil: new Map(),
      fees: new Map(),
      get origin() {
        return place.origin;
      },
      set origin(origin) {
        place.origin = origin;
      },
      record(line) {
        const written = book.write(hasTwo ? { wallet, ...line } : line, new Date(now()));
        applyLine(state, written, subjectOf);
        onLine?.(written);
      },
      follow: (about) => follow(world, about),
      tell: (happening, about) => notices.tell(happening, about),
      toldOnce: (about) => notices.toldOnce(about),
    };
    const notices = createNotices(world, post);
    return { world, notices };
  };
  const first = openWallet(1);
  const all = hasTwo ? [first, openWallet(2)] : [first];
  const wallets = all.map(({ world }) => world);
  const sum = (count: (notices: Notices) => number) =>
    all.reduce((total, { notices }) => total + count(notices), 0);
  const handles = {
    releaseNotices: () => sum((notices) => notices.release()),
    countNoticesUnderWay: () => sum((notices) => notices.countUnderWay()),
    lastCodeOf,
  };

  return {
    world: first.world,
    answer: (request, response) => serve(wallets, handles, request, response),
    open() {
      for (const { world, notices } of all) {
        if (!world.state.hasLines) fillFloats(world, options.float ?? '1000000.00');
        for (const payment of world.state.payments.values()) world.follow(payment);
        for (const payout of world.state.payouts.values()) world.follow(payout);
        notices.resume();
      }
    },
    settings: first.world.credentials,
    settings2: wallets[1]?.credentials,
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      for (const { notices } of all) notices.close();
      book.close();
    },
  };
}

/** Starts the rails with the book as it is. Fails where the port is taken or the book cannot be written. */
export async function startRailSimulator(options: RailSimulatorOptions = {}): Promise<RailSimulator> {
  const rails = createRails(options);
  const { world } = rails;
  const server = createServer((request, response) => {
    receive(rails, request, response).catch((error: unknown) => {
      process.stderr.write(`The rail simulator failed: ${(error as Error).stack}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  // Longer than the caller keeps an idle connection, so that none is closed under a request.
  server.keepAliveTimeout = 120_000;
  server.headersTimeout = 180_000;
  server.requestTimeout = 0;
  server.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1', backlog: 1_024 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  world.origin = (options.publicUrl ?? `http://localhost:${port}`).replace(/\/$/, '');

  rails.open();
  const addresses = {
    RAIL_W_BASE_URL: `${world.origin}/w`,
    RAIL_A_BASE_URL: `${world.origin}/a`,
    RAIL_C_BASE_URL: `${world.origin}/c`,
    RAIL_C_CARD_BASE_URL: `${world.origin}/card`,
  };
  return {
    port,
    url: world.origin,
    settings: { ...addresses, ...rails.settings },
    settings2: rails.settings2 && { ...addresses, ...rails.settings2 },
    async close() {
      if (world.isClosed()) return;
      rails.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function receive(rails: Rails, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on('error', () => {});
  const text = await bodyOf(request);
  if (text === undefined || rails.world.isClosed()) return void request.destroy();
  const { method = 'GET', url = '/', headers } = request;
  await rails.answer({ method, url, headers, text }, response);
}

async function serve(
  wallets: readonly World[],
  handles: Parameters<typeof control>[1],
  request: RailRequest,
  response: ServerResponse,
): Promise<void> {
  const { method, text } = request;
  const url = new URL(request.url, 'http://localhost');
  const [, prefix = '', rest = ''] = /^\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];
  const rail = railOfPrefix.get(prefix);
  if (rail) {
    const page = servePage(walletOfPage(wallets, rail, rest), rail, method, rest, new URLSearchParams(text));
    if (page) {
      const headers = page.location
        ? { location: page.location }
        : { 'content-type': 'text/html; charset=utf-8' };
      response.writeHead(page.status, headers).end(page.html);
      return;
    }
  }
  const body = jsonOf(text);
  if (prefix === 'control') {
    const answer = control(wallets, handles, method, rest, url.searchParams, body ?? {});
    if (answer.csv === undefined) return send(response, answer);
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(answer.csv);
    return;
  }
  if (!rail) return send(response, { status: 404, body: { message: 'No rail is here.' } });
  if (body === undefined) return send(response, rail.failure(400, 'The body is no JSON object.'));
  const asked = { method, path: rest, query: url.searchParams, headers: request.headers, body };
  const world = walletOfCaller(wallets, rail, asked);
  const refusal = rail.refuseCaller(world, asked);
  if (refusal) {
    world.record({
      rail: rail.name,
      kind: 'refused',
      operation: 'authenticate',
      code: String(refusal.status),
    });
    return send(response, refusal);
  }
  const call = rail.read(world, asked);
  if (!call) return send(response, rail.failure(404, 'No such address.'));
  await answerCall(world, rail, call, response);
}

/** The one that holds the payment of this page; the first for a payment that nobody holds. */
function walletOfPage(wallets: readonly World[], { page }: SimulatedRail, path: string): World {
  const id = path.slice(page?.path.length ?? 0);
  return wallets.find(({ state }) => state.payments.has(id)) ?? wallets[0]!;
}

/** The one whose credentials the caller shows; the first for a caller whom nobody knows. */
function walletOfCaller(wallets: readonly World[], rail: SimulatedRail, asked: Asked): World {
  const isCaller = (world: World) =>
    rail.isCaller?.(world, asked) ?? rail.refuseCaller(world, asked) === undefined;
  return (wallets.length > 1 ? wallets.find(isCaller) : undefined) ?? wallets[0]!;
}

/** Undefined: it was cut, or is too long. */
function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > longestBodyBytes) resolve(undefined);
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('error', () => resolve(undefined));
    request.once('close', () => resolve(undefined));
  });
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Without a reference of ours, the number and the amount are all that is the same in each run. */
function subjectBy(seedBy: Settings['seedBy'], { reference, amount, mobile }: Subject | BookLine): string {
  if (seedBy === 'amount' && amount) return amount;
  return reference || [mobile, amount].filter(Boolean).join('/');
}

function fillFloats(world: World, float: string): void {
  const amount = parseAmount(float);
  if (amount === undefined) throw new Error(`The float ${float} is no amount of dalasi.`);
  for (const rail of railNames) {
    world.record({
      rail,
      kind: 'float',
      amount: formatAmount(amount),
      currency: 'GMD',
      code: 'first filling',
    });
  }
}

function settingsOf(options: RailSimulatorOptions): Settings {
  return {
    notify: options.notify,
    customers: options.customers ?? 'people',
    chaos: options.chaos ?? 0,
    seed: options.seed ?? 1,
    seedBy: options.seedBy ?? 'reference',
    kinds: options.kinds,
    lateMs: 1000 * (options.lateSeconds ?? 120),
    holdMs: 1000 * (options.holdSeconds ?? 60),
    sessionMs: 1000 * (options.sessionSeconds ?? 1_800),
    customerLateMs: 1000 * (options.customerLateSeconds ?? 20),
    returnDays: options.returnDays,
  };
}
