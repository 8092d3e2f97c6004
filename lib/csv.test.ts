import { describe, expect, it, test } from 'vitest';
import { csvRecord, parseCsv } from '#lib/csv';

test('a cell is quoted where RFC 4180 needs it, and nowhere else', () => {
  expect(csvRecord(['plain', 'a,b', 'say "hi"', 'two\nlines', ' spaces ', null, ''])).toBe(
    'plain,"a,b","say ""hi""","two\nlines", spaces ,,\r\n',
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['+cmd|calc', "'+cmd|calc"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['\nx', '"\'\nx"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['＝1+1', "'＝1+1"],
  ['+220 7012345', "'+220 7012345"],
  ['-1e5', "'-1e5"],
  ["'=1+1", "''=1+1"],
  [';=cmd', ";'=cmd"],
  ['a;=cmd', "a;'=cmd"],
  ['a,@SUM(A1)', '"a,\'@SUM(A1)"'],
  ['a\t-1+1', "a\t'-1+1"],
  ['a\n=1', '"a\n\'=1"'],
  ['a; =1', "a;' =1"],
  ['a;"=1"', '"a;\'""=1"""'],
])('what a spreadsheet would run is text: %j', (value, cell) => {
  expect(csvRecord([value])).toBe(`${cell}\r\n`);
});

test.each(['150.00', '-150.00', '+2207012345', '-5', '0', 'a=b', '1=1', 'x-1'])(
  'a number with its sign, and a sign within a text, stay as they are: %s',
  (value) => {
    expect(csvRecord([value])).toBe(`${value}\r\n`);
  },
);

test('at the start of a line a number with its sign is text, since another reader may read on', () => {
  expect(csvRecord(['-1', '-1.50', "2*cmd|'x'!A0"])).toBe("'-1,-1.50,2*cmd|'x'!A0\r\n");
  expect(csvRecord(['-1', 'x'])).toBe("'-1,x\r\n");
});

const fieldsOf = (text: string) => parseCsv(text)?.map((record) => record.fields);

describe('parseCsv', () => {
  it('reads quoted separators, line breaks and quotes, and tells the line on which each record begins', () => {
    expect(parseCsv('a,b\n"1,5","two\nlines"\r\n"say ""hi""",x')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['1,5', 'two\nlines'] },
      { line: 4, fields: ['say "hi"', 'x'] },
    ]);
  });

  it('takes quotes after a space, which some programs write', () => {
    expect(fieldsOf('a, "b,c"')).toEqual([['a', 'b,c']]);
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
});
