import { parseAst } from 'vitest/node';

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** One text that a file gives to `t`, `later`, `plural`, `pieces` or `rich`. */
export interface UsedText {
  key: string;
  isPlural: boolean;
  line: number;
}

export interface ReadFile {
  used: UsedText[];
  /** What a translator cannot find: made while the program runs, or once for all languages. */
  faults: string[];
  /** Text for people that stands outside of them. */
  bare: string[];
  /** Every string of the file, wherever it stands, with `{}` for what is put in. */
  strings: string[];
}

const WORDS = '#lib/browser/language/words';
const RICH = /language\/rich/;
const sayers = new Set(['t', 'later', 'plural', 'pieces', 'rich']);
/** Attributes and properties that people read, or have read to them. */
const visible =
  /^(aria-?(label|description|placeholder|valuetext)|title|placeholder|alt|label|labels|heading|description|hint|text|message|caption|summary|empty|note|sentence|unit|why|explanation|searchLabel|searchHint)$/i;
/** Where a sentence is for programs or their authors. */
const forOthers = /^(AppError|Error|ApiError|TypeError|invariant|log|describe|console|z|sql)$/;
const LETTER = /\p{L}{2}/u;
/** Names that are the same in every language. */
const NAMES = /\b(Kaira|GMD|PDF|CSV|API|OK|URL|Sandbox|Samsung Internet)\b/g;

/** What a file says to people, by its syntax alone; the texts that it makes of texts are for whoever reads it to see. */
export function readTexts(file: string, source: string): ReadFile {
  const read: ReadFile = { used: [], faults: [], bare: [], strings: [] };
  const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  const names = importedSayers(program);
  const at = (node: Node) => source.slice(0, node.start).split('\n').length;
  collect(program);
  visit(program, { depth: 0, isSeen: false });
  return read;

  function collect(node: Node): void {
    if (node.type === 'Literal' && typeof node.value === 'string') read.strings.push(node.value);
    if (node.type === 'TemplateLiteral') read.strings.push((node.quasis as Node[]).map(cooked).join('{}'));
    for (const child of childrenOf(node)) collect(child);
  }

  /** `depth`: how many functions it stands in. `isSeen`: what stands here as text is read by people. */
  function visit(node: Node, { depth, isSeen }: { depth: number; isSeen: boolean }): void {
    if (isOfNobody(node)) return;
    const inside = { depth: node.type.includes('Function') ? depth + 1 : depth, isSeen: false };
    const go = (to: unknown, seen = false) => to && visit(to as Node, { ...inside, isSeen: seen });
    switch (node.type) {
      case 'CallExpression':
      case 'NewExpression': {
        const callee = rootName(node.callee as Node);
        const sayer = (node.callee as Node).type === 'Identifier' ? names.get(callee) : undefined;
        if (sayer !== undefined) say(sayer, node, depth);
        else go(node.callee);
        const given = node.arguments as Node[];
        const others = sayer === undefined ? given : given.slice(sayer === 'plural' ? 2 : 1);
        for (const each of others) go(each, callee === 'toast');
        return;
      }
      case 'JSXText':
        note(node, String(node.value), true);
        return;
      case 'JSXAttribute':
        return void go(node.value, visible.test(nameOf(node.name as Node)));
      case 'JSXElement':
      case 'JSXFragment':
        go(node.openingElement);
        for (const child of node.children as Node[]) go(child, true);
        return;
      case 'Property':
        return void go(node.value, visible.test(nameOf(node.key as Node)));
      case 'ConditionalExpression':
        go(node.test);
        go(node.consequent, isSeen);
        go(node.alternate, isSeen);
        return;
      case 'TaggedTemplateExpression': {
        const isMarkup = rootName(node.tag as Node) === 'html';
        if (isMarkup) markup(node);
        const { expressions, quasis } = node.quasi as { expressions: Node[]; quasis: Node[] };
        for (const [index, each] of expressions.entries()) {
          go(
            each,
            isMarkup &&
              isBetweenTags(
                quasis
                  .slice(0, index + 1)
                  .map(cooked)
                  .join(''),
              ),
          );
        }
        return;
      }
      case 'Literal':
        if (typeof node.value === 'string') note(node, node.value, isSeen);
        return;
      case 'TemplateLiteral': {
        note(node, (node.quasis as Node[]).map(cooked).join('…'), isSeen);
        for (const each of node.expressions as Node[]) go(each, isSeen);
        return;
      }
      default: {
        const passes =
          /^(JSXExpressionContainer|LogicalExpression|ParenthesizedExpression|TS|ArrayExpression)/;
        for (const child of childrenOf(node)) go(child, isSeen && passes.test(node.type));
      }
    }
  }

  function say(sayer: string, node: Node, depth: number): void {
    const [first, second] = node.arguments as [Node, Node | undefined];
    const isPlural = sayer === 'plural';
    const forms = isPlural ? (second?.properties as Node[] | undefined) : undefined;
    const given = isPlural
      ? (forms?.find((each) => nameOf(each.key as Node) === 'other')?.value as Node | undefined)
      : first;
    const keys = given === undefined ? [] : literals(given);
    if (keys.length === 0)
      read.faults.push(`line ${at(node)}: ${sayer}() without a sentence that stands there`);
    if (depth === 0 && sayer !== 'later')
      read.faults.push(`line ${at(node)}: ${sayer}() where no language is known yet; use later()`);
    for (const key of keys) read.used.push({ key, isPlural, line: at(node) });
  }

  function note(node: Node, text: string, isSeen: boolean): void {
    const shown = text.replace(NAMES, '').replace(/&\w+;/g, '');
    const isSentence = /^\P{L}*\p{Lu}[\p{L}’'-]*[ ,].*\p{L}/u.test(shown) && !/[;{}=]|=>/.test(shown);
    if (LETTER.test(shown) && (isSeen || isSentence)) {
      read.bare.push(`line ${at(node)}: ${text.trim().replace(/\s+/g, ' ').slice(0, 60)}`);
    }
  }

  /** A document in `html`: what stands between its tags, and in the attributes that people read. */
  function markup(node: Node): void {
    const parts = ((node.quasi as Node).quasis as Node[]).map(cooked);
    const document = parts.join('\u0000').replace(/<!doctype[^>]*>|<style>[\s\S]*?<\/style>/gi, '');
    const attributes = document.matchAll(/\s(title|alt|placeholder|aria-label)="([^"]*)"/g);
    for (const [, , text = ''] of attributes) note(node, text.replaceAll('\u0000', ' '), true);
    // An element of its own may have been left to another template.
    const between = document.replace(/\s?[\w-]+="[^"]*"/g, '');
    for (const text of between.replace(/<[^>]*>/g, '\u0000').split('\u0000')) note(node, text, true);
  }
}

