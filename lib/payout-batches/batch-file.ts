import { readTable } from '#lib/csv-table';
import type { FieldFault } from '#lib/errors';
import { normaliseMobile } from '#lib/phone';
import { typedAmount } from '#lib/typed-amount';

/** More rows than this are several files: what a person can look through before confirming. */
export const MAX_ROWS = 5_000;
/** The file as JSON text. 5,000 rows of 200 bytes. */
export const MAX_FILE_BYTES = 1024 * 1024;

type Column = 'reference' | 'mobile' | 'amount' | 'name' | 'rail' | 'note';

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
  const rows = readTable<Column>(text, {
    otherNames,
    missing: missingColumns,
    wanted: 'reference, mobile, amount, name (name is optional)',
    maxRows: MAX_ROWS,
  });
  if (!Array.isArray(rows)) return rows;
  return rows.map(({ line, cell }) =>
    cleanRow({
      line,
      reference: cell('reference'),
      mobile: cell('mobile'),
      amount: cell('amount'),
      name: cell('name'),
      provider: cell('rail'),
      note: cell('note'),
    }),
  );
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
function missingColumns(has: (name: Column) => boolean): Column[] {
  return (['reference', 'mobile', 'amount'] as const).filter(
    (name) => !has(name) && !(name === 'mobile' && has('name')),
  );
}
