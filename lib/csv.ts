/** Shows Excel that the file is UTF-8; other readers skip it. */
export const CSV_BOM = '\uFEFF';

/** What a spreadsheet would run. https://owasp.org/www-community/attacks/CSV_Injection */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
/** A sign before digits computes nothing, so amounts and `+220…` numbers stay what they are. */
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/**
 * One record by RFC 4180, with its CRLF. A cell that a spreadsheet would take for a formula gets an apostrophe before
 * it; null is an empty cell.
 */
export function csvRecord(cells: (string | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | null): string {
  if (value === null) return '';
  const text = formulaStart.test(value) && !plainNumber.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
