import { Kaira } from './src/index.ts';
import type { KairaOptions } from './src/transport.ts';

// For unit tests: a `fetch` that answers what it is told and keeps what it was sent.

export interface Recorded {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  redirect: string | undefined;
  atMs: number;
}

export type FakeAnswer =
  | { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }
  /** The connection breaks. */
  | 'lost'
  /** Nothing comes until the caller gives up. */
  | 'silent';

export const testKey = `sk_test_${'0'.repeat(43)}`;

/** A client whose calls are answered one after the other; the last answer serves all that follow. */
export function fakeGateway(answers: FakeAnswer[], options: Partial<KairaOptions> = {}) {
  const requests: Recorded[] = [];
  const answer = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    requests.push({
      method: init.method ?? 'GET',
      target: url.pathname + url.search,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body as string | undefined,
      redirect: init.redirect,
      atMs: Date.now(),
    });
    const next = answers[Math.min(requests.length, answers.length) - 1] ?? {};
    if (next === 'lost') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    if (next === 'silent') return untilAborted(init.signal as AbortSignal);
    const { status = 200, body = { status: 'success', data: {} }, text, headers = {} } = next;
    return new Response(text ?? JSON.stringify(body), { status, headers });
  };
  const kaira = new Kaira({ apiKey: testKey, fetch: answer as typeof fetch, ...options });
  return { kaira, requests };
}

export function refused(
  status: number,
  code: string,
  details?: unknown,
  headers?: Record<string, string>,
): FakeAnswer {
  return {
    status,
    body: { status: 'error', error: { code, message: `It is ${code}.`, ...(details ? { details } : {}) } },
    ...(headers && { headers }),
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
