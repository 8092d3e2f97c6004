import { socketFacts } from '#lib/http/peer';
import { loadRoutes } from '#lib/http/route-table';
import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';
import type { Processes } from './processes.ts';
import { type Timeline, within } from './timeline.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what the API answers is what the run looks at
  body: any;
  location: string | null;
}

export interface Gateway {
  /** One request to any server that is up. Undefined: no answer came, and what was done is not known. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer | undefined>;
  requests: number;
  notices: number;
}

interface AskOptions {
  key?: string;
  body?: unknown;
  /** Instead of `body`: these bytes. */
  raw?: string;
  headers?: Record<string, string>;
}

/** Longer than the gateway waits for a rail. */
const PATIENCE_MS = 45_000;

/** The gateway's own route handlers, as server.ts hosts them, without a socket. */
export async function createGateway(parts: {
  timeline: Timeline;
  faults: Faults;
  chance: Chance;
  processes: Processes;
}): Promise<Gateway> {
  const { timeline, faults, chance } = parts;
  const routes = await loadRoutes();
  const gateway: Gateway = {
    requests: 0,
    notices: 0,
    async ask(method, path, { key, body, raw, headers = {} } = {}) {
      gateway.requests++;
      await timeline.wait(chance.between(1, 30));
      const up = parts.processes.alive('web');
      if (up.length === 0) return undefined;
      const process = chance.of(up);
      const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const request = new Request(`http://gateway.invalid${path}`, {
        method,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(text !== undefined && { body: text }),
      });
      const answered = within.run(process, () => {
        const rawPath = path.split('?')[0] ?? path;
        const facts = { address: '127.0.0.1', encrypted: true };
        const answering = socketFacts.run(facts, async () => {
          const response = await routes.answer(request, rawPath);
          const location = response.headers.get('location');
          return { status: response.status, body: toJson(await response.text()), location };
        });
        return parts.processes.orDeath(answering);
      });
      const patience = Promise.withResolvers<undefined>();
      const giveUp = timeline.after(PATIENCE_MS, () => patience.resolve(undefined));
      const answer = await Promise.race([answered.catch(() => undefined), patience.promise]);
      giveUp.isCancelled = true;
      await timeline.wait(chance.between(1, 30));
      return faults.strikes('response_lost') ? undefined : answer;
    },
  };
  return gateway;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
