import { AppError, type ErrorCode, type FieldFault } from '#lib/errors';
import { settings } from '#lib/settings';

/** Every answer under /api is JSON, is never cached, and says nothing of what made it. */
const baseHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
/** Told to browsers over https only; two years, as the HSTS preload list asks. https://hstspreload.org */
export const HSTS = 'max-age=63072000; includeSubDomains';

export interface AnswerFacts {
  requestId: string;
  secure: boolean;
  /** Read from a standby, which had all that was committed by then. */
  asOf?: Date;
}

export function answer(
  text: string,
  status: number,
  facts: AnswerFacts,
  headers?: Record<string, string>,
): Response {
  return new Response(text, {
    status,
    headers: { ...baseHeaders, ...factHeaders(facts), ...headers },
  });
}

function factHeaders({ requestId, secure, asOf }: AnswerFacts): Record<string, string> {
  return {
    'x-request-id': requestId,
    ...(secure && { 'strict-transport-security': HSTS }),
    ...(asOf && { 'x-gw-as-of': asOf.toISOString() }),
  };
}

/** What is sent as it is made; with a name, a file to be kept. */
export function fileAnswer(
  stream: ReadableStream<Uint8Array>,
  file: { type: string; name?: string },
  facts: AnswerFacts,
): Response {
  return new Response(stream, {
    headers: {
      ...baseHeaders,
      'content-type': file.type,
      ...(file.name && { 'content-disposition': `attachment; filename="${file.name}"` }),
      ...factHeaders(facts),
    },
  });
}

export function envelope(data: unknown): string {
  return JSON.stringify({ status: 'success', data });
}

const flatTitles: Record<number, string> = { 401: 'Unauthorized', 403: 'Forbidden' };

/**
 * The spec's error body; flat for 401 and 403. A 5xx carries the request id, and each a link to what the guide says of
 * its code, beside those that `headers`, which every answer of its path has, may hold.
 */
export function errorAnswer(
  error: AppError,
  facts: AnswerFacts,
  headers: Record<string, string> = {},
): Response {
  const { code, message, status } = error;
  const link = [headers.link, helpLink(code)].filter((each) => each !== undefined).join(', ');
  const title = flatTitles[status];
  if (title !== undefined) {
    const additive = code === 'UNAUTHORIZED' || code === 'FORBIDDEN' ? {} : { code };
    const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
    return answer(JSON.stringify({ error: title, message, ...additive }), status, facts, {
      ...headers,
      ...challenge,
      ...error.headers,
      link,
    });
  }
  const details = { ...error.details, ...(status >= 500 && { request_id: facts.requestId }) };
  const body = { code, message, ...(Object.keys(details).length > 0 && { details }) };
  return answer(JSON.stringify({ status: 'error', error: body }), status, facts, {
    ...headers,
    ...error.headers,
    link,
  });
}

/** https://www.rfc-editor.org/rfc/rfc8288#section-3. Parsed, so that any host name is written in ASCII. */
function helpLink(code: ErrorCode): string {
  return `<${new URL(`${settings().baseUrl}/docs/errors#${code}`).href}>; rel="help"`;
}

/** 429 with `Retry-After` and the `RateLimit-*` headers. */
export function rateLimited(
  message: string,
  taken: { limit: number; remaining: number; retryAfterSeconds: number; resetSeconds: number },
  details?: { limit: 'concurrency' },
): AppError {
  return new AppError('RATE_LIMITED', message, {
    ...(details && { details }),
    retryAfterSeconds: taken.retryAfterSeconds,
    headers: {
      'ratelimit-limit': String(taken.limit),
      'ratelimit-remaining': String(taken.remaining),
      'ratelimit-reset': String(Math.ceil(taken.resetSeconds)),
    },
  });
}

/** How many faults the message itself tells; all of them stand in `details.fields`. */
const TOLD_FAULTS = 3;

/** The same where too much is under way at the same time: when there is room again depends on what is under way. */
export function tooManyAtOnce(message: string, limit: number, retryAfterSeconds: number): AppError {
  const taken = { limit, remaining: 0, retryAfterSeconds, resetSeconds: retryAfterSeconds };
  return rateLimited(message, taken, { limit: 'concurrency' });
}

/** All invalid fields at once. */
export function validationError(fields: FieldFault[]): AppError {
  const told = fields.slice(0, TOLD_FAULTS).map(sentenceOf);
  const more = fields.length - told.length;
  if (more > 0) told.push(`${more} more: see details.fields.`);
  return new AppError('VALIDATION_ERROR', told.join(' '), { details: { fields } });
}

/** One that names its field by itself is left as it is. */
function sentenceOf({ path, message }: FieldFault): string {
  const isNamed = message.startsWith(`The ${path} `) || message.startsWith(`${path} `);
  return isNamed ? message : `${path || 'The body'}: ${message}`;
}
