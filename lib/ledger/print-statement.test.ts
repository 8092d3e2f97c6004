import { expect, test } from 'vitest';
import { pdfTexts } from '#e2e/setup/pdf-text';
import type { Language } from '#lib/browser/language/languages';
import { systemContext } from '#lib/context';
import { eachInLanguage } from '#lib/language/in-language';
import { printStatement } from '#lib/ledger/print-statement';
import type { Statement, StatementLine } from '#lib/ledger/statement';

interface Printed {
  name?: string;
  count: number;
  line?: Partial<StatementLine>;
  language?: Language;
  commissionBututs?: bigint;
}

async function* linesOf({ count, line }: Printed): AsyncGenerator<StatementLine[]> {
  for (let begin = 0; begin < count; begin += 1_000) {
    yield Array.from({ length: Math.min(1_000, count - begin) }, (_, index) => ({
      journalId: '',
      at: new Date(Date.UTC(2026, 2, 1, 0, 0, begin + index)),
      kind: 'collection',
      transactionId: null,
      clientReference: `order-${begin + index}`,
      counterparty: 'Awa Ceesay',
      amountBututs: 1_00n,
      balanceBututs: 5_00n + BigInt(begin + index + 1) * 1_00n,
      ...line,
    }));
  }
}

async function print(asked: Printed) {
  const { name = 'Serekunda Shop', count, commissionBututs = 0n } = asked;
  const ctx = systemContext({ id: 'x', name, commissionBps: 0 }, 'SANDBOX');
  const amountBututs = BigInt(count) * 1_00n;
  const statement: Statement = {
    from: '2026-03-01',
    to: '2026-03-31',
    openingBututs: 5_00n,
    closingBututs: 5_00n + amountBututs,
    totals: count === 0 ? new Map() : new Map([['collection', { count, amountBututs, commissionBututs }]]),
    snapshot: { settledBeforeMs: 0, nextXid: 3, underWay: [] },
  };
  const chunks: Uint8Array[] = [];
  const printed = eachInLanguage(asked.language ?? 'en', printStatement(ctx, statement, linesOf(asked)));
  for await (const chunk of printed) chunks.push(chunk);
  const pdf = Buffer.concat(chunks);
  return { pdf, chunks, texts: pdfTexts(pdf) };
}

test('it has the name, the period, the balances and the totals, and says that the sandbox is no money', async () => {
  const { texts, pdf } = await print({ count: 3 });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(texts.slice(0, 4)).toEqual([
    'Statement',
    'Serekunda Shop',
    '01 Mar 2026 to 31 Mar 2026',
    'Amounts in Gambian dalasi (GMD), times in Banjul. Sandbox: this is no real money.',
  ]);
  expect(texts.slice(4, 11)).toEqual([
    'Opening balance',
    '5.00',
    'Collection',
    '3',
    '3.00',
    'Closing balance',
    '8.00',
  ]);
  expect(texts.slice(-6)).toEqual([
    '2026-03-01 00:00:02',
    'Collection',
    'order-2',
    'Awa Ceesay',
    '1.00',
    '8.00',
  ]);
});

test('what customers paid and what was taken of it stand below what came of it', async () => {
  const { texts } = await print({ count: 1_000, commissionBututs: 15_23n });
  expect(texts.slice(6, 12)).toEqual([
    'Collection',
    '1,000',
    '1,000.00',
    '1,015.23 paid by customers, less 15.23 commission',
    'Closing balance',
    '1,005.00',
  ]);
});

test('without lines it is one page that says so', async () => {
  const { texts } = await print({ count: 0 });
  expect(texts).toContain('Nothing moved the balance in this period.');
  expect(texts).toContain('Page 1 of 1');
});

test.each([1, 41, 42, 43, 44, 93, 94, 95, 96, 97, 98, 2_345])(
  'each of %i lines stands on it once, and the last page has the number that every page gives',
  async (count) => {
    const { texts, pdf } = await print({ count });
    expect(texts.filter((each) => /^order-\d+$/.test(each))).toEqual(
      Array.from({ length: count }, (_, index) => `order-${index}`),
    );
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;
    expect(texts.filter((each) => each.startsWith('Page '))).toEqual(
      Array.from({ length: pages ?? 0 }, (_, index) => `Page ${index + 1} of ${pages}`),
    );
  },
);

test('ten thousand lines come in pieces of a page', async () => {
  const { chunks, texts } = await print({ count: 10_000 });
  expect(texts).toContain('10,005.00');
  expect(chunks.length).toBeGreaterThan(150);
  expect(Math.max(...chunks.map((each) => each.length))).toBeLessThan(64 * 1024);
});

test('a letter that its font has not is a ?, and the last page says so', async () => {
  const sentence =
    'A letter that this file cannot show stands as ?. The CSV of the same period has them all.';
  const { texts } = await print({ name: '金 متجر', count: 1, line: { clientReference: '🙂' } });
  expect(texts).toContain('? ????');
  expect(texts.at(-1)).toBe(sentence);
  expect((await print({ name: 'Épicerie Ŋalla', count: 1 })).texts).not.toContain(sentence);
});

test('a text that is too long ends in an ellipsis; a figure is whole, however large', async () => {
  const largest = 999_999_999_99n;
  const line = { clientReference: 'x'.repeat(255), amountBututs: -largest, balanceBututs: largest * 1_000n };
  const { texts } = await print({ count: 1, line });
  expect(texts.some((each) => /^x{10,30}…$/.test(each))).toBe(true);
  expect(texts).toContain('999,999,999.99');
  expect(texts).toContain('999,999,999,990.00');
});

test('in French every page of it is French, with French days and figures', async () => {
  const { texts } = await print({ count: 2_345, language: 'fr' });
  expect(texts.slice(0, 6)).toEqual([
    'Relevé',
    'Serekunda Shop',
    'du 01 mars 2026 au 31 mars 2026',
    'Montants en dalasis gambiens (GMD), heures de Banjul. Bac à sable\u00a0: ce n’est pas de l’argent réel.',
    'Solde d’ouverture',
    '5,00',
  ]);
  expect(texts).toContain('2\u00a0350,00');
  const pages = texts.filter((each) => each.startsWith('Page '));
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.at(-1)).toBe(`Page ${pages.length} sur ${pages.length}`);
  expect(texts.filter((each) => each === 'Débit')).toHaveLength(pages.length);
  for (const english of ['Debit', 'Balance', '2,350.00']) expect(texts).not.toContain(english);
});
