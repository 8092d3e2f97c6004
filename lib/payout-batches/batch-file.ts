import { parseCsv, withoutFormulaGuard } from '#lib/csv';
import type { FieldFault } from '#lib/errors';
import { textField } from '#lib/fields';
import { cardNumberPath } from '#lib/http/card-data';
import { check } from '#lib/http/validate';
import { type Bututs, formatAmount, parseAmount } from '#lib/money';
import { type PayoutRequest, payoutRequest } from '#lib/payouts/payout-request';
import { normaliseMobile } from '#lib/phone';
import type { AmountBounds } from '#lib/rails/rail-settings';
import { AMOUNT_SENTENCE, typedAmount } from '#lib/typed-amount';

/** More rows than this are several files: what a person can look through before confirming. */
export const MAX_ROWS = 5_000;
/** The file as JSON text. 5,000 rows of 200 bytes. */
export const MAX_FILE_BYTES = 1024 * 1024;

export const templateColumns = ['reference', 'mobile', 'amount', 'name'] as const;
const requiredColumns = ['reference', 'mobile', 'amount'] as const;
type Column = (typeof templateColumns)[number];

/** What people call a column; counted only where none has its own name. */
const otherNames: Record<Column, readonly string[]> = {
  reference: ['ref', 'client reference', 'payment reference'],
  mobile: ['number', 'phone', 'phone number', 'mobile number', 'mobile no', 'phone no', 'telephone', 'tel'],
  amount: ['amount gmd', 'amount in gmd', 'amount (gmd)', 'gmd', 'dalasi', 'dalasis'],
  name: ['recipient', 'recipient name', 'full name', 'names'],
};

/** A row as it stands in the file, cleaned of what no table can hold, with what is wrong with it. */
export interface FileRow {
  line: number;
  reference: string;
  mobile: string;
  amount: string;
  name: string | null;
  amountBututs: Bututs | null;
  reason: string | null;
  warning: string | null;
}

/** Longer texts are faults; this much of them is shown. */
const SHOWN_LENGTH = 255;
const nameField = textField(120);

/**
 * Pure: the rows of a CSV text, each with its faults, by the same schema that a payout through the API is held to.
 * Faults that only the whole file knows (a reference that stands twice) are told as well. Returns a fault of the
 * file itself where there are no rows to speak of.
 */
export function readBatchFile(text: string, provider: string, bounds: AmountBounds): FileRow[] | FieldFault {
  const records = parseCsv(text);
  if (records === undefined) return fileFault('A quotation mark is opened and never closed.');
  const [header, ...body] = records;
  const columns = placesOf(header?.fields ?? []);
  const unclear = templateColumns.find((name) => columns[name].length > 1);
  if (unclear !== undefined) {
    const called = columns[unclear].map((place) => `“${header?.fields[place]?.trim()}”`).join(' and ');
    return fileFault(`${called} could both be the column ${unclear}. Call the right one ${unclear}.`);
  }
  const missing = requiredColumns.filter((name) => columns[name].length === 0);
  if (missing.length > 0) {
    return fileFault(
      `The first line must name the columns ${templateColumns.join(', ')} (name is optional). Missing: ${missing.join(', ')}.`,
    );
  }
  if (body.length === 0) return fileFault('The file has no rows under its first line.');
  if (body.length > MAX_ROWS) {
    return fileFault(`The file has ${body.length} rows; at most ${MAX_ROWS} are taken. Split it.`);
  }
  const cell = (fields: string[], name: Column) =>
    withoutFormulaGuard((fields[columns[name][0] ?? -1] ?? '').trim());
  const rows = body.map(({ line, fields }) =>
    readRow(
      line,
      {
        reference: cell(fields, 'reference'),
        mobile: normaliseMobile(cell(fields, 'mobile')),
        amount: typedAmount(cell(fields, 'amount')),
        name: cell(fields, 'name'),
      },
      provider,
      bounds,
    ),
  );
  markRepeats(rows);
  return rows;
}

