import { errors } from 'undici';

/** No connection was tried; the message is for the client to read. */
export class RefusedAddress extends Error {}

/** Why no answer came, in one sentence for the client. */
export function failureSentence(
  thrown: unknown,
  { connectTimeoutMs, maxHeaderBytes }: { connectTimeoutMs: number; maxHeaderBytes: number },
): string {
  // Node reports several failed addresses together; the last one is as good as any.
  const error = thrown instanceof AggregateError ? (thrown.errors.at(-1) ?? thrown) : thrown;
  if (error instanceof RefusedAddress) return error.message;
  const code = errorCode(error);
  const sentence = sentenceByCode[code];
  if (sentence !== undefined) return sentence;
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return `The response headers are longer than ${maxHeaderBytes / 1_024} KB`;
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return `No connection was made within ${connectTimeoutMs / 1_000} s`;
  }
  if (error instanceof errors.HTTPParserError) return 'The answer is not valid HTTP';
  if (tlsCode.test(code)) return `TLS: ${tlsReason(error)}`;
  return `The request could not be sent (${code || 'unknown cause'})`;
}

const sentenceByCode: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer came',
  EPIPE: 'The connection was closed before an answer came',
  UND_ERR_SOCKET: 'The connection was closed before an answer came',
  UND_ERR_HEADERS_TIMEOUT: 'No answer came in time',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The answer is not valid HTTP',
  UND_ERR_DESTROYED: 'The sender is closed',
  EHOSTUNREACH: 'The address cannot be reached',
  ENETUNREACH: 'The address cannot be reached',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate is for another name',
};

/** Node's and OpenSSL's codes: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const tlsCode =
  /^(ERR_SSL_|ERR_TLS_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|EPROTO|HOSTNAME_)/;

function tlsReason(error: unknown): string {
  if (error instanceof Error && 'reason' in error && typeof error.reason === 'string') return error.reason;
  // Node appends advice on its own flags after a semicolon.
  return (error instanceof Error && error.message.split(';')[0]) || 'unknown cause';
}

/** Of Node or undici; empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
