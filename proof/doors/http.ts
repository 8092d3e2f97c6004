/** HTTP as an outsider speaks it: any local address, any header, several connections, and times. */
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';

// biome-ignore lint/suspicious/noExplicitAny: answers are what the product says, of any form
export type Any = any;
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; json: Any; ms: number };
export type Send = {
  method?: string;
  body?: unknown;
  /** Sent as it stands, in place of a JSON body. */
  raw?: string;
  headers?: OutgoingHttpHeaders;
  /** The local address that it comes from: 127.0.0.1 to 127.255.255.254 are all loopback. */
  from?: string;
  timeoutMs?: number;
};

const agents = new Map<string, Agent>();
function agent(from: string) {
  const known = agents.get(from);
  if (known) {
    return known;
  }
  const made = new Agent({ keepAlive: true, maxSockets: 400, localAddress: from });
  agents.set(from, made);
  return made;
}

/** Status 0 stands for no answer in time, or a connection that was closed. */
export function send(base: string, path: string, options: Send = {}): Promise<Answer> {
  const { method = 'GET', from = '127.0.0.1', timeoutMs = 30_000 } = options;
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const headers: OutgoingHttpHeaders = {
    ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...options.headers,
  };
  const began = performance.now();
  return new Promise((done) => {
    const nothing = (why: string) =>
      done({ status: 0, headers: {}, text: why, json: {}, ms: performance.now() - began });
    const url = new URL(base);
    const sent = request(
      { host: '127.0.0.1', port: url.port, method, path, headers, agent: agent(from) },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', (error) => nothing(error.message));
        answer.on('end', () => {
          clearTimeout(timer);
          const text = Buffer.concat(chunks).toString();
          done({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            json: parse(text),
            ms: performance.now() - began,
          });
        });
      },
    );
    const timer = setTimeout(() => {
      nothing('no answer in time');
      sent.destroy();
    }, timeoutMs);
    sent.on('error', (error) => {
      clearTimeout(timer);
      nothing(error.message);
    });
    sent.end(body);
  });
}

function parse(text: string): Any {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export function closeAgents() {
  for (const one of agents.values()) {
    one.destroy();
  }
}

/** A socket of one's own, with what came over it, and when it was closed by the other side. */
export class Raw {
  readonly socket: Socket;
  received = '';
  closed = false;

  constructor(base: string, from = '127.0.0.1') {
    this.socket = connect({ host: '127.0.0.1', port: Number(new URL(base).port), localAddress: from });
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
    });
    this.socket.on('error', () => {
      this.closed = true;
    });
    this.socket.on('close', () => {
      this.closed = true;
    });
  }

  write(text: string) {
    if (!this.closed) {
      this.socket.write(text);
    }
  }

  end() {
    this.socket.destroy();
  }
}

/** The error's code, wherever the product puts it: flat bodies of 401 and 403, or error.code. */
export const codeOf = (answer: Answer): string =>
  answer.json?.code ??
  answer.json?.error?.code ??
  (typeof answer.json?.error === 'string' ? answer.json.error : '');

/** How often each status came, such as `200×3 429×2`. */
export function counts(answers: { status: number }[]) {
  const by = new Map<number, number>();
  for (const { status } of answers) {
    by.set(status, (by.get(status) ?? 0) + 1);
  }
  return (
    [...by]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status}×${times}`)
      .join(' ') || 'none'
  );
}

export function median(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function percentile(values: number[], share: number) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