function importedSayers(program: Node): Map<string, string> {
  const names = new Map<string, string>();
  for (const each of program.body as Node[]) {
    if (each.type !== 'ImportDeclaration') continue;
    const from = String((each.source as Node).value);
    if (from !== WORDS && !RICH.test(from)) continue;
    for (const specifier of each.specifiers as Node[]) {
      const imported = nameOf((specifier.imported ?? specifier.local) as Node);
      if (sayers.has(imported)) names.set(nameOf(specifier.local as Node), imported);
    }
  }
  return names;
}

/** A sentence, or one of two. */
function literals(node: Node): string[] {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type === 'TemplateLiteral' && (node.expressions as Node[]).length === 0)
    return (node.quasis as Node[]).map(cooked);
  if (node.type !== 'ConditionalExpression') return [];
  const both = [literals(node.consequent as Node), literals(node.alternate as Node)];
  return both.every((each) => each.length > 0) ? both.flat() : [];
}

/** Types, imports, and what is said to programs or their authors. */
function isOfNobody(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ThrowStatement') return true;
  if (node.type.startsWith('TS')) return !/^TS(As|Satisfies|NonNull)/.test(node.type);
  const called = (node.callee ?? node.tag) as Node | undefined;
  return called !== undefined && forOthers.test(rootName(called));
}

function isBetweenTags(before: string): boolean {
  return (
    before.lastIndexOf('<') <= before.lastIndexOf('>') ||
    / (title|alt|placeholder|aria-label)="$/.test(before)
  );
}

function cooked(quasi: Node): string {
  return (quasi.value as { cooked: string }).cooked;
}

function rootName(node: Node): string {
  if (node.type === 'MemberExpression') return rootName(node.object as Node);
  return node.type === 'CallExpression' ? rootName(node.callee as Node) : nameOf(node);
}

function nameOf(node: Node): string {
  return String(node.name && typeof node.name === 'string' ? node.name : (node.value ?? ''));
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');
}
