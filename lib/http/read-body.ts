import { AppError, invariant } from '#lib/errors';

interface ReadBodyOptions {
  maxBytes: number;
  /** The whole body must have arrived by then, however slowly it trickles. */
  deadlineMs: number;
}

/**
 * The bytes of a request's body, never more than `maxBytes` of them, none when there is no body.
 * Throws `PAYLOAD_TOO_LARGE`, and `MALFORMED_JSON` for a body that stalls or breaks off: the contract has no 408.
 * `next start` itself limits neither size nor time.
 */
export async function readBody(request: Request, options: ReadBodyOptions): Promise<Uint8Array> {
  invariant(!request.bodyUsed, 'a body is read once');
  const announced = announcedLength(request.headers);
  if (announced !== undefined && announced > options.maxBytes) throw tooLarge(options.maxBytes);

  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(stalled(options.deadlineMs)), options.deadlineMs);
  });
  try {
    // Node's parser holds a body to its Content-Length, so the host's quick way to the bytes is safe with one.
    return await (announced === undefined
      ? readStream(request, options.maxBytes, deadline)
      : readWhole(request, options.maxBytes, deadline));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('MALFORMED_JSON', 'The request body broke off before its end. Send it again, whole.');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Throws `UNSUPPORTED_MEDIA_TYPE` for a `Content-Type` that is given and is not JSON in UTF-8 (`application/json` or
 * `application/…+json`), and for a compressed body: nothing is ever inflated here. No `Content-Type` at all is fine.
 */
export function requireJsonContentType(headers: Headers): void {
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the request body without Content-Encoding.');
  }
  const contentType = headers.get('content-type');
  if (contentType === null || contentType === 'application/json') return;
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  if (!jsonType.test(type.trim())) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the request body as JSON with the header "Content-Type: application/json" (curl -d sends another one by itself).',
    );
  }
  for (const parameter of parameters) {
    const charset = charsetForm.exec(parameter.trim())?.[1];
    if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
      throw new AppError(
        'UNSUPPORTED_MEDIA_TYPE',
        'Send the request body in UTF-8, and name no other charset in Content-Type.',
      );
    }
  }
}

const jsonType = /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json$/;
const charsetForm = /^charset\s*=\s*"?([^"]*)"?$/;

/** Undefined when nothing trustworthy says how long the body is: then it is counted as it comes. */
function announcedLength(headers: Headers): number | undefined {
  const text = headers.get('content-length');
  if (text === null || !/^\d+$/.test(text) || headers.has('transfer-encoding')) return undefined;
  return Number(text);
}

async function readWhole(request: Request, maxBytes: number, deadline: Promise<never>): Promise<Uint8Array> {
  const bytes = new Uint8Array(await Promise.race([request.arrayBuffer(), deadline]));
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

async function readStream(request: Request, maxBytes: number, deadline: Promise<never>): Promise<Uint8Array> {
  // A deadline that passes while nobody waits for it must not end the process.
  deadline.catch(() => {});
  if (request.body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), deadline]);
      if (done) return Buffer.concat(chunks, length);
      length += value.byteLength;
      if (length > maxBytes) throw tooLarge(maxBytes);
      chunks.push(value);
    }
  } catch (error) {
    // Not awaited: a source that stalls may also stall when told to stop.
    reader.cancel().catch(() => {});
    throw error;
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'PAYLOAD_TOO_LARGE',
    `The request body may have at most ${maxBytes} bytes. Send a shorter one.`,
  );
}

function stalled(deadlineMs: number): AppError {
  const message = `The request body did not arrive within ${deadlineMs / 1_000} seconds. Send it again.`;
  // The rest of the body could still come and be taken for the next request's beginning.
  return new AppError('MALFORMED_JSON', message, { headers: { connection: 'close' } });
}
