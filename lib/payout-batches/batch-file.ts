import { type CsvRecord, parseCsv, withoutFormulaGuard } from '#lib/csv';
import type { FieldFault } from '#lib/errors';
import { normaliseMobile } from '#lib/phone';
import { typedAmount } from '#lib/typed-amount';

/** More rows than this are several files: what a person can look through before confirming. */
export const MAX_ROWS = 5_000;
/** The file as JSON text. 5,000 rows of 200 bytes. */
export const MAX_FILE_BYTES = 1024 * 1024;

const columnNames = ['reference', 'mobile', 'amount', 'name', 'rail', 'note'] as const;
type Column = (typeof columnNames)[number];

/**
 * What people call a column, in English and French, without accents; counted only where none has its own name. Files
 * come out of payrolls, phone books and other people's templates.
 */
const otherNames: Record<Column, readonly string[]> = {
  reference: ['ref', 'client reference', 'payment reference', 'reference de paiement', 'reference client'],
  mobile: [
    ...['number', 'phone', 'phone number', 'mobile number', 'mobile no', 'phone no', 'telephone', 'tel'],
    ...[
      'numero',
      'numero de telephone',
      'n de telephone',
      'no de telephone',
      'portable',
      'numero de portable',
      'numero mobile',
    ],
  ],
  amount: [
    ...['amount gmd', 'amount in gmd', 'amount (gmd)', 'gmd', 'dalasi', 'dalasis', 'salary', 'net pay'],
    ...['montant', 'montant gmd', 'montant (gmd)', 'montant en gmd', 'somme', 'salaire'],
  ],
  name: [
    ...['recipient', 'recipient name', 'full name', 'names'],
    ...['nom', 'nom complet', 'noms', 'beneficiaire', 'nom du beneficiaire', 'destinataire'],
  ],
  rail: ['wallet', 'provider', 'portefeuille', 'moyen de paiement'],
  note: ['notes', 'remark', 'remarks', 'comment', 'description', 'remarque', 'commentaire', 'motif'],
};

/** What a row says, as a person wrote it; a number and an amount already in our own form, where they can be. */
export interface RawRow {
  line: number;
  reference: string;
  mobile: string;
  amount: string;
  name: string | null;
  /** A rail by its value or its name; null: that of the batch. */
  provider: string | null;
  note: string | null;
}

/** Pure: the rows of a CSV text as they stand there, or a fault of the file where there are no rows to speak of. */
export function readBatchFile(text: string): RawRow[] | FieldFault {
  const records = parseCsv(text);
  if (records === undefined) return fileFault('A quotation mark is opened and never closed.');
  const at = headerAt(records);
  const header = records[at];
  const body = records.slice(at + 1);
  const columns = placesOf(header?.fields ?? []);
  const unclear = columnNames.find((name) => columns[name].length > 1);
  if (unclear !== undefined) {
    const called = columns[unclear].map((place) => `“${header?.fields[place]?.trim()}”`).join(' and ');
    return fileFault(`${called} could both be the column ${unclear}. Call the right one ${unclear}.`);
  }
  const missing = missingColumns(columns);
  if (missing.length > 0) {
    return fileFault(
      `The first line must name the columns reference, mobile, amount, name (name is optional). Missing: ${missing.join(', ')}.`,
    );
  }
  if (body.length === 0) return fileFault('The file has no rows under its first line.');
  if (body.length > MAX_ROWS) {
    return fileFault(`The file has ${body.length} rows; at most ${MAX_ROWS} are taken. Split it.`);
  }
  return body.map(({ line, fields }) => {
    const cell = (name: Column) => withoutFormulaGuard((fields[columns[name][0] ?? -1] ?? '').trim());
    return cleanRow({
      line,
      reference: cell('reference'),
      mobile: cell('mobile'),
      amount: cell('amount'),
      name: cell('name'),
      provider: cell('rail'),
      note: cell('note'),
    });
  });
}

/** People write a title above. */
const MAX_TITLE_LINES = 10;

/** The line that names the columns: the first that names all that are needed, else the first. */
function headerAt(records: CsvRecord[]): number {
  const found = records
    .slice(0, MAX_TITLE_LINES)
    .findIndex(({ fields }) => missingColumns(placesOf(fields)).length === 0);
  return Math.max(found, 0);
}

/** A row in the form in which it is checked and kept, whoever wrote it. */
export function cleanRow(row: RawRow): RawRow {
  const optional = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());
  return {
    line: row.line,
    reference: row.reference.trim(),
    mobile: normaliseMobile(row.mobile),
    amount: typedAmount(row.amount),
    name: optional(row.name),
    provider: optional(row.provider),
    note: optional(row.note),
  };
}

/** Whoever is saved by name needs no number. */
function missingColumns(columns: Record<Column, number[]>): Column[] {
  const lacks = (name: Column) => columns[name].length === 0;
  return (['reference', 'mobile', 'amount'] as const).filter(
    (name) => lacks(name) && !(name === 'mobile' && !lacks('name')),
  );
}

/** Where each column stands; in several places where more than one may be meant. */
function placesOf(header: string[]): Record<Column, number[]> {
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
  const entries = columnNames.map((column) => {
    const [own] = places([column]);
    return [column, own === undefined ? places(otherNames[column]) : [own]] as const;
  });
  return Object.fromEntries(entries) as Record<Column, number[]>;
}

function fileFault(message: string): FieldFault {
  return { path: 'csv', message, code: 'invalid_file' };
}
