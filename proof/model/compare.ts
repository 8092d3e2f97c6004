import { type Expected, isMatcher, type Matcher } from './expected.ts';

/** What the names of the model stand for in the product: identifiers, times, addresses. */
export interface Bindings {
  of: Map<string, string>;
  /** Each identifier that was seen, and whose it is. */
  owners: Map<string, string>;
  /** Disagreements of known.ts that were met. */
  met: Set<string>;
  /** When each step began and ended, milliseconds. */
  steps: { from: number; to: number }[];
}

export function noBindings(): Bindings {
  return { of: new Map(), owners: new Map(), met: new Set(), steps: [] };
}

export function copyOf(bindings: Bindings): Bindings {
  return {
    of: new Map(bindings.of),
    owners: new Map(bindings.owners),
    met: new Set(bindings.met),
    steps: bindings.steps,
  };
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Between the clocks of two processes of one machine, and between a statement's time and its answer. */
const SLACK_MS = 2000;
/** What a call of `advance` itself may take, by which due times are told otherwise. */
const LAPSE_MS = 10_000;

/** What differs, a line for each; names that were not known yet are bound. */
export function compare(expected: Expected, actual: unknown, bindings: Bindings, path = ''): string[] {
  const at = path === '' ? 'the answer' : path;
  if (isMatcher(expected)) return match(expected, actual, bindings, at);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [`${at}: expected a list, got ${show(actual)}`];
    if (actual.length !== expected.length) {
      return [`${at}: expected ${expected.length} items, got ${actual.length}`];
    }
    return expected.flatMap((each, index) => compare(each, actual[index], bindings, `${path}[${index}]`));
  }
  if (typeof expected === 'object' && expected !== null) {
    return compareFields(expected as Record<string, Expected>, actual, bindings, path);
  }
  return Object.is(expected, actual) ? [] : [`${at}: expected ${show(expected)}, got ${show(actual)}`];
}

function compareFields(
  expected: Record<string, Expected>,
  actual: unknown,
  bindings: Bindings,
  path: string,
): string[] {
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) {
    return [`${path || 'the answer'}: expected an object, got ${show(actual)}`];
  }
  const fields = actual as Record<string, unknown>;
  const within = (field: string) => (path === '' ? field : `${path}.${field}`);
  const wrong = Object.entries(expected).flatMap(([field, value]) => {
    if (field in fields) return compare(value, fields[field], bindings, within(field));
    return isMatcher(value) && (value.$ === 'maybe' || value.$ === 'any')
      ? []
      : [`${within(field)}: missing`];
  });
  const unknown = Object.keys(fields).filter((field) => !(field in expected));
  return [
    ...wrong,
    ...unknown.map((field) => `${within(field)}: in no document, got ${show(fields[field])}`),
  ];
}

function match(matcher: Matcher, actual: unknown, bindings: Bindings, at: string): string[] {
  const differs = (what: string) => [`${at}: expected ${what}, got ${show(actual)}`];
  switch (matcher.$) {
    case 'any':
      return [];
    case 'text':
      return typeof actual === 'string' && actual.trim() !== '' ? [] : differs('some words');
    case 'whole':
      return Number.isSafeInteger(actual) && (actual as number) >= 0 ? [] : differs('a whole number');
    case 'pattern':
      return typeof actual === 'string' && new RegExp(matcher.source, 'u').test(actual)
        ? []
        : differs(matcher.source);
    case 'id':
      return (
        bind(matcher.name, actual, UUID_V7, bindings) ?? differs(`the id of ${known(matcher.name, bindings)}`)
      );
    case 'same':
      return (
        bind(matcher.name, actual, new RegExp(matcher.source, 'u'), bindings) ??
        differs(`${matcher.source} of ${known(matcher.name, bindings)}`)
      );
    case 'time':
      return matchTime(matcher, actual, bindings) ?? differs(`the time of ${known(matcher.name, bindings)}`);
    case 'after': {
      const begun = bindings.of.get(matcher.name);
      if (begun === undefined) return [];
      const off =
        typeof actual === 'string' ? Date.parse(actual) - Date.parse(begun) - matcher.ms : Number.NaN;
      return Math.abs(off) <= LAPSE_MS ? [] : differs(`${matcher.ms / 1000} s after ${begun}`);
    }
    case 'maybe':
      return compare(matcher.value, actual, bindings, at);
    case 'known': {
      const differences = compare(matcher.said, actual, bindings, at);
      if (differences.length === 0 || compare(matcher.done, actual, bindings, at).length > 0)
        return differences;
      bindings.met.add(matcher.name);
      return [];
    }
    case 'oneOf':
      return matchOne(matcher.options, actual, bindings, at);
    case 'set':
      return matchSet(matcher.items, actual, bindings, at);
  }
}

function known(name: string, bindings: Bindings): string {
  const value = bindings.of.get(name);
  return value === undefined ? `${name}, not known yet` : `${name}, which is ${value}`;
}

function bind(name: string, actual: unknown, form: RegExp, bindings: Bindings): string[] | undefined {
  const bound = bindings.of.get(name);
  if (bound !== undefined) return bound === actual ? [] : undefined;
  if (typeof actual !== 'string' || !form.test(actual) || bindings.owners.has(actual)) return undefined;
  bindings.of.set(name, actual);
  bindings.owners.set(actual, name);
  return [];
}

function matchTime(
  { name, step }: { name: string; step: number },
  actual: unknown,
  bindings: Bindings,
): string[] | undefined {
  const bound = bindings.of.get(name);
  if (bound !== undefined) return bound === actual ? [] : undefined;
  const window = bindings.steps[step];
  if (typeof actual !== 'string' || !TIME.test(actual)) return undefined;
  const at = Date.parse(actual);
  if (window !== undefined && (at < window.from - SLACK_MS || at > window.to + SLACK_MS)) return undefined;
  bindings.of.set(name, actual);
  return [];
}

function matchOne(options: Expected[], actual: unknown, bindings: Bindings, at: string): string[] {
  let first: string[] | undefined;
  for (const option of options) {
    const trial = copyOf(bindings);
    const differences = compare(option, actual, trial, at);
    if (differences.length === 0) {
      Object.assign(bindings, trial);
      return [];
    }
    first ??= differences;
  }
  return first ?? [];
}

function matchSet(items: Expected[], actual: unknown, bindings: Bindings, at: string): string[] {
  if (!Array.isArray(actual)) return [`${at}: expected a list, got ${show(actual)}`];
  const left = [...actual];
  const wrong = items.flatMap((item) => {
    const found = left.findIndex((each) => compare(item, each, copyOf(bindings), at).length === 0);
    if (found === -1) return [`${at}: nothing there is ${show(item)}`];
    compare(item, left.splice(found, 1)[0], bindings, at);
    return [];
  });
  return [...wrong, ...left.map((each) => `${at}: not expected: ${show(each)}`)];
}

export function show(value: unknown): string {
  const shown = JSON.stringify(value) ?? 'nothing';
  return shown.length > 300 ? `${shown.slice(0, 300)}…` : shown;
}
