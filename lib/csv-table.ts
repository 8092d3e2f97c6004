import { type CsvRecord, parseCsv, withoutFormulaGuard } from '#lib/csv';
import type { FieldFault } from '#lib/errors';

/** The columns that a file is to have. */
export interface TableColumns<Name extends string> {
  /**
   * What people call a column, in English and French, without accents; counted only where none has its own name. Files
   * come out of payrolls, phone books and other people's templates.
   */
  otherNames: Readonly<Record<Name, readonly string[]>>;
  /** Those that are needed and are not there. */
  missing(has: (name: Name) => boolean): Name[];
  /** Which are needed, for whoever lacks one: `reference, mobile, amount, name (name is optional)`. */
  wanted: string;
  /** More rows than this are several files: what a person can look through before confirming. */
  maxRows: number;
}

/** A row as it stands there. */
export interface TableRow<Name extends string> {
  line: number;
  /** Empty where there is no such column. */
  cell(name: Name): string;
}

/** Pure: the rows of a CSV text as they stand there, or a fault of the file where there are no rows to speak of. */
export function readTable<Name extends string>(
  text: string,
  columns: TableColumns<Name>,
): TableRow<Name>[] | FieldFault {
  const records = parseCsv(text);
  if (records === undefined) return fileFault('A quotation mark is opened and never closed.');
  const names = Object.keys(columns.otherNames) as Name[];
  const placesIn = (fields: readonly string[]) => placesOf(fields, columns.otherNames);
  const missingIn = (places: Record<Name, number[]>) => columns.missing((name) => places[name].length > 0);
  const at = headerAt(records, (fields) => missingIn(placesIn(fields)).length === 0);
  const header = records[at];
  const body = records.slice(at + 1);
  const places = placesIn(header?.fields ?? []);
  const unclear = names.find((name) => places[name].length > 1);
  if (unclear !== undefined) {
    const called = places[unclear].map((place) => `“${header?.fields[place]?.trim()}”`).join(' and ');
    return fileFault(`${called} could both be the column ${unclear}. Call the right one ${unclear}.`);
  }
  const missing = missingIn(places);
  if (missing.length > 0) {
    return fileFault(
      `The first line must name the columns ${columns.wanted}. Missing: ${missing.join(', ')}.`,
    );
  }
  if (body.length === 0) return fileFault('The file has no rows under its first line.');
  if (body.length > columns.maxRows) {
    return fileFault(`The file has ${body.length} rows; at most ${columns.maxRows} are taken. Split it.`);
  }
  return body.map(({ line, fields }) => ({
    line,
    cell: (name) => withoutFormulaGuard((fields[places[name][0] ?? -1] ?? '').trim()),
  }));
}

/** People write a title above. */
const MAX_TITLE_LINES = 10;

/** The line that names the columns: the first that names all that are needed, else the first. */
function headerAt(records: CsvRecord[], isWhole: (fields: string[]) => boolean): number {
  const found = records.slice(0, MAX_TITLE_LINES).findIndex(({ fields }) => isWhole(fields));
  return Math.max(found, 0);
}

/** Where each column stands; in several places where more than one may be meant. */
function placesOf<Name extends string>(
  header: readonly string[],
  otherNames: Readonly<Record<Name, readonly string[]>>,
): Record<Name, number[]> {
  const written = header.map((text) =>
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[\s_.:°*-]+/g, ' ')
      .trim(),
  );
  const places = (names: readonly string[]) =>
    written.flatMap((name, place) => (names.includes(name) ? [place] : []));
  const entries = Object.entries<readonly string[]>(otherNames).map(([column, others]) => {
    const [own] = places([column.replaceAll('_', ' ')]);
    return [column, own === undefined ? places(others) : [own]] as const;
  });
  return Object.fromEntries(entries) as Record<Name, number[]>;
}

function fileFault(message: string): FieldFault {
  return { path: 'csv', message, code: 'invalid_file' };
}
