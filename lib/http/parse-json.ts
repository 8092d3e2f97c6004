import { AppError } from '#lib/errors';
import { cardDataRefused, cardFieldNamed, cardNumberPath } from '#lib/http/card-data';

/** Keeps a byte order mark, so that it is refused and not swallowed. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * The JSON object that a body is. Members named `__proto__` are dropped at every depth, but
 * in `metadata`, where each key is a caller's own and this one is refused by name (lib/fields.ts).
 * Throws `MALFORMED_JSON` unless the bytes are UTF-8 without a byte order mark and one JSON object in which no object
 * has a key twice (`JSON.parse` alone would keep the last), and `CARD_DATA_NOT_ACCEPTED` for card data; contract.md §2.
 * No error carries a piece of the body: it may be what must not be logged.
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const text = decode(bytes);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('The request body must be a JSON object.');
  }
  const { members, escapedKey } = survey(text);
  const body = escapedKey ? readExactly(text) : (value as Record<string, unknown>);
  const { keys, cardField } = inspect(body);
  if (keys !== members) throw repeatedKey();
  const cardPath = cardField ?? cardNumberPath(body);
  if (cardPath !== undefined) throw cardDataRefused(cardPath);
  return body;
}

function decode(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) throw malformed('The request body is empty; it must be a JSON object.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw malformed('The request body is not UTF-8. Encode it so.');
  }
  if (text.startsWith('\ufeff'))
    throw malformed('The request body begins with a byte order mark; leave it out.');
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8's own message quotes the text, so only its position is kept.
    const position =
      error instanceof Error && / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(error.message);
    throw malformed(
      position
        ? `The request body is not valid JSON at character ${position[1]}, counted from 0. Correct it there, or have a JSON library make it.`
        : 'The request body is not valid JSON. Have a JSON library make it.',
    );
  }
}

/**
 * One walk over everything in the body, on a stack of its own: a depth of 10,000 is only a long list here.
 * Counts the keys, drops `__proto__`, and finds a member that is named like a card field.
 */
function inspect(body: Record<string, unknown>): { keys: number; cardField: string | undefined } {
  let keys = 0;
  let cardField: string | undefined;
  const rest: object[] = [body];
  for (let container = rest.pop(); container !== undefined; container = rest.pop()) {
    if (Array.isArray(container)) {
      for (const item of container) if (typeof item === 'object' && item !== null) rest.push(item);
      continue;
    }
    const members = container as Record<string, unknown>;
    for (const key of Object.keys(members)) {
      keys++;
      cardField ??= cardFieldNamed(key);
      const value = members[key];
      if (typeof value === 'object' && value !== null) rest.push(value);
      if (key === '__proto__' && container !== body.metadata) delete members[key];
    }
  }
  return { keys, cardField };
}

/** How many members the text of valid JSON writes: every colon outside a string is one. And is any key escaped? */
function survey(text: string): { members: number; escapedKey: boolean } {
  let members = 0;
  let escapedKey = false;
  let inString = false;
  let escaped = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) {
      inString = !inString;
      if (inString) escaped = false;
    } else if (unit === BACKSLASH) {
      escaped = true;
      index++;
    } else if (unit === COLON && !inString) {
      members++;
      escapedKey ||= escaped;
    }
  }
  return { members, escapedKey };
}

const token = /[{}[\]]|"(?:[^"\\]+|\\.)*"|[^\s{}[\],:"]+/g;

/**
 * What `JSON.parse` should have said of an object with an escaped key. Node 24's may take such a key for another one
 * that it met before: https://github.com/nodejs/node/issues/63785. Needs text that is known to be valid JSON.
 */
function readExactly(text: string): Record<string, unknown> {
  const top: Container = { into: [], key: undefined };
  const open = [top];
  for (const [piece] of text.matchAll(token)) {
    const container = open.at(-1) ?? top;
    if (piece === '}' || piece === ']') {
      open.pop();
    } else if (container.key === undefined && !Array.isArray(container.into)) {
      container.key = JSON.parse(piece) as string;
      if (Object.hasOwn(container.into, container.key)) throw repeatedKey();
    } else {
      const value: unknown = piece === '{' ? {} : piece === '[' ? [] : JSON.parse(piece);
      put(container, value);
      if (piece === '{' || piece === '[') open.push({ into: value as Container['into'], key: undefined });
    }
  }
  return (top.into as Record<string, unknown>[])[0] ?? {};
}

interface Container {
  into: unknown[] | Record<string, unknown>;
  /** In an object, the key whose value comes next. */
  key: string | undefined;
}

function put(container: Container, value: unknown): void {
  if (Array.isArray(container.into)) {
    container.into.push(value);
  } else if (container.key !== undefined) {
    // Defined, not assigned: assigning `__proto__` would change the prototype.
    const member = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(container.into, container.key, member);
    container.key = undefined;
  }
}

function repeatedKey(): AppError {
  return malformed('A key stands twice in one object of the request body. Send it once.');
}

function malformed(message: string): AppError {
  return new AppError('MALFORMED_JSON', message);
}
