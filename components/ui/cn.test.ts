import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { twMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';

/** Of two classes for the same thing a browser takes the one that stands later in the style sheet, which nobody sees here. */

type Node = { type?: string; [name: string]: unknown };
type Constants = Record<string, string[]>;

const files = globSync('{app,components}/**/*.tsx').map((file) => {
  const body = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: true })
    .body as unknown as Node[];
  return { file, body, constants: constantsOf(body) };
});
const parts = ownClasses();

test('no class stands beside another one for the same thing, unless it has `base:`', () => {
  const found: string[] = [];
  for (const { file, body, constants } of files) {
    visit(body, (node) => {
      if (node.type === 'JSXOpeningElement') {
        const own = parts.get((node.name as Node).value as string);
        const given = (node.attributes as Node[]).find(
          (each) => (each.name as Node | undefined)?.value === 'className',
        );
        if (own && given) found.push(...clashes(file, [own, textsOf(given.value, constants)]));
      }
      if (isCn(node)) {
        const texts = argumentsOf(node).map((each) => textsOf(each, constants));
        found.push(...clashes(file, texts));
      }
    });
  }
  expect(found).toEqual([]);
});

test('a clash is found in what is given to a part, and in what is joined', () => {
  expect([...parts.keys()]).toEqual(expect.arrayContaining(['Button', 'Td', 'Input', 'Dialog']));
  expect(clashes('x', [['h-9 px-3'], ['h-8'], ['text-right']])).toEqual(['x: h-9 and h-8']);
  expect(clashes('x', [['base:h-9'], ['h-8 md:h-9']])).toEqual([]);
});

/** Of each component that takes a `className`, what it joins with it. */
function ownClasses(): Map<string, string[]> {
  const own = new Map<string, string[]>();
  for (const { body, constants } of files) {
    for (const item of body) {
      const declared = (item.declaration ?? item) as Node;
      if (declared.type !== 'FunctionDeclaration') continue;
      visit(declared.body, (node) => {
        if (!isCn(node)) return;
        const [passed, others] = split(argumentsOf(node), (each) => each.value === 'className');
        const name = (declared.identifier as Node).value as string;
        const texts = others.flatMap((each) => textsOf(each, constants));
        if (passed.length > 0) own.set(name, [...(own.get(name) ?? []), ...texts]);
      });
    }
  }
  return own;
}

function clashes(file: string, groups: string[][]): string[] {
  const names = groups.map((texts) => texts.flatMap((text) => text.split(/\s+/)).filter(Boolean));
  return names.flatMap((group, index) =>
    group.flatMap((one) =>
      names
        .slice(index + 1)
        .flat()
        .filter((other) => one !== other && twMerge(one, other) === other)
        .map((other) => `${file}: ${one} and ${other}`),
    ),
  );
}

/** Every text that an expression may become; a name stands for the constant of its file. */
function textsOf(node: unknown, constants: Constants): string[] {
  const { type, value, cooked, test: _condition, left, ...rest } = (node ?? {}) as Node;
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((each) => textsOf(each, constants));
  if (type === 'StringLiteral') return [value as string];
  if (type === 'TemplateElement') return [cooked as string];
  if (type === 'Identifier') return constants[value as string] ?? [];
  const inner = type === 'BinaryExpression' ? rest : { value, left, ...rest };
  return Object.values(inner).flatMap((each) => textsOf(each, constants));
}

function constantsOf(body: Node[]): Constants {
  // From components/ui/table.tsx.
  const constants: Constants = { numeric: ['text-right tabular-nums'] };
  for (const item of body) {
    const { type, declarations } = (item.declaration ?? item) as Node;
    if (type !== 'VariableDeclaration') continue;
    for (const { id, init } of declarations as Node[]) {
      constants[(id as Node).value as string] =
        (init as Node)?.type === 'ArrowFunctionExpression' ? [] : textsOf(init, {});
    }
  }
  return constants;
}

function isCn(node: Node): boolean {
  return node.type === 'CallExpression' && (node.callee as Node).value === 'cn';
}

function argumentsOf(node: Node): Node[] {
  return (node.arguments as { expression: Node }[]).map(({ expression }) => expression);
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  see(node as Node);
  for (const each of Object.values(node)) visit(each, see);
}

function split<Item>(items: Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}
