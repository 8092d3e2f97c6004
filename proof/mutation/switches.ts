import { parseAst } from 'vitest/node';
import { type Mutant, plant } from '#proof/mutation/mutants';

// All mistakes of a file at once, each behind a switch of its own: where `a < b` stands, `(__mutant(7) ? (a <= b) : (a < b))`
// stands. So the module is loaded once, and the switch is asked wherever a mistake could be noticed.

export interface Numbered {
  number: number;
  mutant: Mutant;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** What the text of another kind may stand in the place of. */
const hosts =
  /^(Binary|Logical|Assignment|Unary|Conditional|Call|New|Array|Object|Chain|Await|Member|TaggedTemplate)Expression$|^(Literal|TemplateLiteral|Identifier)$/;
const statements = /^(Expression|Throw)Statement$/;

/** The module's text with a switch for each of these mutants. */
export function withSwitches(source: string, mutants: Numbered[]): string {
  const { body } = parseAst(source, { lang: 'ts' }) as unknown as { body: Node[] };
  const root: Node = { type: 'Program', start: 0, end: source.length, body };
  const hostOf = new Map<Node, Numbered[]>();
  for (const each of mutants) {
    const host = findHost(root, each.mutant);
    if (host) hostOf.set(host, [...(hostOf.get(host) ?? []), each]);
  }
  const write = (node: Node): string => {
    let text = '';
    let at = node.start;
    for (const child of childrenOf(node)) {
      text += source.slice(at, child.start) + write(child);
      at = child.end;
    }
    text += source.slice(at, node.end);
    const own = hostOf.get(node) ?? [];
    if (own.length === 0) return text;
    if (statements.test(node.type)) {
      const numbers = own.map(({ number }) => `__mutant(${number})`);
      return `{ if (!(${numbers.join(' || ')})) { ${text} } }`;
    }
    const mistaken = own.map(({ number, mutant }) => {
      const inside = { ...mutant, start: mutant.start - node.start, end: mutant.end - node.start };
      return `__mutant(${number}) ? (${plant(source.slice(node.start, node.end), inside)}) : `;
    });
    return `(${mistaken.join('')}(${text}))`;
  };
  return write(root);
}

/** The innermost whose text can be chosen between: an expression where one may stand, or a statement that is dropped. */
function findHost(root: Node, { start, end, after }: Mutant): Node | undefined {
  let found: Node | undefined;
  const visit = (node: Node, isFree: boolean) => {
    if (isFree && hosts.test(node.type)) found = node;
    if (after === ';' && statements.test(node.type) && node.start === start && node.end === end) found = node;
    const child = childrenOf(node).find((each) => each.start <= start && end <= each.end);
    // The statement itself is dropped, and nothing in it.
    if (child && found?.type.endsWith('Statement') !== true) visit(child, mayBeChosen(node, child));
  };
  visit(root, false);
  return found;
}

/** What is called, assigned to or deleted, a name, a pattern and a part of `a?.b.c` is no expression by itself. */
function mayBeChosen(parent: Node, child: Node): boolean {
  switch (parent.type) {
    case 'CallExpression':
    case 'NewExpression':
      return child !== parent.callee;
    case 'TaggedTemplateExpression':
    case 'ChainExpression':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
      return false;
    case 'MemberExpression':
      return child === parent.property ? parent.computed === true : !isInChain(child);
    case 'TSNonNullExpression':
      return !isInChain(child);
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return child === parent.right;
    case 'Property':
    case 'PropertyDefinition':
      return child === parent.value || parent.computed === true;
    case 'UnaryExpression':
      return parent.operator !== 'delete';
    case 'UpdateExpression':
      return false;
    case 'ForInStatement':
    case 'ForOfStatement':
      return child === parent.right;
    case 'ExpressionStatement':
      return !parent.directive;
    default:
      return !parent.type.startsWith('TS') || child === parent.expression;
  }
}

/** `a?.b` in `a?.b.c` ends all of it. */
function isInChain(node: Node): boolean {
  if (node.optional === true) return true;
  const inner = (node.type === 'CallExpression' ? node.callee : node.object) as Node | undefined;
  return /^(Call|Member)Expression$/.test(node.type) && inner !== undefined && isInChain(inner);
}

/** In the order of the text, each of it once: of `{ a = 1 }` the name and what it gets are the same place. */
function childrenOf(node: Node): Node[] {
  const all = Object.values(node)
    .flatMap((value) => value as Node[])
    .filter((value) => typeof value === 'object' && value !== null && typeof value.type === 'string')
    .sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return all.filter((each) => {
    const isApart = each.start >= end;
    if (isApart) end = each.end;
    return isApart;
  });
}
