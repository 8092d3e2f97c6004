import { askForStepUp } from '#lib/browser/step-up';

/** One wrong field of a form. */
export interface FieldFault {
  path: string;
  message: string;
}

/** What the server answered instead of success; its message is for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldFault[];

  constructor(status: number, code: string, message: string, fields: FieldFault[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }

  /** The message of a field, if that one is wrong. */
  field(path: string): string | undefined {
    return this.fields.find((each) => each.path === path)?.message;
  }
}

export interface Page<Item> {
  data: Item[];
  pagination: { limit: number; next_cursor: string | null };
}

interface CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  query?: Record<string, string | undefined>;
  signal?: AbortSignal;
}

/**
 * The whole body of an answer of this site's own API. Throws `ApiError`; a session that has ended leads to the log-in
 * page and back. What wants the password anew has the person asked for it, and is then sent once more as it was.
 */
export async function callApi<Body>(path: string, options: CallOptions = {}): Promise<Body> {
  try {
    return await send<Body>(path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'STEP_UP_REQUIRED') throw error;
    if (await askForStepUp()) return send<Body>(path, options);
    const message = 'Nothing was done: this wants your password. Try again and give it.';
    throw new ApiError(error.status, error.code, message);
  }
}

async function send<Body>(path: string, options: CallOptions): Promise<Body> {
  const query = new URLSearchParams(
    Object.entries(options.query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString();
  let response: Response;
  try {
    response = await fetch(query ? `${path}?${query}` : path, {
      method: options.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      ...(options.signal && { signal: options.signal }),
    });
  } catch {
    throw new ApiError(
      0,
      'NETWORK',
      'Kaira cannot be reached. Check your connection; nothing is known to have happened.',
    );
  }
  const body = await response.json().catch(() => undefined);
  if (response.ok) return body as Body;
  if (response.status === 401 && path.startsWith('/api/')) leaveForLogIn();
  throw errorOf(response.status, body);
}

/** The `data` of an answer. */
export async function call<Data>(path: string, options: CallOptions = {}): Promise<Data> {
  return (await callApi<{ data: Data }>(path, options)).data;
}

// biome-ignore lint/suspicious/noExplicitAny: an error's body is read field by field.
function errorOf(status: number, body: any): ApiError {
  if (typeof body?.error === 'string') {
    return new ApiError(status, body.code ?? body.error.toUpperCase(), body.message);
  }
  const error = body?.error;
  if (typeof error?.code === 'string') {
    return new ApiError(status, error.code, error.message, error.details?.fields ?? []);
  }
  return new ApiError(status, 'UNKNOWN', `The server answered ${status}. Try again in a moment.`);
}

function leaveForLogIn(): void {
  const { pathname, search } = window.location;
  const door = pathname.startsWith('/admin') ? '/admin/login' : '/login';
  window.location.assign(`${door}?next=${encodeURIComponent(pathname + search)}`);
}
