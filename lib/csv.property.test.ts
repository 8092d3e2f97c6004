import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '#e2e/setup/any-text';
import { csvRecord, parseCsv, withoutFormulaGuard } from '#lib/csv';

/** Texts that a spreadsheet or a reader of CSV would take for something else are as likely as all others. */
const nasty = fc.string({
  unit: fc.constantFrom(...'=+-@\'",;\t\r\n a1.＝＋－＠'),
  minLength: 1,
  maxLength: 12,
});
const cell = fc
  .oneof(nasty, anyText(20, 1), anyText(10, 1))
  .filter((text) => text.trim() !== '' && !text.startsWith('\ufeff'));
const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
const head = csvRecord(['a', 'b', 'c']);

/** RFC 4180 and nothing else, written apart from `parseCsv`. */
function plainRead(text: string): string[][] {
  const records: string[][] = [];
  const quotedOrBare = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let record: string[] = [];
  for (const [, quoted, bare, end] of text.matchAll(quotedOrBare)) {
    record.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

test('what was written is read back to the last character, by our own reader', () => {
  fc.assert(
    fc.property(rows, (each) => {
      const back = parseCsv(head + each.map(csvRecord).join(''))?.slice(1);
      expect(back?.map(({ fields }) => fields.map(withoutFormulaGuard))).toEqual(each);
    }),
    { numRuns: 1_000 },
  );
});

/** A sign at the start of a cell, where it is more than a number's. */
const runs = (field: string) =>
  /^['" ]*[=+\-@＝＋－＠]/.test(field) && !field.startsWith("'") && !/^[+-]?\d+(\.\d+)?$/.test(field);

test('any other reader finds as many rows and cells, and no cell that a spreadsheet would run', () => {
  fc.assert(
    fc.property(rows, (each) => {
      const back = plainRead(head + each.map(csvRecord).join('')).slice(1);
      expect(back.map((fields) => fields.length)).toEqual(each.map(() => 3));
      for (const field of back.flat()) {
        expect(field).not.toMatch(/^[\t\r\n]/);
        expect(runs(field), field).toBe(false);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('nor does a spreadsheet that splits at something else, and knows no quotes within a cell', () => {
  const signs = [';', '\t', ',', '\n', '\r', ';\t', ',;\t'];
  fc.assert(
    fc.property(rows, fc.constantFrom(...signs), (each, separators) => {
      const text = each.map(csvRecord).join('');
      for (const piece of text.split(new RegExp(`[${separators}\r\n]`))) {
        // Quotes at the start of a piece are CSV's own.
        expect(runs(piece.replace(/^"+/, '')), JSON.stringify(piece)).toBe(false);
      }
    }),
    { numRuns: 1_000 },
  );
});
