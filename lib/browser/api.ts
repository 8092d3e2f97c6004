import { t } from '#lib/browser/language/words';
import { noteReadAt } from '#lib/browser/read-at';
import { type FieldFault, fieldSentence, forPeople } from '#lib/browser/sentences';
import { askForStepUp } from '#lib/browser/step-up';

/** What the server answered instead of success; its message is for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldFault[];
  /** What was asked for may have been done, although no answer says so. */
  readonly mayBeDone: boolean;

  constructor(status: number, code: string, message: string, fields: FieldFault[] = [], mayBeDone = false) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.mayBeDone = mayBeDone;
  }

  /** The message of a field, if that one is wrong. */
  field(path: string): string | undefined {
    return this.fields.find((each) => each.path === path)?.message;
  }
}

/** Whether nobody knows what became of what was sent. */
export function mayBeDone(error: Error | null): boolean {
  return error instanceof ApiError && error.mayBeDone;
}

export interface Page<Item> {
  data: Item[];
  pagination: { limit: number; next_cursor: string | null };
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface CallOptions {
  method?: Method;
  body?: unknown;
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** How long an answer is waited for. */
  patienceMs?: number;
}

const PATIENCE_MS = 30_000;
/** For a file, which takes its time on a slow line. */
export const FILE_PATIENCE_MS = 180_000;

/**
 * The whole body of an answer of this site's own API. A request is sent now or never, and once: `ApiError` says whether
 * nothing was sent (`OFFLINE`) or nobody knows what became of it (`mayBeDone`). A session that has ended leads to the
 * log-in page and back. What wants the password anew was not done: the person is asked for it, and it is sent as it was.
 */
export async function callApi<Body>(path: string, options: CallOptions = {}): Promise<Body> {
  try {
    return await send<Body>(path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'STEP_UP_REQUIRED') throw error;
    if (await askForStepUp()) return send<Body>(path, options);
    const message = t('Nothing was done: this wants your password. Try again and give it.');
    throw new ApiError(error.status, error.code, message);
  }
}

async function send<Body>(path: string, options: CallOptions): Promise<Body> {
  const { method = 'GET', patienceMs = PATIENCE_MS } = options;
  const query = new URLSearchParams(
    Object.entries(options.query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString();
  if (navigator.onLine === false) throw offline(method);
  const patience = AbortSignal.timeout(patienceMs);
  const response = await fetch(query ? `${path}?${query}` : path, {
    method,
    headers: { 'content-type': 'application/json', ...options.headers },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    signal: options.signal ? AbortSignal.any([options.signal, patience]) : patience,
  }).catch(() => {
    throw noAnswer(method);
  });
  noteReadAt(response.headers);
  const body = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as Body;
  if (response.ok) throw noAnswer(method);
  if (response.status === 401 && path.startsWith('/api/')) leaveForLogIn();
  throw errorOf(method, response.status, body);
}

function offline(method: Method): ApiError {
  const sentence = t(method === 'GET' ? 'You are offline.' : 'You are offline. Nothing was sent.');
  return new ApiError(0, 'OFFLINE', sentence);
}

/** Also where the line went away after sending: then it may have arrived. */
function noAnswer(method: Method): ApiError {
  const mayBeDone = method !== 'GET';
  const sentence = t(
    mayBeDone
      ? 'No answer came, so this may have been done all the same. Look what became of it before you do it again.'
      : 'Kaira cannot be reached. Check your connection.',
  );
  return new ApiError(0, 'NO_ANSWER', sentence, [], mayBeDone);
}

/** The `data` of an answer. */
export async function call<Data>(path: string, options: CallOptions = {}): Promise<Data> {
  return (await callApi<{ data: Data }>(path, options)).data;
}

// biome-ignore lint/suspicious/noExplicitAny: an error's body is read field by field.
function errorOf(method: Method, status: number, body: any): ApiError {
  if (typeof body?.error === 'string') {
    return new ApiError(status, body.code ?? body.error.toUpperCase(), forPeople(body.message));
  }
  const error = body?.error;
  const isOurs = typeof error?.code === 'string';
  // Ours says 503 before anything was done; what stands before us may say it at any time.
  const mayBeDone = method !== 'GET' && status >= 500 && !(isOurs && status === 503);
  if (!isOurs) {
    const sentence = mayBeDone
      ? t(
          'The server answered {status}. This may have been done all the same: look what became of it before you do it again.',
          { status },
        )
      : t('The server answered {status}. Try again in a moment.', { status });
    return new ApiError(status, 'UNKNOWN', sentence, [], mayBeDone);
  }
  const fields = ((error.details?.fields ?? []) as (FieldFault & { code: string })[]).map((fault) => ({
    path: fault.path,
    message: fieldSentence(fault),
  }));
  const message = fields.length > 0 ? fields.map((each) => each.message).join(' ') : forPeople(error.message);
  return new ApiError(status, error.code, message, fields, mayBeDone);
}

function leaveForLogIn(): void {
  const { pathname, search } = window.location;
  const door = pathname.startsWith('/admin') ? '/admin/login' : '/login';
  window.location.assign(`${door}?next=${encodeURIComponent(pathname + search)}`);
}
