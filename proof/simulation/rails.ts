import type { ServerResponse } from 'node:http';
import type { BookLine } from '#simulator/book';
import { callKinds, listedKinds, noticeKinds } from '#simulator/misbehaviour';
import { createRails } from '#simulator/server';
import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';
import type { Timeline } from './timeline.ts';

export type Reply = { status: number; headers: Record<string, string>; text: string } | 'cut';

export interface SimulatedRails {
  ask(method: string, url: string, text: string, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** An order by hand, which always works; its answer. */
  control<T>(path: string, body?: unknown): Promise<T>;
  /** The rail's own statement of a day, as CSV: of both wallets. */
  statement(rail: string, day: string): Promise<string>;
  /** Its own book, line by line. */
  lines: BookLine[];
  settings: Record<string, string>;
  /** By which the second wallet of each rail is reached. */
  settings2: Record<string, string>;
  /** After so long nothing that was paid comes back any more by itself. */
  returnsMs: number;
  /** How many notices still have to be accepted. */
  owed(): Promise<number>;
}

/** How the people behind the numbers behave; without one as the seed has it. */
export interface RailsPlan {
  customers: 'people' | 'visit';
  returnDays?: readonly [number, number];
}

export const RAILS_ORIGIN = 'https://rails.invalid';

const addresses = {
  RAIL_W_BASE_URL: `${RAILS_ORIGIN}/w`,
  RAIL_A_BASE_URL: `${RAILS_ORIGIN}/a`,
  RAIL_C_BASE_URL: `${RAILS_ORIGIN}/c`,
  RAIL_C_CARD_BASE_URL: `${RAILS_ORIGIN}/card`,
};

/** The rail simulator of `npm run rails:simulate`, without HTTP, in virtual time. */
export function simulateRails(parts: {
  seed: number;
  timeline: Timeline;
  faults: Faults;
  chance: Chance;
  plan?: RailsPlan | undefined;
  carryNotice: (path: string, body: string, headers: Record<string, string>) => Promise<number | undefined>;
}): SimulatedRails {
  const { seed, timeline, faults, chance } = parts;
  const lines: BookLine[] = [];
  // In some seeds what was paid comes back, days later, and also after the time in which we may ask for it.
  const seeded = chance.is(0.4) ? ([0.5, 5] as const) : undefined;
  const { customers, returnDays }: RailsPlan = parts.plan ?? {
    customers: 'visit',
    ...(seeded && { returnDays: seeded }),
  };
  const rails = createRails(
    {
      seed,
      chaos: faults.share('rail_chaos'),
      customers,
      notify: 'http://gateway.invalid/rails/{rail}/notify',
      now: () => timeline.now,
      float: '0.00',
      // Some seeds know notices that come days late, and customers who take their time.
      lateSeconds: chance.of([30, 600, 86_400, 10 * 86_400]),
      customerLateSeconds: chance.of([20, 300, 2_400]),
      sessionSeconds: 1_800,
      holdSeconds: 60,
      wallets: 2,
      ...(returnDays && { returnDays }),
      // An answer of 5 MB is left to the tests over HTTP.
      kinds: [...callKinds, ...noticeKinds, ...listedKinds].filter((kind) => kind !== 'huge'),
    },
    {
      onLine: (line) => lines.push(line),
      async post(url, body, headers) {
        await timeline.wait(chance.between(5, 200));
        return parts.carryNotice(new URL(url).pathname, body, headers);
      },
    },
  );
  rails.world.origin = RAILS_ORIGIN;
  rails.open();
  const ask: SimulatedRails['ask'] = async (method, address, text, headers = {}) => {
    const { pathname, search } = new URL(address);
    const reply = new FakeResponse();
    await rails.answer({ method, url: pathname + search, headers, text }, reply as unknown as ServerResponse);
    return reply.done;
  };
  const control = async (path: string, body?: unknown): Promise<string> => {
    const method = body === undefined ? 'GET' : 'POST';
    const text = body === undefined ? '' : JSON.stringify(body);
    const reply = await ask(method, `${RAILS_ORIGIN}/control${path}`, text);
    if (reply === 'cut' || reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(reply)}`);
    return reply.text;
  };
  return {
    ask,
    control: async (path, body) => JSON.parse(await control(path, body)),
    async statement(rail, day) {
      const [first, second] = await Promise.all(
        [1, 2].map((wallet) => control(`/statement?rail=${rail}&day=${day}&wallet=${wallet}`)),
      );
      return first + (second ?? '').split('\r\n').slice(1).join('\r\n');
    },
    lines,
    settings: { ...addresses, ...rails.settings },
    settings2: { ...addresses, ...rails.settings2 },
    returnsMs: returnDays === undefined ? 0 : returnDays[1] * 24 * 3_600_000,
    async owed() {
      const states = await Promise.all([1, 2].map((wallet) => control(`/state?wallet=${wallet}`)));
      return states.reduce((sum, text) => sum + JSON.parse(text).notices.owed, 0);
    },
  };
}

/** What the rails use of Node's answer. */
class FakeResponse {
  readonly done: Promise<Reply>;
  destroyed = false;
  writableEnded = false;
  headersSent = false;
  readonly socket = { resetAndDestroy: () => this.#end('cut') };
  readonly #settle: (reply: Reply) => void;
  #status = 200;
  #headers: Record<string, string> = {};
  readonly #chunks: Buffer[] = [];

  constructor() {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    this.done = promise;
    this.#settle = resolve;
  }

  writeHead(status: number, headers: Record<string, string> = {}): this {
    this.#status = status;
    this.#headers = headers;
    this.headersSent = true;
    return this;
  }

  flushHeaders(): void {}

  write(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk));
  }

  end(text?: string): this {
    if (text !== undefined) this.#chunks.push(Buffer.from(text));
    this.#end({ status: this.#status, headers: this.#headers, text: Buffer.concat(this.#chunks).toString() });
    return this;
  }

  #end(reply: Reply): void {
    this.destroyed = reply === 'cut';
    this.writableEnded = true;
    this.#settle(reply);
  }
}
