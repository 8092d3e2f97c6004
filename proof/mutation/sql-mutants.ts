import type { Mutant } from '#proof/mutation/mutants';

// Every small mistake that somebody could make in the functions of a file of SQL, found in its words: enough of a tokenizer
// to tell a comparison from an assignment, and what a clause is of. What PostgreSQL refuses is no mistake that could ship.

export interface SqlMutant extends Mutant {
  /** The function that it stands in. */
  of: string;
}

interface Token {
  kind: 'word' | 'number' | 'text' | 'sign';
  text: string;
  start: number;
  end: number;
  /** How many brackets are open around it. */
  depth: number;
}

const pattern =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$\w+\$[\s\S]*?\$\w+\$|\d+(?:\.\d+)?|[A-Za-z_]\w*|::|:=|->>|->|@>|\?\||\?&|<=|>=|<>|!=|\|\||<<|=>|[^\s]/g;

function tokensOf(text: string, from: number): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found.startsWith('--') || found.startsWith('/*')) continue;
    if (found === ')' || found === ']') depth--;
    const kind = /^[A-Za-z_]/.test(found)
      ? 'word'
      : /^\d/.test(found)
        ? 'number'
        : /^['$]/.test(found)
          ? 'text'
          : 'sign';
    const known = kind === 'word' ? found.toLowerCase() : found;
    tokens.push({ kind, text: known, start: from + index, end: from + index + found.length, depth });
    if (found === '(' || found === '[') depth++;
  }
  return tokens;
}

/** The functions of a file: their names, and where what they do begins and ends. */
export function functionsOf(
  source: string,
): { name: string; start: number; from: number; to: number; end: number }[] {
  const heads = source.matchAll(/^create (?:or replace )?function (\w+)[\s\S]*?\bas \$\$/gm);
  return [...heads].map(({ 0: head, 1: name = '', index }) => {
    const from = index + head.length;
    const to = source.indexOf('$$', from);
    return { name, start: index, from, to, end: source.indexOf(';', to) + 1 };
  });
}

const others = new Map<string, string[]>(
  Object.entries({
    '=': ['<>'],
    '<>': ['='],
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
    '+': ['-'],
    '*': ['/'],
    and: ['or'],
    or: ['and'],
    true: ['false'],
    false: ['true'],
    greatest: ['least'],
    least: ['greatest'],
    min: ['max'],
    max: ['min'],
    desc: ['asc'],
    exists: ['not exists'],
  }),
);
/** What ends the conditions of a `where`, an `on` or a `when` at its own depth. */
const endsConditions =
  /^(?:group|order|limit|offset|returning|union|for|then|loop|window|having|join|left|cross|set|from|do|;)$/;
/** What a statement begins with that can be left out. */
const dropped = /^(?:perform|update|insert|delete|raise|return|continue|exit|with)$/;

/** Every mutant of the functions of a file, in the order of their places. `own`: functions whose arguments may be swapped. */
export function sqlMutantsOf(source: string, own: ReadonlySet<string>): SqlMutant[] {
  const mutants: SqlMutant[] = [];
  const lines = source.split('\n');
  for (const { name, from, to } of functionsOf(source)) {
    const tokens = tokensOf(source.slice(from, to), from);
    const put = (start: number, end: number, after: string) => {
      const before = source.slice(start, end);
      const line = source.slice(0, start).split('\n').length;
      const lineText = lines[line - 1]?.trim() ?? '';
      const lead = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
      if (before !== after) mutants.push({ of: name, line, lineText, lead, start, end, before, after });
    };
    const text = (first: Token, last: Token) => source.slice(first.start, last.end);
    tokens.forEach((token, at) => {
      swapWords(tokens, at, put);
      changeFigures(tokens, at, put);
      dropConditions(tokens, at, put);
      dropStatements(tokens, at, put);
      changeCalls(tokens, at, own, put, text);
      if (token.text === 'if' && tokens[at - 1]?.text !== 'end' && tokens[at + 1]?.text !== 'exists') {
        const then = tokens.findIndex(
          (each, n) => n > at && each.text === 'then' && each.depth === token.depth,
        );
        const [first, last] = [tokens[at + 1], tokens[then - 1]];
        if (first && last) for (const word of ['true', 'false']) put(first.start, last.end, word);
      }
    });
  }
  return mutants.sort((a, b) => a.start - b.start);
}

