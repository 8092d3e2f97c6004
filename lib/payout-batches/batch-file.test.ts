import { describe, expect, it } from 'vitest';
import { MAX_ROWS, readBatchFile } from './batch-file.ts';
import { checkRows, type FileRow, requestOf, type Terms } from './check-rows.ts';

const bounds = { minBututs: 1_00n, maxBututs: 100_000_00n };
const terms: Terms = {
  provider: 'PROVIDER_W',
  rails: [
    { provider: 'PROVIDER_W', name: 'Wallet W', isOpen: true, ...bounds },
    { provider: 'PROVIDER_A', name: 'Kora Money', isOpen: true, minBututs: 5_00n, maxBututs: 10_00n },
    { provider: 'PROVIDER_C', name: 'Wallet C', isOpen: false, ...bounds },
  ],
  perPayoutBututs: null,
  recipients: [],
};
/** As a file is read and checked: the rows, or the fault of the file. */
const read = (text: string, changes: Partial<Terms> = {}) => {
  const rows = readBatchFile(text);
  return Array.isArray(rows) ? checkRows(rows, { ...terms, ...changes }) : rows;
};
const rowsOf = (text: string, changes?: Partial<Terms>) => read(text, changes) as FileRow[];
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
        provider: null,
        note: 'hello',
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
    'Numéro de téléphone,Nom,Montant (GMD),Référence',
    'TÉLÉPHONE,Bénéficiaire,Montant,Réf.',
    'N° de téléphone,Nom complet,Somme,Reference',
  ])('reads the headers that people write: %s', (header) => {
    expect(rowsOf(`${header}\n7012345,Awa,150,A-1`)).toMatchObject([
      { reference: 'A-1', mobile: '+2207012345', amountBututs: 150_00n, name: 'Awa', reason: null },
    ]);
  });

  it('skips a title above the names of the columns, and counts its lines', () => {
    expect(rowsOf('Salaries of June\n\nPhone,Name,Amount,Ref\n7012345,Awa,150,A-1')).toMatchObject([
      { line: 4, mobile: '+2207012345', reason: null },
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
    expect(JSON.stringify({ ...row, amountBututs: 0 })).not.toContain('4242');
    // And stays bad when the file is checked again, from what was kept.
    expect(checkRows([row], terms)[0]?.reason).toMatch(/no card data/);
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

  it('keeps what was wrong wrong, when what was kept of it is checked again', () => {
    const rows = rowsOf(
      [
        'reference,mobile,amount,name,note',
        'A\0,7012345,5,,',
        `${'x'.repeat(300)},7012345,5,,`,
        `B,7012345,5,${'y'.repeat(300)},`,
        'C,x,y,,',
      ].join('\n'),
    );
    expect(rows.every((row) => row.reason !== null)).toBe(true);
    expect(checkRows(rows, terms).map((row) => row.reason !== null)).toEqual([true, true, true, true]);
  });

  it.each(['#REF!', '#N/A', '#DIV/0!'])('says of %s that the spreadsheet has an error there', (error) => {
    expect(rowOf(`${error},7012345,5,`).reason).toBe(
      `Reference: the spreadsheet has an error here, ${error}.`,
    );
    expect(rowOf(`A,7012345,${error},`).reason).toMatch(/Write the amount like/);
  });
});

describe('the rail of a row', () => {
  const on = (rail: string, amount = '6') =>
    rowsOf(`Reference,Phone,Amount,Wallet\nA-1,7012345,${amount},${rail}`)[0] as FileRow;

  it.each([
    ['PROVIDER_A', 'PROVIDER_A'],
    ['provider_a', 'PROVIDER_A'],
    ['Kora Money', 'PROVIDER_A'],
    [' kora  money ', 'PROVIDER_A'],
    ['Wallet W', null],
    ['', null],
  ])('written as “%s” is %s; null is the file’s own', (rail, provider) => {
    expect(on(rail)).toMatchObject({ provider, reason: null });
  });

  it('that is none, or closed, is a fault of the row that names those that are open', () => {
    expect(on('Wallet Q').reason).toBe(
      'Nothing is paid out over “Wallet Q”. Write one of these: Wallet W, Kora Money.',
    );
    expect(on('Card').reason).toMatch(/Nothing is paid out over/);
    expect(on('Wallet C').reason).toMatch(/^Nothing can be paid out over Wallet C at present/);
  });

  it('has its own bounds, and is the rail of the payout', () => {
    expect(on('Kora Money', '10.01').reason).toMatch(/from 5\.00 to 10\.00/);
    const batch = { id: 'b', provider: 'PROVIDER_W' };
    const row = { ...on('Kora Money'), amountBututs: 6_00n };
    expect(requestOf(batch, row)).toMatchObject({ provider: 'PROVIDER_A', client_reference: 'A-1' });
    expect(requestOf(batch, { ...on(''), amountBututs: 6_00n })).toMatchObject({ provider: 'PROVIDER_W' });
  });
});

describe('a recipient that is saved by name', () => {
  const awa = { name: 'Awa Ceesay', mobile: '+2207012345', provider: 'PROVIDER_A' };
  const named = (line: string, recipients = [awa]) =>
    rowsOf(`Reference,Name,Number,Amount\n${line}`, { recipients })[0] as FileRow;

  it('needs no number, in whatever letters, and goes by the rail that it is saved with', () => {
    expect(named('A-1,awa  CEESAY,,6')).toMatchObject({
      mobile: awa.mobile,
      provider: 'PROVIDER_A',
      reason: null,
    });
    expect(rowsOf('Reference,Name,Amount\nA-1,Awa Ceesay,6', { recipients: [awa] })).toMatchObject([
      { mobile: awa.mobile, reason: null },
    ]);
  });

  it('with another number is warned of, and the number that is written counts', () => {
    expect(named('A-1,Awa Ceesay,3456789,6')).toMatchObject({
      mobile: '+2203456789',
      provider: null,
      reason: null,
      warning: 'Awa Ceesay is saved with another number: +2207012345.',
    });
  });

  it('is never guessed: nobody by that name, or two of them, is a fault without a number', () => {
    expect(named('A-1,Awa,,6').reason).toBe(
      'There is no number, and no recipient of yours is saved by this name.',
    );
    expect(named('A-1,Awa Ceesay,,6', [awa, { ...awa, mobile: '+2207012346' }]).reason).toBe(
      '2 of your recipients are called Awa Ceesay: write the number.',
    );
    expect(named('A-1,,,6').reason).toMatch(/no Gambian mobile/);
  });
});

it('a row beyond the limit for one payout is refused with the limit', () => {
  const [within, beyond] = rowsOf('Reference,Phone,Amount\nA,7012345,500\nB,7012346,500.01', {
    perPayoutBututs: 500_00n,
  });
  expect(within?.reason).toBeNull();
  expect(beyond?.reason).toBe('This is more than your limit for one payout, GMD 500.00.');
});

it('5,000 rows and 5,000 recipients are checked without a wait that anybody would notice', () => {
  const recipients = Array.from({ length: MAX_ROWS }, (_, at) => ({
    name: `Name ${at}`,
    mobile: '+2207012345',
    provider: null,
  }));
  const file = Array.from({ length: MAX_ROWS }, (_, at) => `R-${at},Name ${at},5`).join('\n');
  const started = process.cpuUsage();
  expect(rowsOf(`reference,name,amount\n${file}`, { recipients }).every((row) => row.reason === null)).toBe(
    true,
  );
  expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
});
