import { parseAst } from 'vitest/node';

// Every small mistake that somebody could make in a file, found in its syntax tree: a comparison that is off by one or the
// other way round, a condition that always or never holds, a figure that is another, a side left out, a line dropped, two
// arguments exchanged.
// What a mistake in a type, a message or an import would be, the type checker and the boundaries say.

export interface Mutant {
  /** From 1. */
  line: number;
  /** Of the file, without the spaces around it. */
  lineText: string;
  /** What stands before it on its line. */
  lead: string;
  start: number;
  end: number;
  /** What stands in the file, and what is put there. */
  before: string;
  after: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const others = new Map<string, string[]>(
  Object.entries({
    '===': ['!=='],
    '!==': ['==='],
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
    '+': ['-'],
    '-': ['+'],
    '*': ['/'],
    '/': ['*'],
    '%': ['*'],
    '&&': ['||'],
    '||': ['&&'],
    '+=': ['-='],
    '-=': ['+='],
  }),
);
const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);

/** Every mutant of a module's text, in the order of their places. */
export function mutantsOf(source: string): Mutant[] {
  const mutants: Mutant[] = [];
  const lines = source.split('\n');
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  const put = (start: number, end: number, after: string) => {
    const before = source.slice(start, end);
    const line = lineAt(start);
    const lineText = lines[line - 1]?.trim() ?? '';
    const lead = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
    if (before !== after) mutants.push({ line, lineText, lead, start, end, before, after });
  };
  const text = (node: Node) => source.slice(node.start, node.end);

  /** Of two that stand side by side each takes the other's place. */
  const exchange = (given: Node[]) => {
    given.slice(1).forEach((right, index) => {
      const left = given[index] as Node;
      put(left.start, right.end, text(right) + source.slice(left.end, right.start) + text(left));
    });
  };

  /** Behind the brackets that what is filtered may stand in. */
  const dotBefore = ({ start }: Node) => start - (/\??\.\s*$/.exec(source.slice(0, start))?.[0].length ?? 0);

  const visit = (node: Node): void => {
    // What is only a type is gone when the module runs.
    if (/^TS(Type|Interface|Enum)/.test(node.type) || node.type === 'ImportDeclaration') return;
    mutate(node);
    for (const child of childrenOf(node)) visit(child);
  };
  const mutate = (node: Node): void => {
    const [left, right] = [node.left as Node, node.right as Node];
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression':
      case 'AssignmentExpression': {
        const operator = node.operator as string;
        const at = source.indexOf(operator, left.end);
        for (const other of others.get(operator) ?? []) put(at, at + operator.length, other);
        if (operator === '??') {
          put(node.start, node.end, `(${text(left)})`);
          put(node.start, node.end, `(${text(right)})`);
        }
        return;
      }
      case 'UnaryExpression':
        if (node.operator === '!' || node.operator === '-')
          put(node.start, node.end, `(${text(node.argument as Node)})`);
        return;
      case 'ConditionalExpression':
        put(node.start, node.end, `(${text(node.consequent as Node)})`);
        put(node.start, node.end, `(${text(node.alternate as Node)})`);
        return;
      case 'IfStatement': {
        const test = node.test as Node;
        put(test.start, test.end, 'true');
        put(test.start, test.end, 'false');
        return;
      }
      case 'Literal':
        if (typeof node.value === 'boolean') put(node.start, node.end, String(!node.value));
        if (typeof node.value === 'number') put(node.start, node.end, `(${text(node)} + 1)`);
        if (typeof node.value === 'bigint') put(node.start, node.end, `(${text(node)} + 1n)`);
        return;
      case 'ExpressionStatement':
        if (!node.directive) put(node.start, node.end, ';');
        return;
      case 'ThrowStatement':
        put(node.start, node.end, ';');
        return;
      case 'SpreadElement':
        put(node.start, node.end, text(node).startsWith('...[') ? '...[]' : '...({} as never)');
        return;
      case 'CallExpression': {
        const callee = node.callee as Node;
        const name = callee.type === 'MemberExpression' ? (callee.property as Node) : undefined;
        const other = name && methods.get(String(name.name));
        if (name && other) put(name.start, name.end, other);
        if (name && String(name.name) === 'filter') put(dotBefore(name), node.end, '');
        exchange(node.arguments as Node[]);
        return;
      }
      case 'NewExpression':
        exchange(node.arguments as Node[]);
    }
  };
  for (const node of (parseAst(source, { lang: 'ts' }) as unknown as { body: Node[] }).body) visit(node);
  return mutants;
}

export function plant(source: string, { start, end, after }: Mutant): string {
  return source.slice(0, start) + after + source.slice(end);
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([name]) => name !== 'typeAnnotation' && name !== 'typeArguments' && name !== 'returnType')
    .flatMap(([, value]) => value as Node[])
    .filter((value) => typeof value === 'object' && value !== null && typeof value.type === 'string');
}
