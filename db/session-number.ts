/** https://www.postgresql.org/docs/current/protocol-message-formats.html: BackendKeyData, ReadyForQuery, ErrorResponse */
const [KEY_DATA, READY, FAILED] = [...'KZE'].map((letter) => letter.charCodeAt(0));
const HEADER_BYTES = 5;

/**
 * The number of the server's process behind a connection, in what it says at first. Undefined while that is not all there,
 * null where it says none. Of a pooler it is a number of the pooler's own.
 */
export function sessionNumberIn(bytes: Buffer): number | null | undefined {
  for (let at = 0; at + HEADER_BYTES <= bytes.length; at += 1 + Math.max(4, bytes.readInt32BE(at + 1))) {
    const kind = bytes[at];
    if (kind === READY || kind === FAILED) return null;
    if (kind === KEY_DATA)
      return at + HEADER_BYTES + 4 <= bytes.length ? bytes.readInt32BE(at + HEADER_BYTES) : undefined;
  }
  return undefined;
}
