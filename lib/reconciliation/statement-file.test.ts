import { describe, expect, test } from 'vitest';
import { readStatementFile, withoutRepeats } from '#lib/reconciliation/statement-file';

const day = '2026-07-31';
const header = 'transaction_id,type,mobile,amount,currency,time,reference';
const line = 'T_1,collection,+2207012345,150.00,GMD,2026-07-31T14:03:00.000Z,ref-1';
const read = (text: string) => readStatementFile(text, day);
const faultsOf = (text: string) => read(text).map((each) => ('message' in each ? each.message : each));

const parsed = {
  feeBututs: null,
  railReference: 'T_1',
  kind: 'collection',
  mobile: '+2207012345',
  amountBututs: 150_00n,
  currency: 'GMD',
  at: new Date('2026-07-31T14:03:00Z'),
  reference: 'ref-1',
};

describe('a rail’s file', () => {
  test('may say what the rail took for each payment', () => {
    const withFee = (fee: string) => read(`${header},fee\n${line},${fee}\n`);
    expect(withFee('1.50')).toEqual([{ ...parsed, feeBututs: 1_50n }]);
    expect(withFee('')).toEqual([parsed]);
    expect(faultsOf(`${header},fee\n${line},-1.50\n`)).toEqual([
      'Line 2: the fee must be a decimal number such as 1.50, or empty.',
    ]);
  });

  test.each([
    ['as the rail writes it', `${header}\n${line}\n`],
    ['with a byte order mark, CRLF and no last line break', `\ufeff${header}\r\n${line}`],
    [
      'with its columns in another order, in capitals, and one more',
      'Reference;TIME;Currency;Amount;Mobile;Type;Transaction_ID;Channel\nref-1;2026-07-31 14:03:00;gmd;150;2207012345;COLLECTION;T_1;app',
    ],
    [
      'with quotes and blank lines',
      `"transaction_id","type","mobile","amount","currency","time","reference"\n\n"T_1","collection","701 2345","150.0","GMD","2026-07-31T14:03Z","ref-1"\n\n`,
    ],
  ])('is read %s', (_how, text) => {
    expect(read(text)).toEqual([parsed]);
  });

  test('may leave out what the rail does not know', () => {
    const text =
      'transaction_id,type,mobile,amount,currency,time\nT_1,payout,,150.00,GMD,2026-07-31T14:03:00Z';
    expect(read(text)).toEqual([{ ...parsed, kind: 'payout', mobile: null, reference: null }]);
  });

  test('may have no line: the rail moved nothing that day', () => {
    expect(read(header)).toEqual([]);
  });

  test.each([
    ['T_1,refund,,150.00,GMD,2026-07-31T14:03:00Z,', /type must be/],
    ['T_1,payout,,-150.00,GMD,2026-07-31T14:03:00Z,', /positive decimal/],
    ['T_1,payout,,0.00,GMD,2026-07-31T14:03:00Z,', /positive decimal/],
    ['T_1,payout,,"1,500.00",GMD,2026-07-31T14:03:00Z,', /positive decimal/],
    ['T_1,payout,,1e3,GMD,2026-07-31T14:03:00Z,', /positive decimal/],
    ['T_1,payout,,150.00,D,2026-07-31T14:03:00Z,', /currency/],
    ['T_1,payout,,150.00,GMD,31/07/2026,', /time must be/],
    ['T_1,payout,,150.00,GMD,2026-07-31T24:61:00Z,', /time must be/],
    ['T_1,payout,,150.00,GMD,2026-08-01T00:00:00Z,', /of 2026-08-01, not of 2026-07-31/],
    [',payout,,150.00,GMD,2026-07-31T14:03:00Z,', /transaction_id/],
    ['T\u0000,payout,,150.00,GMD,2026-07-31T14:03:00Z,', /transaction_id/],
    ['T_1,payout,,150.00,GMD,2026-07-31T14:03:00Z,a\u0000b', /reference/],
  ])('with %j is refused whole, and the line is named', (bad, why) => {
    const faults = faultsOf(`${header}\n${line}\n${bad}`);
    expect(faults).toEqual([expect.stringMatching(why)]);
    expect(faults[0]).toMatch(/^Line 3: /);
  });

  test('tells what its first line lacks, an open quotation mark, and no more than 20 faults', () => {
    expect(faultsOf('transaction_id,type,amount\nT_1,payout,1.00')).toEqual([
      expect.stringContaining('Missing: currency, time.'),
    ]);
    expect(faultsOf(`${header}\n"T_1`)).toEqual([expect.stringContaining('never closed')]);
    expect(faultsOf(header + '\nx'.repeat(50))).toHaveLength(20);
  });

  test('that lists a payment twice has listed it once; one that says two things of it is refused', () => {
    const same = read(`${header}\n${line}\n${line}`);
    expect(withoutRepeats(same as never)).toEqual([parsed]);
    const other = read(`${header}\n${line}\n${line.replace('150.00', '151.00')}`);
    expect(withoutRepeats(other as never)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('T_1 stands there twice') }),
    ]);
    const reversal = read(`${header}\n${line}\n${line.replace('collection', 'reversal')}`);
    expect(withoutRepeats(reversal as never)).toHaveLength(2);
  });
});