/** Where each column stands; in several places where more than one may be meant. */
function placesOf(header: string[]): Record<Column, number[]> {
  const written = header.map((text) =>
    text
      .toLowerCase()
      .replace(/[\s_.:-]+/g, ' ')
      .trim(),
  );
  const places = (names: readonly string[]) =>
    written.flatMap((name, place) => (names.includes(name) ? [place] : []));
  const entries = templateColumns.map((column) => {
    const [own] = places([column]);
    return [column, own === undefined ? places(otherNames[column]) : [own]] as const;
  });
  return Object.fromEntries(entries) as Record<Column, number[]>;
}

/** The request that a row without faults is. The batch stands in its metadata, so that no other payout equals it. */
export function requestOf(
  batch: { id: string; provider: string },
  row: { reference: string; mobile: string; amountBututs: Bututs; name: string | null },
): PayoutRequest {
  return {
    amount: row.amountBututs,
    currency: 'GMD',
    recipient_mobile: row.mobile,
    client_reference: row.reference,
    provider: batch.provider,
    metadata: { payout_batch: batch.id, ...(row.name !== null && { recipient_name: row.name }) },
  };
}

function readRow(
  line: number,
  cells: { reference: string; mobile: string; amount: string; name: string },
  provider: string,
  bounds: AmountBounds,
): FileRow {
  const name = cells.name === '' ? null : cells.name;
  const result = check(payoutRequest, {
    amount: cells.amount,
    currency: 'GMD',
    recipient_mobile: cells.mobile,
    client_reference: cells.reference,
    provider,
  });
  const faults = 'faults' in result ? result.faults.map(sentenceOf) : [];
  const amountBututs = parseAmount(cells.amount) ?? null;
  if (amountBututs !== null && (amountBututs < bounds.minBututs || amountBututs > bounds.maxBututs)) {
    faults.push(
      `The amount must be from ${formatAmount(bounds.minBututs)} to ${formatAmount(bounds.maxBututs)}.`,
    );
  }
  const isCard = name !== null && cardNumberPath({ customer_name: name }) !== undefined;
  if (isCard) faults.push('The name is a card number. Kaira takes no card data.');
  else if (name !== null) {
    const nameFault = nameField.safeParse(name).error?.issues[0]?.message;
    if (nameFault) faults.push(`Name: ${nameFault}`);
  }
  return {
    line,
    reference: storable(cells.reference),
    mobile: storable(cells.mobile),
    amount: storable(cells.amount),
    // Never stored, not even to be shown.
    name: name === null || isCard ? null : storable(name),
    amountBututs,
    reason: faults.length > 0 ? faults.join(' ') : null,
    warning: null,
  };
}

function sentenceOf({ path, message }: FieldFault): string {
  if (path === 'recipient_mobile') return 'This is no Gambian mobile number: +220 and 7 or 9 digits.';
  if (path === 'amount') return AMOUNT_SENTENCE;
  return path === 'client_reference' ? `Reference: ${message}` : message;
}

/** The first row with a reference keeps it. The same number and amount twice may be meant, so it is only said. */
function markRepeats(rows: FileRow[]): void {
  const references = new Map<string, number>();
  const payments = new Map<string, number>();
  for (const row of rows) {
    const earlier = row.reference === '' ? undefined : references.get(row.reference);
    if (earlier === undefined) references.set(row.reference, row.line);
    else addReason(row, `The same reference stands in line ${earlier}.`);
    if (row.reason !== null || row.amountBututs === null) continue;
    const payment = `${row.mobile} ${row.amountBututs}`;
    const twin = payments.get(payment);
    if (twin === undefined) payments.set(payment, row.line);
    else addWarning(row, `Same number and amount as line ${twin}.`);
  }
}

export function addReason(row: FileRow, sentence: string): void {
  row.reason = row.reason === null ? sentence : `${row.reason} ${sentence}`;
}

export function addWarning(row: FileRow, sentence: string): void {
  row.warning = row.warning === null ? sentence : `${row.warning} ${sentence}`;
}

/** PostgreSQL takes neither NUL nor half a surrogate pair. */
function storable(text: string): string {
  return [...text.replaceAll('\0', '\ufffd')].slice(0, SHOWN_LENGTH).join('').toWellFormed();
}

function fileFault(message: string): FieldFault {
  return { path: 'csv', message, code: 'invalid_file' };
}
