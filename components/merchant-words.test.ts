import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { failureMessages } from '#lib/transactions/transaction';

/** The ledger's words and the machines' codes; a merchant reads "provider", its name, and "balance at". */
const forbidden = /\brails?\b|\bfloats?\b|\bPROVIDER_[A-Z]/i;

const files = globSync(
  ['components/**/*.{ts,tsx}', 'app/(client)/**/*.tsx', 'app/pay/**/*.tsx', 'lib/browser/**/*.ts'],
  // Operators' own pages and words, what is read by programmers or looked up by what the API says, and tests.
  {
    exclude: [
      'components/admin/**',
      'components/docs/**',
      'lib/browser/case-words.ts',
      'lib/browser/language/fr/{admin/**,operators/**,admin.ts,errors.ts,scenarios.ts}',
      '**/*.test.*',
    ],
  },
).toSorted();

/** What of a file may stand on a page: JSX text, and each string that is no code by itself. */
function textsOf(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown, within: string): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, within);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: string; value?: unknown };
    if (type === 'ImportDeclaration' || type?.startsWith('TS')) {
      // `x as T`, `x satisfies T`: what stands before it is looked at.
      if ('expression' in node) visit(node.expression, within);
      return;
    }
    if (type === 'JSXText') texts.push(String(value));
    else if (type === 'Literal' && typeof value === 'string' && isProse(value, within)) texts.push(value);
    else if (type === 'TemplateElement') {
      const { cooked } = value as { cooked: string };
      if (isProse(cooked, within)) texts.push(cooked);
    }
    const name = type === 'JSXAttribute' ? (node as { name: { name: string } }).name.name : within;
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child, name);
  };
  visit(parseAst(readFileSync(file, 'utf8'), { lang: 'tsx' }), '');
  // A fact’s name stands for what it is.
  return texts.map((text) =>
    text
      .replace(/\{\w+\}/g, '…')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** `label="Rail"` and `'a rail'` are; `'rails'` as a key and `'PROVIDER_W'` as a value are not. */
function isProse(text: string, attribute: string): boolean {
  if (['className', 'id', 'key', 'href', 'name', 'value', 'aria-labelledby'].includes(attribute))
    return false;
  return (
    text.trim().includes(' ') || /^[A-Z][a-z]/.test(text) || (attribute !== '' && !/^[\w-]+$/.test(text))
  );
}

test('a merchant reads no word of the ledger and no machine code', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => forbidden.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
  expect(Object.values(failureMessages).filter((text) => forbidden.test(text))).toEqual([]);
});

test('nor in a guide that is written for people, outside of code', () => {
  const guides = ['first-payment', 'give-a-payment-back', 'held-payout', 'customers', 'payment-links'];
  for (const name of [...guides, 'payment-requests', 'second-person', 'settlements']) {
    const text = readFileSync(`docs/guides/${name}.md`, 'utf8').replace(/```[\s\S]*?```|`[^`]*`/g, '');
    expect(forbidden.exec(text)?.[0], name).toBeUndefined();
  }
});

test('the words are found again in text, in an attribute and in a string', () => {
  expect(textsOf('components/transactions/columns.tsx')).toContain('Provider’s reference');
  expect(['The rail refused', 'Float', 'pay by PROVIDER_W'].every((text) => forbidden.test(text))).toBe(true);
  expect(['guardrail', 'floating'].some((text) => forbidden.test(text))).toBe(false);
});
