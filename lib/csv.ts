/** Shows Excel that the file is UTF-8; other readers skip it. */
export const CSV_BOM = '\uFEFF';

/**
 * Where a spreadsheet would begin to run a text, https://owasp.org/www-community/attacks/CSV_Injection: at its start,
 * and after whatever a spreadsheet of another country splits cells at, whether it stands in quotes or not. Apostrophes
 * count as before a formula too, so that one of ours is told from one that was there.
 */
const formulaStarts = /(?<=^|[,;|\t\r\n])(?=['" ]*[=+\-@＝＋－＠])|^(?='*[\t\r\n])/g;
const guards = /(?<=^|[,;|\t\r\n])'(?=['" ]*[=+\-@＝＋－＠])|^'(?='*[\t\r\n])/g;
/**
 * A sign before digits computes nothing, so amounts and `+220…` numbers stay what they are; but not at the start of a
 * line, where a spreadsheet that splits at something else reads on.
 */
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/**
 * One record by RFC 4180, with its CRLF. What a spreadsheet would take for a formula gets an apostrophe before it;
 * null is an empty cell.
 */
export function csvRecord(cells: (string | null)[]): string {
  const text = cells.map((value, index) => cell(value, index === 0 && cells.length > 1));
  return `${text.join(',')}\r\n`;
}

function cell(value: string | null, isLineStart: boolean): string {
  if (value === null) return '';
  const text = plainNumber.test(value) && !isLineStart ? value : value.replace(formulaStarts, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface CsvRecord {
  /** Of the text, from 1, where the record begins. */
  line: number;
  fields: string[];
}

const separators = [',', ';', '\t'] as const;

/**
 * The records of a CSV text as RFC 4180 has them: quoted fields may hold separators, line breaks and doubled quotes.
 * Lines may end in LF, CRLF or CR; blank ones are skipped. The separator is what the first line has most of, because
 * spreadsheets write `;` where the comma is a decimal sign. Returns undefined for a quote that is never closed.
 */
export function parseCsv(text: string): CsvRecord[] | undefined {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const separator = separatorOf(source);
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, fields: [] };
  let field = '';
  let line = 1;
  let quoted = false;
  const endRecord = () => {
    record.fields.push(field);
    if (record.fields.some((each) => each.trim() !== '')) records.push(record);
    field = '';
  };
  for (let index = 0; index < source.length; index++) {
    const sign = source[index] as string;
    const isBreak = sign === '\n' || (sign === '\r' && source[index + 1] !== '\n');
    if (isBreak) line++;
    if (quoted) {
      if (sign !== '"') field += sign;
      else if (source[index + 1] === '"') {
        field += sign;
        index++;
      } else quoted = false;
    } else if (sign === '"' && field.trim() === '') {
      field = '';
      quoted = true;
    } else if (sign === separator) {
      record.fields.push(field);
      field = '';
    } else if (isBreak) {
      endRecord();
      record = { line, fields: [] };
    } else if (sign !== '\r') field += sign;
  }
  if (quoted) return undefined;
  endRecord();
  return records;
}

/** What `csvRecord` put before formulas is taken away again, so that our own file can be read back. */
export function withoutFormulaGuard(field: string): string {
  return field.replace(guards, '');
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const countOf = (sign: string) => first.split(sign).length;
  return separators.reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best));
}
