/**
 * What programs make of a JSON text that they parse and print again, and how two texts of the same JSON differ. Pure.
 * Numbers keep the digits that they were written with, because `100.00` that comes back as `100` breaks a signature.
 */

/** How one program prints; names are what a developer would recognise in his own code. */
interface PrintStyle {
  name: string;
  indent?: number;
  /** A space after each comma and colon. */
  spaced?: boolean;
  /** Which characters become `\uXXXX`. */
  escape?: RegExp;
  upperCaseEscapes?: boolean;
  escapeSlashes?: boolean;
  sortKeys?: boolean;
  /** `shortest`: 100.00 is 100. `float`: it is 100.0. */
  numbers: 'shortest' | 'float';
}

const nonAscii = /[\u0080-\uffff]/g;
const html = /[<>&\u2028\u2029]/g;
const python = { spaced: true, escape: nonAscii, numbers: 'float' } as const;
const php = { escape: nonAscii, escapeSlashes: true, numbers: 'shortest' } as const;
const dotNet = { escape: /[\u0080-\uffff<>&'+`]/g, upperCaseEscapes: true, numbers: 'shortest' } as const;

const printStyles: PrintStyle[] = [
  { name: 'JSON.stringify(body)', numbers: 'shortest' },
  { name: 'JSON.stringify(body, null, 2)', indent: 2, numbers: 'shortest' },
  { name: 'JSON.stringify(body, null, 4)', indent: 4, numbers: 'shortest' },
  { name: "Python's json.dumps(body)", ...python },
  { name: "Python's json.dumps(body, separators=(',', ':'))", ...python, spaced: false },
  { name: "Python's json.dumps(body, ensure_ascii=False)", spaced: true, numbers: 'float' },
  { name: "Python's json.dumps(body, separators=(',', ':'), ensure_ascii=False)", numbers: 'float' },
  { name: "Python's json.dumps(body, sort_keys=True)", ...python, sortKeys: true },
  { name: "Python's json.dumps(body, indent=2)", ...python, indent: 2 },
  { name: "Python's json.dumps(body, indent=4)", ...python, indent: 4 },
  { name: "PHP's json_encode($body)", ...php },
  { name: "PHP's json_encode($body, JSON_UNESCAPED_SLASHES)", ...php, escapeSlashes: false },
  { name: "PHP's json_encode($body, JSON_UNESCAPED_UNICODE)", escapeSlashes: true, numbers: 'shortest' },
  { name: "PHP's json_encode($body, JSON_PRETTY_PRINT)", ...php, indent: 4 },
  { name: "Go's json.Marshal of a map", escape: html, sortKeys: true, numbers: 'shortest' },
  { name: "Rails' to_json", escape: html, numbers: 'float' },
  { name: "Java's Gson", escape: /[<>&='\u2028\u2029]/g, numbers: 'float' },
  { name: ".NET's JsonSerializer", ...dotNet },
];

/** Every printing of the same JSON that is known here, by what prints it; empty when the text is not JSON. */
export function reserialisations(text: string): { name: string; text: string }[] {
  const value = parseJson(text);
  return value === undefined
    ? []
    : printStyles.map((style) => ({ name: style.name, text: print(value, style) }));
}

/** In words that can follow "the body": how its bytes became others while the JSON stayed. */
const changeWords = {
  byte_order_mark: 'begins with a byte order mark',
  json_string: 'is quoted as one JSON string',
  charset: 'was decoded in another charset than UTF-8',
  pretty_printed: 'is pretty-printed',
  spaces: 'has spaces between its tokens',
  line_endings: 'has CRLF line endings',
  trailing_newline: 'ends with a newline',
  surrounding_whitespace: 'has white space around it',
  escaped_non_ascii: 'has letters beyond ASCII written as \\uXXXX',
  escaped_slashes: 'has slashes written as \\/',
  other_escapes: 'escapes other characters',
  key_order: 'has its keys in another order',
  number_form: 'writes numbers otherwise, such as 100 for 100.00',
} as const;

export type BodyChange = keyof typeof changeWords;

export function describeChanges(changes: BodyChange[]): string {
  return changes.map((change) => changeWords[change]).join(', ');
}

export interface Reserialised {
  changes: BodyChange[];
  /** What prints exactly this, where it is known. */
  looksLike?: string;
}

/** How the given bytes differ from `sent`, which is compact JSON; undefined when they are not the same JSON. */
export function howReserialised(given: Buffer, sent: string): Reserialised | undefined {
  const changes: BodyChange[] = [];
  let text = given.toString('utf8');
  if (text.startsWith('\ufeff')) {
    changes.push('byte_order_mark');
    text = text.slice(1);
  }
  let value = parseJson(text);
  if (typeof value === 'string') {
    changes.push('json_string');
    text = value;
    value = parseJson(text);
  }
  const undamaged = charsetDamages.find((damage) => isSameJson(value, parseJson(damage(sent))));
  if (value === undefined || undamaged === undefined) return undefined;
  const original = undamaged(sent);
  if (original !== sent) changes.push('charset');
  changes.push(...whiteSpaceChanges(text), ...tokenChanges(text, original));
  const style = reserialisations(original).find((each) => each.text !== original && each.text === text);
  return { changes, ...(style && { looksLike: style.name }) };
}

/** What becomes of UTF-8 that is read or written in another charset; the first is no damage. */
const charsetDamages: ((text: string) => string)[] = [
  (text) => text,
  (text) => Buffer.from(text).toString('latin1'),
  (text) => new TextDecoder('windows-1252').decode(Buffer.from(text)),
  (text) => Buffer.from(text, 'latin1').toString('utf8'),
  (text) => text.replace(/\P{ASCII}/gu, '?'),
  (text) => text.replace(/\P{ASCII}/gu, '\ufffd'),
  (text) => Buffer.from(text).toString('latin1').replace(nonAscii, '\ufffd'),
  (text) => text.replace(nonAscii, ''),
];

function whiteSpaceChanges(text: string): BodyChange[] {
  const withoutStrings = text.replaceAll(stringToken, '""');
  const inside = withoutStrings.trim();
  const after = withoutStrings.slice(withoutStrings.trimEnd().length);
  const changes: BodyChange[] = [];
  if (inside.includes('\n')) changes.push('pretty_printed');
  else if (/\s/.test(inside)) changes.push('spaces');
  if (withoutStrings.includes('\r')) changes.push('line_endings');
  if (withoutStrings === inside + after && /^\r?\n$/.test(after)) changes.push('trailing_newline');
  else if (withoutStrings !== inside) changes.push('surrounding_whitespace');
  return changes;
}

function tokenChanges(text: string, sent: string): BodyChange[] {
  const escapesOf = (json: string) =>
    [...json.matchAll(stringToken)].flatMap(([token]) => token.match(/\\(?:u[0-9a-f]{4}|.)/gi) ?? []);
  const usual = new Set(escapesOf(sent));
  const unusual = escapesOf(text).filter((each) => !usual.has(each));
  const isNonAscii = (each: string) => /^\\u(?!00[0-7])/i.test(each);
  const changes: BodyChange[] = [];
  if (unusual.some(isNonAscii)) changes.push('escaped_non_ascii');
  if (unusual.includes('\\/')) changes.push('escaped_slashes');
  if (unusual.some((each) => each !== '\\/' && !isNonAscii(each))) changes.push('other_escapes');
  const [value, original] = [parseJson(text), parseJson(sent)];
  const compact: PrintStyle = { name: '', numbers: 'shortest' };
  if (print(value, compact) !== print(original, compact)) changes.push('key_order');
  const numbersOf = (json: unknown) => leaves(json).filter((each) => each.value instanceof ExactNumber);
  const writtenAs = new Map(numbersOf(original).map((each) => [each.path, String(each.value)]));
  if (numbersOf(value).some((each) => writtenAs.get(each.path) !== String(each.value)))
    changes.push('number_form');
  return changes;
}

/** The values that differ between two JSON texts, with undefined for one that is missing; at most `max`. */
export function jsonDifferences(given: string, sent: string, max: number) {
  const [got, was] = [given, sent].map(
    (text) => new Map(leaves(parseJson(text)).map((leaf) => [leaf.path, leaf.value])),
  );
  return [...new Set([...(was?.keys() ?? []), ...(got?.keys() ?? [])])]
    .map((path) => ({ path, got: got?.get(path), sent: was?.get(path) }))
    .filter((each) => !isSameJson(each.got, each.sent))
    .slice(0, max);
}

/** The offset of the first byte that differs; the length of the shorter one when it is the other's beginning. */
export function firstDifference(one: Buffer, other: Buffer): number {
  const shorter = Math.min(one.length, other.length);
  for (let offset = 0; offset < shorter; offset++) if (one[offset] !== other[offset]) return offset;
  return shorter;
}

const stringToken = /"(?:[^"\\]|\\.)*"/gs;
const MAX_DEPTH = 64;

/** A number as it was written. */
class ExactNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

/** The value with exact numbers; undefined when the text is not JSON, or nested deeper than any event. */
export function parseJson(text: string): unknown {
  let depth = 0;
  for (const unit of text) {
    if (unit === '{' || unit === '[') depth++;
    else if (unit === '}' || unit === ']') depth--;
    if (depth > MAX_DEPTH) return undefined;
  }
  try {
    const keepNumber = (_: string, value: unknown, context?: { source: string }) =>
      typeof value === 'number' ? new ExactNumber(context?.source ?? String(value)) : value;
    return JSON.parse(text, keepNumber);
  } catch {
    return undefined;
  }
}

function print(value: unknown, style: PrintStyle, depth = 0): string {
  if (value instanceof ExactNumber) return printNumber(value.source, style.numbers);
  if (typeof value === 'string') return printString(value, style);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const { indent, spaced } = style;
  const colon = spaced || indent !== undefined ? ': ' : ':';
  const keys = style.sortKeys ? Object.keys(value).sort() : Object.keys(value);
  const items = Array.isArray(value)
    ? value.map((item) => print(item, style, depth + 1))
    : keys.map(
        (key) =>
          printString(key, style) + colon + print((value as Record<string, unknown>)[key], style, depth + 1),
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  if (indent === undefined) return open + items.join(spaced ? ', ' : ',') + close;
  const line = (level: number) => `\n${' '.repeat(indent * level)}`;
  return open + line(depth + 1) + items.join(`,${line(depth + 1)}`) + line(depth) + close;
}

function printString(text: string, style: PrintStyle): string {
  const escaped = JSON.stringify(text).replace(style.escape ?? /(?!)/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${style.upperCaseEscapes ? hex.toUpperCase() : hex}`;
  });
  return style.escapeSlashes ? escaped.replaceAll('/', '\\/') : escaped;
}

function printNumber(source: string, numbers: PrintStyle['numbers']): string {
  const text = String(Number(source));
  return numbers === 'float' && /[.e]/i.test(source) && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Every value that is no container, or an empty one, by its path. */
function leaves(value: unknown, path = ''): { path: string; value: unknown }[] {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return [{ path, value }];
  const members = Object.entries(value);
  if (members.length === 0) return [{ path, value }];
  return members.flatMap(([key, each]) => leaves(each, path === '' ? key : `${path}.${key}`));
}

function isSameJson(one: unknown, other: unknown): boolean {
  if (one instanceof ExactNumber && other instanceof ExactNumber) {
    return Number(one.source) === Number(other.source);
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  if (
    Array.isArray(one) !== Array.isArray(other) ||
    one instanceof ExactNumber ||
    other instanceof ExactNumber
  )
    return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isSameJson((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
