import { cellText, isDateFormat, type Styles } from '#lib/browser/workbook/cell-text';
import { isOldForm, MAX_WORKBOOK_BYTES } from '#lib/browser/workbook/is-workbook';
import { type Archive, openArchive } from '#lib/browser/workbook/unzip';
import { WorkbookFault } from '#lib/browser/workbook/workbook-fault';
import { tagsOf } from '#lib/browser/workbook/xml';

const MAX_COLUMNS = 60;
const MAX_CELL_LENGTH = 1_000;

/**
 * The first visible sheet of an Excel workbook as a CSV text whose lines are the rows of the sheet: empty ones too, so
 * that a line's number is what Excel shows. It is read where it was chosen, in the person's own browser: a file that was
 * made to do harm never reaches a server. No formula is computed, nothing that the file refers to is fetched. Throws
 * `WorkbookFault`.
 */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>, maxRows: number): Promise<string> {
  if (bytes.byteLength > MAX_WORKBOOK_BYTES) {
    throw new WorkbookFault('The workbook is larger than 4 MB. Copy the rows to be paid into a new one.');
  }
  if (isOldForm(bytes)) {
    throw new WorkbookFault(
      'This is an old .xls file, or locked with a password. Save it as .xlsx without one.',
    );
  }
  const archive = openArchive(bytes);
  const { sheet, strings, styles, is1904 } = await findParts(archive);
  const [sheetXml, stringsXml, stylesXml] = await Promise.all(
    [sheet, strings, styles].map((part) => (part === undefined ? undefined : archive.read(part))),
  );
  if (sheetXml === undefined) throw new WorkbookFault('The workbook has no sheet that can be read.');
  const shared = stringsXml === undefined ? [] : stringsOf(stringsXml);
  const rows = rowsOf(sheetXml, shared, { isDate: datesOf(stylesXml), is1904 }, maxRows);
  const last = Math.max(0, ...rows.keys());
  return Array.from({ length: last }, (_, index) => (rows.get(index + 1) ?? []).map(quoted).join(',')).join(
    '\r\n',
  );
}

interface Parts {
  sheet: string | undefined;
  strings: string | undefined;
  styles: string | undefined;
  is1904: boolean;
}

async function findParts(archive: Archive): Promise<Parts> {
  const workbook = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.target;
  const xml = workbook && (await archive.read(workbook));
  if (!workbook || xml === undefined) {
    throw new WorkbookFault('This is no Excel workbook. Save the sheet as .xlsx or as CSV.');
  }
  const relations = await relationsOf(archive, workbook);
  const sheets: string[] = [];
  let is1904 = false;
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'workbookPr') is1904 = ['1', 'true'].includes(tag.get('date1904') ?? '');
    if (tag.name !== 'sheet' || tag.kind === 'close' || (tag.get('state') ?? 'visible') !== 'visible')
      continue;
    const target = relations.find(({ id, type }) => id === tag.get('id') && type === 'worksheet')?.target;
    if (target) sheets.push(target);
  }
  const targetOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.target;
  return { sheet: sheets[0], strings: targetOf('sharedStrings'), styles: targetOf('styles'), is1904 };
}

/** What a part refers to within the file. */
async function relationsOf(archive: Archive, part: string) {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const xml = await archive.read(`${folder}_rels/${part.slice(folder.length)}.rels`);
  const found: { id: string; type: string; target: string }[] = [];
  for (const tag of xml === undefined ? [] : tagsOf(xml)) {
    if (tag.name !== 'Relationship' || tag.get('TargetMode') === 'External') continue;
    const target = tag.get('Target') ?? '';
    found.push({
      id: tag.get('Id') ?? '',
      type: tag.get('Type')?.split('/').at(-1) ?? '',
      target: target.startsWith('/') ? target.slice(1) : folder + target,
    });
  }
  return found;
}

/** Texts that cells share, without how they are pronounced. */
function stringsOf(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let isSound = false;
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'rPh') isSound = tag.kind === 'open';
    else if (tag.name === 't' && tag.kind === 'close' && !isSound) text += tag.text;
    else if (tag.name === 'si' && tag.kind !== 'open') {
      strings.push(text);
      text = '';
    }
  }
  return strings;
}

function datesOf(xml: string | undefined): Styles['isDate'] {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isCells = false;
  for (const tag of xml === undefined ? [] : tagsOf(xml)) {
    if (tag.name === 'cellXfs') isCells = tag.kind === 'open';
    if (tag.kind === 'close') continue;
    if (tag.name === 'numFmt') codes.set(numberOf(tag.get('numFmtId')), tag.get('formatCode') ?? '');
    if (tag.name === 'xf' && isCells) formats.push(numberOf(tag.get('numFmtId')));
  }
  const dates = formats.map((id) => isDateFormat(id, codes.get(id)));
  return (style) => dates[style] === true;
}

/** By the number of the row. */
function rowsOf(xml: string, shared: string[], styles: Styles, maxRows: number): Map<number, string[]> {
  const rows = new Map<number, string[]>();
  let row = 0;
  let column = 0;
  let cell = { type: 'n', style: 0, value: undefined as string | undefined, hasFormula: false };
  let inline = '';
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'row' && tag.kind !== 'close') {
      row = tag.get('r') === undefined ? row + 1 : numberOf(tag.get('r'));
      column = 0;
    } else if (tag.name === 'c' && tag.kind === 'open') {
      column = columnOf(tag.get('r')) ?? column + 1;
      cell = {
        type: tag.get('t') ?? 'n',
        style: numberOf(tag.get('s')),
        value: undefined,
        hasFormula: false,
      };
      inline = '';
    } else if (tag.name === 'c' && tag.kind === 'empty') column = columnOf(tag.get('r')) ?? column + 1;
    else if (tag.name === 'f') cell.hasFormula = true;
    else if (tag.name === 'v' && tag.kind === 'close') cell.value = tag.text;
    else if (tag.name === 't' && tag.kind === 'close') inline += tag.text;
    else if (tag.name === 'c' && tag.kind === 'close') {
      if (cell.type === 's') cell.value = shared[numberOf(cell.value)];
      if (cell.type === 'inlineStr') cell.value = inline;
      put(rows, row, column, cellText(cell, styles), maxRows);
    } else if (tag.name === 'sheetData' && tag.kind === 'close') break;
  }
  return rows;
}

function put(rows: Map<number, string[]>, row: number, column: number, text: string, maxRows: number): void {
  const shown = text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CELL_LENGTH);
  if (shown === '' || column < 1 || column > MAX_COLUMNS) return;
  // A file may begin anywhere; what is far below its rows is not theirs.
  if (row < 1 || row > 4 * maxRows || rows.size > maxRows + 10) {
    throw new WorkbookFault(`The sheet has more than ${maxRows.toLocaleString('en')} rows. Split it.`);
  }
  const cells = rows.get(row) ?? [];
  while (cells.length < column) cells.push('');
  cells[column - 1] = shown;
  rows.set(row, cells);
}

/** `AB12` → 28. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? [];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function numberOf(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number.parseInt(text ?? '', 10) : 0;
}

function quoted(cell: string): string {
  return cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`;
}
