import { readTable } from '#lib/csv-table';
import type { FieldFault } from '#lib/errors';
import { normaliseMobile } from '#lib/phone';
import { typedAmount } from '#lib/typed-amount';

/** More rows than this are several files. */
export const MAX_ROWS = 2_000;
/** The file as JSON text. 2,000 rows of 250 bytes. */
export const MAX_FILE_BYTES = 512 * 1024;

type Column = 'reference' | 'name' | 'mobile' | 'email' | 'amount' | 'due_on' | 'message';

const otherNames: Record<Column, readonly string[]> = {
  reference: [
    ...['ref', 'client reference', 'payment reference', 'pupil number', 'student number', 'admission number'],
    ...['invoice', 'invoice number', 'reference de paiement', 'matricule', 'facture'],
  ],
  name: [
    ...['customer', 'customer name', 'full name', 'pupil', 'student', 'child', 'names'],
    ...['nom', 'nom complet', 'eleve', 'etudiant', 'enfant', 'client'],
  ],
  mobile: [
    ...[
      'number',
      'phone',
      'phone number',
      'mobile number',
      'parent number',
      'parent phone',
      'telephone',
      'tel',
    ],
    ...['numero', 'numero de telephone', 'n de telephone', 'portable', 'numero mobile', 'whatsapp'],
  ],
  email: ['e mail', 'mail', 'email address', 'courriel', 'adresse e mail'],
  amount: [
    ...['amount gmd', 'amount in gmd', 'amount (gmd)', 'gmd', 'dalasi', 'dalasis', 'fee', 'fees', 'to pay'],
    ...['montant', 'montant gmd', 'montant (gmd)', 'montant en gmd', 'somme', 'frais'],
  ],
  due_on: ['due', 'due date', 'pay by', 'deadline', 'echeance', 'date limite'],
  message: ['note', 'notes', 'description', 'class', 'remark', 'classe', 'remarque', 'motif'],
};

/** What a row says; the number, the amount and the day already in our own form, where they can be. */
export interface RawRow extends Record<Column, string> {
  line: number;
}

/** Pure: the rows of a CSV text as they stand there, or a fault of the file where there are no rows to speak of. */
export function readRequestFile(text: string): RawRow[] | FieldFault {
  const rows = readTable<Column>(text, {
    otherNames,
    missing: (has) =>
      (['reference', 'amount', 'mobile'] as const).filter(
        (name) => !has(name) && !(name === 'mobile' && has('email')),
      ),
    wanted: 'reference, name, mobile or email, amount, due_on (name and due_on are optional)',
    maxRows: MAX_ROWS,
  });
  if (!Array.isArray(rows)) return rows;
  return rows.map(({ line, cell }) => ({
    line,
    reference: cell('reference').normalize('NFC'),
    name: cell('name').normalize('NFC'),
    mobile: normaliseMobile(cell('mobile')),
    email: cell('email'),
    amount: typedAmount(cell('amount')),
    due_on: dayOf(cell('due_on')),
    message: cell('message').normalize('NFC'),
  }));
}

/** `31/01/2027`, the day first as in The Gambia, becomes `2027-01-31`; anything else stays as it is. */
function dayOf(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
