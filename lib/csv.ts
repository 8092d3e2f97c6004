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

/** One record as a line of CSV. */
export function csvLine(fields: (string | null)[]): string {
  return `${fields.map((field) => csvField(field ?? '')).join(',')}\r\n`;
}

/**
 * A cell that a spreadsheet would run as a formula gets an apostrophe before it, which the spreadsheet takes for "this
 * is text": https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /["',;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What `csvField` put before a formula is taken away again, so that our own file can be read back. */
export function withoutFormulaGuard(field: string): string {
  return /^'[=+\-@\t\r]/.test(field) ? field.slice(1) : field;
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const countOf = (sign: string) => first.split(sign).length;
  return separators.reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best));
}
