import type { Mutant } from '#proof/mutation/mutants';

interface Equivalent extends Pick<Mutant, 'lineText' | 'before' | 'after'> {
  why: string;
}

/** What is no mistake: the module does the same with it, or nothing that anybody could tell from outside. */
const equivalents: Record<string, Equivalent[]> = {
  'lib/csv.ts': [
    {
      lineText: "const [first = ''] = text.split(/[\\r\\n]/, 1);",
      ...{ before: '1', after: '(1 + 1)' },
      why: 'Only the first piece is taken, however many are made.',
    },
  ],
  'lib/money.ts': [
    {
      lineText: "const dalasi = parts[1] ?? '';",
      ...{ before: "parts[1] ?? ''", after: '(parts[1])' },
      why: 'What has the form has digits there; the type does not know it.',
    },
    {
      lineText: "const digits = (bututs < 0n ? -bututs : bututs).toString().padStart(3, '0');",
      ...{ before: '<', after: '<=' },
      why: 'Of zero, zero is the negative.',
    },
    {
      lineText: "const digits = (bututs < 0n ? -bututs : bututs).toString().padStart(3, '0');",
      ...{ before: '0n', after: '(0n + 1n)' },
      why: 'Of zero, zero is the negative.',
    },
    {
      lineText: 'return fee < amount ? fee : amount;',
      ...{ before: '<', after: '<=' },
      why: 'Where both are equal, either is right.',
    },
  ],
};

export function survivesBecause(file: string, mutant: Mutant): string | undefined {
  return equivalents[file]?.find(
    ({ lineText, before, after }) =>
      lineText === mutant.lineText && before === mutant.before && after === mutant.after,
  )?.why;
}
