import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '#lib/csv';
import { cellText, isDateFormat, plainNumber } from './cell-text.ts';
import { isWorkbook } from './is-workbook.ts';
import { makeWorkbook, zip } from './make-workbook.ts';
import { readWorkbook } from './read-workbook.ts';
import { WorkbookFault } from './workbook-fault.ts';

const read = async (bytes: Uint8Array<ArrayBuffer>, maxRows = 5_000) =>
  (parseCsv(await readWorkbook(bytes, maxRows)) ?? []).map(({ line, fields }) => [line, ...fields]);

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const related = (list: [string, string, string][]) =>
  `<Relationships>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** The parts of a workbook as Excel writes them, any of which a test changes; null leaves it out. */
function parts(changes: Record<string, string | null> = {}): [string, string][] {
  const all: Record<string, string | null> = {
    '_rels/.rels': related([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': '<workbook><sheets><sheet name="Pay" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': related([
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'sharedStrings', 'sharedStrings.xml'],
      ['r3', 'styles', '/xl/styles.xml'],
    ]),
    'xl/sharedStrings.xml':
      '<sst><si><t>Phone</t></si><si><r><t>Am</t></r><r><t xml:space="preserve">ount</t></r><rPh><t>no</t></rPh></si><si><t>Awa &amp; S&#246;n</t></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;GMD&quot; #,##0.00"/><numFmt numFmtId="165" formatCode="dd/mm/yy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheet(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>',
    ),
    ...changes,
  };
  return Object.entries(all).filter((part): part is [string, string] => part[1] !== null);
}

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const withSheet = (rows: string) => zip(parts({ 'xl/worksheets/sheet1.xml': sheet(rows) }));

/** As Excel packs them. */
function deflated(list: [string, string | Uint8Array][]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of list) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, tail, Buffer.from(name)]),
    );
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(list.length, 8);
  end.writeUInt16LE(list.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Uint8Array.from(Buffer.concat([...locals, directory, end]));
}

describe('readWorkbook', () => {
  it('reads texts, numbers, formulas by their results, and says a date as a date', async () => {
    const rows =
      '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c></row>' +
      '<row r="4"><c r="A4"><v>7001234</v></c><c r="B4" s="1"><v>150.09999999999999</v></c><c r="D4" t="s"><v>2</v></c></row>' +
      '<row r="6"><c r="A6"><v>2.207001234E9</v></c><c r="B6"><f>B4*10</f><v>1.5E6</v></c><c r="C6" t="str"><f>A1</f><v>x"y,z</v></c></row>' +
      '<row r="7"><c r="A7" s="2"><v>45981.5</v></c><c r="B7" s="3"><v>1</v></c><c r="C7" t="b"><v>1</v></c><c r="D7" t="e"><v>#REF!</v></c></row>' +
      '<row r="8"><c r="A8" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c r="B8"><f>1+1</f></c></row>';
    const expected = [
      [3, 'Phone', 'Amount'],
      [4, '7001234', '150.1', '', 'Awa & Sön'],
      [6, '2207001234', '1500000', 'x"y,z'],
      [7, '2025-11-20', '1899-12-31', 'TRUE', '#REF!'],
      [8, 'ab', '#N/A'],
    ];
    expect(await read(withSheet(rows))).toEqual(expected);
    expect(await read(deflated(parts({ 'xl/worksheets/sheet1.xml': sheet(rows) })))).toEqual(expected);
  });

  it('reads the first sheet that is shown, wherever it lies, and rows and cells without addresses', async () => {
    const bytes = zip(
      parts({
        'xl/workbook.xml':
          '<x:workbook xmlns:x="y"><x:workbookPr date1904="1"/><x:sheets><x:sheet state="hidden" r:id="r0"/><x:sheet r:id="r9"/></x:sheets></x:workbook>',
        'xl/_rels/workbook.xml.rels': related([
          ['r0', 'worksheet', 'worksheets/sheet1.xml'],
          ['r9', 'worksheet', '/xl/worksheets/other.xml'],
        ]),
        'xl/worksheets/other.xml':
          '<!-- by hand --><x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t><![CDATA[a<b]]></x:t></x:is></x:c><x:c/><x:c><x:v>2</x:v></x:c></x:row><x:row><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      }),
    );
    expect(await read(bytes)).toEqual([
      [1, 'a<b', '', '2'],
      [2, '3'],
    ]);
  });

  it('reads what it makes itself, and makes the same bytes each time', async () => {
    const rows = [
      ['Number', 'Amount', 'Name'],
      ['+2207012345', { amount: '1500.50' }, 'Awa & <"Söhne">'],
    ];
    const bytes = makeWorkbook(rows, 'Payouts');
    expect(isWorkbook(bytes)).toBe(true);
    expect(await read(bytes)).toEqual([
      [1, 'Number', 'Amount', 'Name'],
      [2, '+2207012345', '1500.5', 'Awa & <"Söhne">'],
    ]);
    expect(makeWorkbook(rows, 'Payouts')).toEqual(bytes);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['what is no zip', Uint8Array.from(Buffer.from('PK\x03\x04 and then something else'))],
    ['a zip of something else', zip([['a.txt', 'hello']])],
    ['an old .xls', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
    ['a workbook that begins and does not end', withSheet('').slice(0, 300)],
    ['a workbook without its sheet', zip(parts({ 'xl/worksheets/sheet1.xml': null }))],
    [
      'a sheet that is elsewhere',
      zip(
        parts({
          'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" TargetMode="External" Type="${RELATIONS}/worksheet" Target="https://x.example/"/></Relationships>`,
        }),
      ),
    ],
    ['a document type', zip(parts({ 'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY b "c">]><sst/>' }))],
    ['a part twice', zip([...parts(), ...parts()])],
    ['too many parts', zip(Array.from({ length: 501 }, (_, at) => [`p${at}`, '']))],
    ['broken XML', withSheet('<row r="1"><c r="A1"')],
    [
      'bytes that are no text',
      deflated([
        ...parts({ 'xl/sharedStrings.xml': null }),
        ['xl/sharedStrings.xml', Uint8Array.from([0xff, 0xfe])],
      ]),
    ],
    ['rows beyond the limit', withSheet('<row r="999999"><c r="A999999"><v>1</v></c></row>')],
  ])('%s is refused with a sentence', async (_what, bytes) => {
    await expect(readWorkbook(bytes, 5_000)).rejects.toBeInstanceOf(WorkbookFault);
  });

  it('unpacks no more than it may, whatever a small file becomes and says of itself', async () => {
    const bomb = deflated(parts({ 'xl/sharedStrings.xml': `<sst>${' '.repeat(200 * 1024 * 1024)}</sst>` }));
    expect(bomb.length).toBeLessThan(400_000);
    const before = process.memoryUsage.rss();
    await expect(readWorkbook(bomb, 5_000)).rejects.toThrow('The workbook is too large.');
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('reads 5,000 rows, and refuses 5,100, without a wait that anybody would notice', async () => {
    const rows = (count: number) =>
      withSheet(
        Array.from(
          { length: count },
          (_, at) =>
            `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c><c r="B${at + 1}" t="s"><v>2</v></c></row>`,
        ).join(''),
      );
    const started = process.cpuUsage();
    expect(await read(rows(5_001))).toHaveLength(5_001);
    await expect(readWorkbook(rows(5_100), 5_000)).rejects.toThrow('more than 5,000 rows');
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
  });

  it('never fails but with a sentence, whatever is changed in a file', async () => {
    const whole = deflated(
      parts({ 'xl/worksheets/sheet1.xml': sheet('<row r="1"><c r="A1" t="s"><v>2</v></c></row>') }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          const bytes = Uint8Array.from(whole);
          for (const [at, value] of changes) bytes[at] = value;
          await readWorkbook(bytes, 100).then(
            (text) => expect(typeof text).toBe('string'),
            (error) => expect(error).toBeInstanceOf(WorkbookFault),
          );
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('plainNumber', () => {
  it.each([
    ['150', '150'],
    ['150.1', '150.1'],
    ['150.09999999999999', '150.1'],
    ['150.10000000000002', '150.1'],
    ['0.1', '0.1'],
    ['1.5E6', '1500000'],
    ['1.5e+2', '150'],
    ['7.001234E6', '7001234'],
    ['2207001234', '2207001234'],
    ['1E-2', '0.01'],
    ['12345E-2', '123.45'],
    ['-0.50', '-0.5'],
    ['0.000', '0'],
    ['33.333333333333336', '33.3333333333333'],
    ['99.999999999999999', '100'],
    ['999999999999999.9', '1000000000000000'],
    ['0.0099999999999999999', '0.01'],
    ['1E300', '1E300'],
    ['abc', 'abc'],
    ['', ''],
  ])('%s is %s', (text, plain) => {
    expect(plainNumber(text)).toBe(plain);
  });

  it('says every amount in dalasis and bututs as it is, however it is stored', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999_99), (bututs) => {
        const exact = `${Math.trunc(bututs / 100)}.${String(bututs % 100).padStart(2, '0')}`.replace(
          /\.?0+$/,
          (end) => (end.startsWith('.') ? '' : end.replaceAll('0', '')),
        );
        expect(plainNumber(String(bututs / 100))).toBe(exact);
        expect(plainNumber((bututs / 100).toPrecision(17))).toBe(exact);
        expect(plainNumber((bututs / 100).toExponential())).toBe(exact);
      }),
    );
  });
});

it.each([
  [14, undefined, true],
  [22, undefined, true],
  [0, undefined, false],
  [4, undefined, false],
  [164, 'dd/mm/yyyy', true],
  [164, '[h]:mm', true],
  [164, '[$-409]d-mmm', true],
  [164, '#,##0.00', false],
  [164, '"GMD" #,##0.00', false],
  [164, '[$GMD] #,##0.00', false],
  [164, '[Red]-0.00', false],
  [164, '0.00_d', false],
  [164, 'General', false],
])('the number format %j with the code %j shows a date: %j', (id, code, expected) => {
  expect(isDateFormat(id, code)).toBe(expected);
});

it('a date beyond all days is the number that it is', () => {
  const styles = { isDate: () => true, is1904: false };
  expect(cellText({ type: 'n', style: 0, value: '7001234', hasFormula: false }, styles)).toBe('7001234');
});