type Put = (start: number, end: number, after: string) => void;

function swapWords(tokens: Token[], at: number, put: Put): void {
  const token = tokens[at] as Token;
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  const isText = token.kind === 'text';
  if (isText) {
    // A word that something is compared with.
    if (
      before &&
      /^(?:=|<>|in|\()$/.test(before.text) &&
      /^'[A-Z_a-z]+'$/.test(token.text) &&
      isCompared(tokens, at)
    )
      put(token.start, token.end, "'-'");
    return;
  }
  if (token.text === '=' && isAssignment(tokens, at)) return;
  if (
    token.text === '*' &&
    (before?.text === '(' ||
      before?.text === '.' ||
      after?.text === 'from' ||
      before?.text === 'select' ||
      before?.text === 'returning')
  )
    return;
  if (token.text === 'and' && isOfBetween(tokens, at)) return;
  if (token.text === 'exists' && before?.text === 'if') return;
  if (token.text === 'or' && before?.text === 'create') return;
  if (token.text === '-') {
    const isUnary =
      before === undefined ||
      /^(?:\(|,|=|<|>|<=|>=|<>|then|else|select|return|when|and|or|\+)$/.test(before.text);
    put(token.start, token.end, isUnary ? '' : '+');
    return;
  }
  if (token.text === 'not') {
    if (before?.text === 'is') put(token.start, token.end, '');
    else if (after && !/^(?:null|materialized)$/.test(after.text)) put(token.start, token.end, '');
    return;
  }
  if (token.text === 'is' && after && /^(?:null|distinct)$/.test(after.text))
    put(token.end, token.end, ' not');
  for (const other of others.get(token.text) ?? []) put(token.start, token.end, other);
}

/** Whether a text stands beside an operator, or in a list after `in`. */
function isCompared(tokens: Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before?.text === '=' || before?.text === '<>')
    return !(before.text === '=' && isAssignment(tokens, at - 1));
  return before?.text === '(' && tokens[at - 2]?.text === 'in';
}

/** In what is set, at its own depth and outside of a `case`, the sign of equality gives a value. */
function isAssignment(tokens: Token[], at: number): boolean {
  const { depth } = tokens[at] as Token;
  let cases = 0;
  for (let n = at - 1; n >= 0; n--) {
    const token = tokens[n] as Token;
    if (token.depth < depth) return false;
    if (token.depth > depth) continue;
    if (token.text === 'end') cases++;
    if (token.text === 'case') {
      if (cases === 0) return false;
      cases--;
    }
    if (token.text === 'set') return true;
    if (/^(?:where|from|on|;|select|if|then|when|and|or|begin)$/.test(token.text) && cases === 0)
      return false;
  }
  return false;
}

function isOfBetween(tokens: Token[], at: number): boolean {
  const { depth } = tokens[at] as Token;
  for (let n = at - 1; n >= 0; n--) {
    const token = tokens[n] as Token;
    if (token.depth < depth || /^(?:and|or|where|;|select)$/.test(token.text)) return false;
    if (token.text === 'between' && token.depth === depth) return true;
  }
  return false;
}

function changeFigures(tokens: Token[], at: number, put: Put): void {
  const token = tokens[at] as Token;
  const before = tokens[at - 1];
  if (token.kind !== 'number' || before?.text === '::') return;
  // The places of columns are none.
  for (let n = at - 1; n >= 0; n--) {
    const each = tokens[n] as Token;
    if (each.text === 'by') return;
    if (each.kind !== 'number' && each.text !== ',') break;
  }
  put(token.start, token.end, before?.text === 'limit' ? `${Number(token.text) + 1}` : `(${token.text} + 1)`);
}

/** One of the conditions of a clause, or all of it where it is a choice. */
function dropConditions(tokens: Token[], at: number, put: Put): void {
  const token = tokens[at] as Token;
  if (token.text === 'limit' && tokens[at + 1]) put(token.start, (tokens[at + 1] as Token).end, '');
  if (token.text !== 'where') return;
  const parts: Token[][] = [[]];
  let cases = 0;
  let isChoice = false;
  for (let n = at + 1; n < tokens.length; n++) {
    const each = tokens[n] as Token;
    if (each.depth < token.depth) break;
    if (each.depth === token.depth) {
      if (each.text === 'case') cases++;
      if (each.text === 'end') cases--;
      if (
        cases === 0 &&
        endsConditions.test(each.text) &&
        !(each.text === 'from' && tokens[n - 1]?.text === 'distinct')
      )
        break;
      if (cases === 0 && each.text === 'or') isChoice = true;
      if (cases === 0 && each.text === 'and' && !isOfBetween(tokens, n)) {
        parts.push([]);
        continue;
      }
    }
    parts.at(-1)?.push(each);
  }
  const all = parts.flat();
  for (const part of isChoice ? [all] : parts) {
    const [head, tail] = [part[0], part.at(-1)];
    if (head && tail) put(head.start, tail.end, 'true');
  }
}

/** Of PL/pgSQL: a statement between two that are done one after the other. */
function dropStatements(tokens: Token[], at: number, put: Put): void {
  const token = tokens[at] as Token;
  const before = tokens[at - 1];
  const isFirst = before === undefined || /^(?:;|then|else|begin|loop)$/.test(before.text);
  if (!isFirst || token.depth !== 0 || !tokens.some(({ text }) => text === 'begin')) return;
  const isSet =
    tokens[at + 1]?.text === ':=' || (tokens[at + 1]?.text === '.' && tokens[at + 3]?.text === ':=');
  if (!isSet && !dropped.test(token.text)) return;
  // Before `begin` are declarations.
  if (tokens.findIndex(({ text }) => text === 'begin') > at) return;
  const end = tokens.find((each, n) => n > at && each.text === ';' && each.depth === 0);
  if (end) put(token.start, end.end, 'null;');
}

function changeCalls(
  tokens: Token[],
  at: number,
  own: ReadonlySet<string>,
  put: Put,
  text: (first: Token, last: Token) => string,
): void {
  const token = tokens[at] as Token;
  const open = tokens[at + 1];
  if (token.kind !== 'word' || open?.text !== '(') return;
  if (token.text !== 'coalesce' && !own.has(token.text)) return;
  const parts: Token[][] = [[]];
  let close: Token | undefined;
  for (let n = at + 2; n < tokens.length; n++) {
    const each = tokens[n] as Token;
    if (each.depth === open.depth && each.text === ')') {
      close = each;
      break;
    }
    if (each.depth === open.depth + 1 && each.text === ',') parts.push([]);
    else parts.at(-1)?.push(each);
  }
  const [one, other] = parts.map((part) =>
    part[0] && part.at(-1) ? text(part[0], part.at(-1) as Token) : '',
  );
  if (!close || !one || !other) return;
  if (token.text === 'coalesce') {
    put(token.start, close.end, `(${one})`);
    put(token.start, close.end, `(${other})`);
    return;
  }
  for (let n = 1; n < parts.length; n++) {
    const [left, right] = [parts[n - 1] as Token[], parts[n] as Token[]];
    const [a, b] = [left[0] as Token, right.at(-1) as Token];
    const between = text(left.at(-1) as Token, right[0] as Token).slice(
      (left.at(-1) as Token).text.length,
      -(right[0] as Token).text.length,
    );
    put(a.start, b.end, `${text(right[0] as Token, b)}${between}${text(a, left.at(-1) as Token)}`);
  }
}
