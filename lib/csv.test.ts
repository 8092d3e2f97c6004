import { expect, test } from 'vitest';
import { csvRecord } from '#lib/csv';

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
])('what a spreadsheet would run is text: %j', (value, cell) => {
  expect(csvRecord([value])).toBe(`${cell}\r\n`);
});

test.each(['150.00', '-150.00', '+2207012345', '-5', '0', 'a=b', '1=1', 'x-1'])(
  'a number with its sign, and a sign within a text, stay as they are: %s',
  (value) => {
    expect(csvRecord([value])).toBe(`${value}\r\n`);
  },
);
