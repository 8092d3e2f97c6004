import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvField, csvLine, parseCsv, withoutFormulaGuard } from './csv.ts';

const fieldsOf = (text: string) => parseCsv(text)?.map((record) => record.fields);

describe('parseCsv', () => {
  it('reads quoted separators, line breaks and quotes, and tells the line on which each record begins', () => {
    expect(parseCsv('a,b\n"1,5","two\nlines"\r\n"say ""hi""",x')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['1,5', 'two\nlines'] },
      { line: 4, fields: ['say "hi"', 'x'] },
    ]);
  });

  it('takes LF, CRLF and CR, skips a byte order mark and blank lines', () => {
    expect(fieldsOf('\ufeffa,b\r\n\r\n1,2\r3,4\n , \n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it('takes the separator that the first line has most of', () => {
    expect(fieldsOf('a;b;c\n1,5;2;3')).toEqual([
      ['a', 'b', 'c'],
      ['1,5', '2', '3'],
    ]);
    expect(fieldsOf('a\tb\n1\t2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('refuses a quote that is never closed, rather than swallow the rest of the file', () => {
    expect(parseCsv('a,b\n"1,2\n3,4')).toBeUndefined();
  });

  it('reads back whatever csvLine wrote', () => {
    const cell = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\s*$/.test(text));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 }), (rows) => {
        const text = `a,b,c\r\n${rows.map(csvLine).join('')}`;
        const back = parseCsv(text)?.slice(1);
        expect(back?.map(({ fields }) => fields.map(withoutFormulaGuard))).toEqual(
          rows.map((fields) => fields.map((field) => withoutFormulaGuard(field))),
        );
      }),
    );
  });
});

describe('csvField', () => {
  it('leaves no cell that a spreadsheet would run', () => {
    for (const text of ['=1+1', '+2207012345', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
      const written = csvField(text);
      expect(written.replace(/^"/, '').startsWith("'"), written).toBe(true);
      expect(withoutFormulaGuard(fieldsOf(`x,y\n${written},1`)?.[1]?.[0] ?? '')).toBe(text);
    }
  });
});
