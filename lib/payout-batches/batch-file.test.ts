import { describe, expect, it } from 'vitest';
import { type FileRow, MAX_ROWS, readBatchFile } from './batch-file.ts';

const bounds = { minBututs: 1_00n, maxBututs: 100_000_00n };
const read = (text: string) => readBatchFile(text, 'PROVIDER_W', bounds);
const rowsOf = (text: string) => read(text) as FileRow[];
const rowOf = (line: string) => rowsOf(`reference,mobile,amount,name\n${line}`)[0] as FileRow;

describe('readBatchFile', () => {
  it('reads a good row whatever the order of the columns, and ignores columns that it does not know', () => {
    expect(rowsOf('Amount;Note;Mobile;Reference\n150.00;hello;7012345;A-1')).toEqual([
      {
        line: 2,
        reference: 'A-1',
        mobile: '+2207012345',
        amount: '150.00',
        name: null,
        amountBututs: 150_00n,
        reason: null,
        warning: null,
      },
    ]);
  });

  it.each([
    'Phone,Name,Amount,Ref',
    'Number,Name,Amount (GMD),Client_Reference',
    'Mobile No.,Full name, AMOUNT ,reference',
    'phone-number,Recipient,Dalasis,Payment reference:',
  ])('reads the headers that people write: %s', (header) => {
    expect(rowsOf(`${header}\n7012345,Awa,150,A-1`)).toMatchObject([
      { reference: 'A-1', mobile: '+2207012345', amountBututs: 150_00n, name: 'Awa', reason: null },
    ]);
  });

  it('goes by a column’s own name where another could be meant, and else asks which one', () => {
    expect(rowsOf('Number,Mobile,Amount,Reference\n1,7012345,5,A-1')).toMatchObject([
      { mobile: '+2207012345', reason: null },
    ]);
    expect(read('Number,Phone,Amount,Reference\n1,7012345,5,A-1')).toMatchObject({
      message: '“Number” and “Phone” could both be the column mobile. Call the right one mobile.',
    });
  });

  it('takes numbers as a spreadsheet leaves them', () => {
    for (const mobile of ['2207012345', "'+2207012345", '701 2345', '00220 7012345']) {
      expect(rowOf(`A-1,${mobile},5,`)).toMatchObject({ mobile: '+2207012345', reason: null });
    }
  });

  it('takes amounts with the thousands apart, as the screens print them', () => {
    for (const amount of ['"1,500.00"', '"1,500"', '1 500', '1\u00a0500.00']) {
      expect(rowOf(`A-1,7012345,${amount},`)).toMatchObject({ amountBututs: 1500_00n, reason: null });
    }
  });

  it.each([
    ['A-1,12345,5,', /no Gambian mobile/],
    ['A-1,7012345,five,', /Write the amount like/],
    ['A-1,7012345,"1,50",', /Write the amount like/],
    ['A-1,7012345,5.005,', /Write the amount like/],
    ['A-1,7012345,0.99,', /from 1\.00 to 100000\.00/],
    ['A-1,7012345,100000.01,', /from 1\.00 to 100000\.00/],
    [',7012345,5,', /^Reference: /],
    [`${'x'.repeat(256)},7012345,5,`, /at most 255 characters/],
    ['A\u200b1,7012345,5,', /control or format characters/],
    [`A-1,7012345,5,${'x'.repeat(121)}`, /^Name: .*at most 120/],
  ])('%s is refused with a sentence', (line, reason) => {
    expect(rowOf(line).reason).toMatch(reason);
  });

  it('tells all faults of a row at once', () => {
    expect(rowOf('A-1,1,x,').reason).toMatch(/amount.*Gambian|Gambian.*amount/);
  });

  it('refuses a card number as a name and does not keep it', () => {
    const row = rowOf('A-1,7012345,5,4242 4242 4242 4242');
    expect(row.reason).toMatch(/no card data/);
    expect(row.name).toBeNull();
  });

  it('refuses every later row with the same reference, and names the line of the first', () => {
    const rows = rowsOf('reference,mobile,amount\nA,7012345,5\nB,7012345,6\nA,7012346,7\nA,7012347,8');
    expect(rows.map((row) => row.reason)).toEqual([
      null,
      null,
      'The same reference stands in line 2.',
      'The same reference stands in line 2.',
    ]);
  });

  it('warns of the same number and amount, and still takes the row', () => {
    const rows = rowsOf('reference,mobile,amount\nA,7012345,5\nB,+2207012345,5.00\nC,7012345,6');
    expect(rows.map((row) => row.warning)).toEqual([null, 'Same number and amount as line 2.', null]);
    expect(rows.map((row) => row.reason)).toEqual([null, null, null]);
  });

  it('keeps nothing that PostgreSQL refuses', () => {
    const row = rowOf('A\0\ud800,7012345,5,');
    expect(row.reference).toBe('A\ufffd\ufffd');
    expect(row.reason).not.toBeNull();
  });

  it.each([
    ['', /first line must name/],
    ['reference,mobile\nA,7012345', /Missing: amount/],
    ['reference,mobile,amount\n', /no rows/],
    ['reference,mobile,amount\n"A,7012345,5', /never closed/],
    [`reference,mobile,amount\n${'A,7012345,5\n'.repeat(MAX_ROWS + 1)}`, /at most 5000/],
  ])('a file that is none is refused whole', (text, message) => {
    expect(read(text)).toMatchObject({ path: 'csv', message: expect.stringMatching(message) });
  });
});
