import type { Mutant } from '#proof/mutation/mutants';
import { sqlEquivalents } from '#proof/mutation/sql-equivalents';

interface Equivalent extends Pick<Mutant, 'lineText' | 'before' | 'after'> {
  why: string;
  /** Of several on the line: what stands right before it. */
  behind?: string;
}

/** What is no mistake: the module does the same with it, or nothing that anybody could tell from outside. */
export const equivalents: Record<string, Equivalent[]> = {
  'lib/csv.ts': [
    {
      lineText: "const [first = ''] = text.split(/[\\r\\n]/, 1);",
      ...{ before: '1', after: '(1 + 1)' },
      why: 'Only the first piece is taken, however many are made.',
    },
  ],
  'lib/phone.ts': [
    {
      lineText: "return e164.slice(0, 4) + '*'.repeat(Math.max(0, digits.length - 2)) + digits.slice(-2);",
      ...{ before: '0', after: '(0 + 1)', behind: 'Math.max(' },
      why: 'A number has more than two digits.',
    },
  ],
  'lib/rails/notice-signature.ts': [
    {
      lineText:
        "const given = /^([0-9a-f]{2})+$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0);",
      ...{ before: '0', after: '(0 + 1)' },
      why: 'No signature has one byte either.',
    },
  ],
  'lib/rails/provider-a/translate.ts': [
    {
      lineText:
        "answer.status === 400 || answer.status === 404 ? lookUp(failures, message ?? '') : undefined;",
      ...{ before: "message ?? ''", after: '(message)' },
      why: 'No table has a word for it either.',
    },
  ],
  'lib/rails/provider-c/translate.ts': [
    {
      lineText: "return failed(lookUp(failures, reason ?? '') ?? 'PROVIDER_ERROR');",
      ...{ before: "reason ?? ''", after: '(reason)' },
      why: 'No table has a word for it either.',
    },
  ],
  'lib/rails/provider-c-card/notice.ts': [
    {
      lineText: "const timestamp = headers.get('x-notification-timestamp') ?? '';",
      ...{
        before: "headers.get('x-notification-timestamp') ?? ''",
        after: "(headers.get('x-notification-timestamp'))",
      },
      why: 'Null is no number either.',
    },
    {
      lineText: "const signatures = [headers.get('x-notification-signature') ?? ''];",
      ...{
        before: "headers.get('x-notification-signature') ?? ''",
        after: "(headers.get('x-notification-signature'))",
      },
      why: 'Null is no hex either.',
    },
  ],
  'lib/rails/provider-c/notice.ts': [
    {
      lineText: "const signatures = [headers.get('x-modem-signature') ?? ''];",
      ...{ before: "headers.get('x-modem-signature') ?? ''", after: "(headers.get('x-modem-signature'))" },
      why: 'Null is no hex either.',
    },
  ],
  'lib/rails/provider-w/notice.ts': [
    {
      lineText: "const t = times.length === 1 && /^\\d{1,12}$/.test(times[0] ?? '') ? (times[0] ?? '') : '';",
      ...{ before: "times[0] ?? ''", after: '(times[0])', behind: '.test(' },
      why: 'There is one; the type does not know it.',
    },
    {
      lineText: "const t = times.length === 1 && /^\\d{1,12}$/.test(times[0] ?? '') ? (times[0] ?? '') : '';",
      ...{ before: "times[0] ?? ''", after: '(times[0])', behind: '? (' },
      why: 'There is one; the type does not know it.',
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
  const found = equivalents[file]?.find(
    ({ lineText, before, after, behind = '' }) =>
      lineText === mutant.lineText &&
      before === mutant.before &&
      after === mutant.after &&
      mutant.lead.endsWith(behind),
  );
  const inSql = Object.entries(sqlEquivalents[file] ?? {}).find(([, all]) =>
    all.some(
      ([lineText, before, after]) =>
        lineText === mutant.lineText && before === mutant.before && after === mutant.after,
    ),
  );
  return found?.why ?? inSql?.[0];
}
