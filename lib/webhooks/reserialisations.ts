import { isDeepStrictEqual } from 'node:util';

/** What programs make of a JSON text that they parse and print again, and how two JSON texts differ. Pure. */

const javaScript = (json: string, indent?: number) => JSON.stringify(JSON.parse(json), null, indent);
const escapeSlashes = (json: string) => json.replaceAll('/', '\\/');
const escapeNonAscii = (json: string) =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** By what a developer would recognise in his own code; the first is how Kaira prints. */
const printers: Record<string, (json: string) => string> = {
  'JSON.stringify(body)': (json) => javaScript(json),
  'JSON.stringify(body, null, 2)': (json) => javaScript(json, 2),
  "Python's json.dumps(body)": python,
  "PHP's json_encode($body)": (json) => escapeSlashes(escapeNonAscii(javaScript(json))),
  "PHP's json_encode($body, JSON_UNESCAPED_UNICODE)": (json) => escapeSlashes(javaScript(json)),
  'PHP with JSON_UNESCAPED_SLASHES, or Python with separators': (json) => escapeNonAscii(javaScript(json)),
};

/** Every printing of the same JSON that is known here, by what prints it; empty when the text is not JSON. */
export function printings(text: string): { printer: string; text: string }[] {
  if (parseJson(text) === undefined) return [];
  return Object.entries(printers).map(([printer, print]) => ({ printer, text: print(text) }));
}

const strings = /"(?:[^"\\]|\\.)*"/g;
const tokens = new RegExp(`(${strings.source})|(-?\\d+\\.\\d+)|([,:])|\\s+`, 'g');

/** A space after each comma and colon, letters escaped, and 100.00 as 100.0. */
function python(json: string): string {
  return json.replace(tokens, (_, text?: string, decimal?: string, mark?: string) => {
    if (text) return escapeNonAscii(javaScript(text));
    if (decimal) return `${Number(decimal)}${Number.isInteger(Number(decimal)) ? '.0' : ''}`;
    return mark ? `${mark} ` : '';
  });
}

/** How bytes change while the JSON stays, by the part of a text that is then another. */
const changeKinds: Record<string, (json: string) => string | undefined> = {
  white_space: (json) => json.replace(strings, '').replace(/\S/g, ''),
  escapes: (json) =>
    json
      .match(/\\(?:u\w{4}|.)/g)
      ?.sort()
      .join(),
  key_order: (json) => JSON.stringify(leaves(JSON.parse(json)).map(([path]) => path)),
  number_form: (json) =>
    json
      .replace(strings, '')
      .match(/[\d.e+-]+/gi)
      ?.sort()
      .join(),
};

/** How bytes differ from those that were sent, which are JSON; undefined when they are not the same JSON. */
export function howReserialised(given: Buffer, original: Buffer) {
  const [text, sent] = [given.toString('utf8'), original.toString('utf8')];
  const [got, was] = [parseJson(text), parseJson(sent)];
  const inner = typeof got === 'string' ? parseJson(got) : undefined;
  if (inner !== undefined && isDeepStrictEqual(inner, was)) return { changes: ['json_string'] };
  if (got === undefined || !isDeepStrictEqual(got, was)) return undefined;
  const kinds = Object.entries(changeKinds).filter(([, part]) => part(text) !== part(sent));
  const changes = kinds.map(([kind]) => kind);
  const found = printings(sent).find((each) => each.text === text);
  return found && changes.length > 0 ? { changes, looks_like: found.printer } : { changes };
}

const MAX_FIELDS = 10;
const MAX_VALUE_LENGTH = 200;

/** The first fields that differ between two JSON texts, with null for one that is missing. */
export function fieldDifferences(given: Buffer, sent: Buffer) {
  const leavesOf = (json: Buffer) => new Map(leaves(parseJson(json.toString('utf8'))));
  const [got, was] = [leavesOf(given), leavesOf(sent)];
  const shown = (value: unknown) => (value === undefined ? null : String(value).slice(0, MAX_VALUE_LENGTH));
  return [...new Set([...was.keys(), ...got.keys()])]
    .filter((path) => got.get(path) !== was.get(path))
    .slice(0, MAX_FIELDS)
    .map((path) => ({ path: path.slice(1), got: shown(got.get(path)), sent: shown(was.get(path)) }));
}

/** Every value that is no container, or is an empty one, by its path. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  const members = Object.entries(value);
  if (members.length === 0) return [[path, JSON.stringify(value)]];
  return members.flatMap(([key, each]) => leaves(each, `${path}.${key}`));
}

const MAX_CONTAINERS = 64;

/** Undefined when the text is not JSON, or has more objects and lists than any event: printing those takes long. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const containers = text.replace(strings, '').match(/[[{]/g) ?? [];
    return containers.length > MAX_CONTAINERS ? undefined : value;
  } catch {
    return undefined;
  }
}
