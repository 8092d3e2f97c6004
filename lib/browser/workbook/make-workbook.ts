/** A cell: a text, or an amount in digits, which becomes a number. */
export type Cell = string | { amount: string };

/** A workbook of one sheet, for a person to fill in. Columns of text stay text, so that no `+220…` becomes a formula. */
export function makeWorkbook(rows: Cell[][], sheetName: string): Uint8Array<ArrayBuffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const relations = (list: [id: string, type: string, target: string][]) =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`;
  const width = Math.max(...rows.map((row) => row.length));
  return zip([
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    ],
    ['_rels/.rels', relations([['r1', 'officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ['r1', 'worksheet', 'worksheets/sheet1.xml'],
        ['r2', 'styles', 'styles.xml'],
      ]),
    ],
    // 0: as it is; 1: text; 2: two digits after the point, thousands apart.
    [
      'xl/styles.xml',
      `${XML}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
    [
      'xl/worksheets/sheet1.xml',
      `${XML}<worksheet xmlns="${main}"><cols>${Array.from({ length: width }, (_, at) => columnXml(rows, at)).join('')}</cols><sheetData>${rows
        .map(
          (row, at) =>
            `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, at, column)).join('')}</row>`,
        )
        .join('')}</sheetData></worksheet>`,
    ],
  ]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function columnXml(rows: Cell[][], at: number): string {
  const isAmount = rows.some((row) => typeof row[at] === 'object');
  return `<col min="${at + 1}" max="${at + 1}" width="20" style="${isAmount ? 2 : 1}" customWidth="1"/>`;
}

/** With its address, which readers other than Excel want. A template has fewer columns than there are letters. */
function cellXml(cell: Cell, row: number, column: number): string {
  const address = `${String.fromCharCode(65 + column)}${row + 1}`;
  if (typeof cell === 'object') return `<c r="${address}" s="2"><v>${escaped(cell.amount)}</v></c>`;
  if (cell === '') return `<c r="${address}" s="1"/>`;
  return `<c r="${address}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Of 1 January 1980, the first day that a zip knows: the same rows are the same bytes. */
const NO_TIME = 0x00210000;

/** A zip whose parts are stored as they are. */
export function zip(parts: [name: string, content: string][]): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const entries: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const [nameBytes, bytes] = [encoded(name), encoded(content)];
    // Version, flag for names in UTF-8, method, time, checksum, both lengths, length of the name, no extra field.
    const facts = [
      ...[u16(20), u16(0x800), u16(0), u32(NO_TIME), u32(crc32(bytes)), u32(bytes.length), u32(bytes.length)],
      ...[u16(nameBytes.length), u16(0)],
    ];
    const local = joined([u32(0x04034b50), ...facts, nameBytes, bytes]);
    entries.push(
      joined([u32(0x02014b50), u16(20), ...facts, u16(0), u16(0), u16(0), u32(0), u32(at), nameBytes]),
    );
    chunks.push(local);
    at += local.length;
  }
  const directory = joined(entries);
  const end = [
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(parts.length),
    u16(parts.length),
    u32(directory.length),
    u32(at),
  ];
  return joined([...chunks, directory, ...end, u16(0)]);
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function u16(value: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array([value & 0xff, (value >>> 8) & 0xff]);
}

function u32(value: number): Uint8Array<ArrayBuffer> {
  return joined([u16(value & 0xffff), u16(value >>> 16)]);
}

function joined(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** https://www.rfc-editor.org/rfc/rfc1952#section-8, bit by bit: a template is small. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
