import { banjulDay } from '#lib/clock';
import { parseCsv, withoutFormulaGuard } from '#lib/csv';
import type { FieldFault } from '#lib/errors';
import { parseAmount } from '#lib/money';
import { normaliseMobile } from '#lib/phone';
import type { StatementLine } from '#lib/rails/rail';
import { textFault } from '#lib/text';

/** A rail's day as JSON text: 100,000 payments of 150 bytes and room. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_LINES = 100_000;
/** A file with more faults than this is another file. */
const TOLD_FAULTS = 20;

const columns = [
  'transaction_id',
  'type',
  'mobile',
  'amount',
  'fee',
  'currency',
  'time',
  'reference',
] as const;
const required = ['transaction_id', 'type', 'amount', 'currency', 'time'] as const;
const kinds = ['collection', 'payout', 'reversal'] as const satisfies readonly StatementLine['kind'][];
/** docs/rails/wire.md: ISO 8601 in UTC. Without a zone it is The Gambia's time, which is the same. */
const timeForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]00:?00)?$/;

/**
 * Pure: the lines of a rail's CSV (docs/rails/wire.md "The rails' own records"), all of `day`, whatever the order of
 * its columns; or what is wrong with it, line by line. Half a statement is none.
 */
export function readStatementFile(text: string, day: string): StatementLine[] | FieldFault[] {
  const records = parseCsv(text);
  if (records === undefined) return [fault('A quotation mark is opened and never closed.')];
  const [header, ...body] = records;
  const names = (header?.fields ?? []).map((name) => name.trim().toLowerCase());
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    return [
      fault(`The first line must name the columns ${columns.join(', ')}. Missing: ${missing.join(', ')}.`),
    ];
  }
  if (body.length > MAX_LINES) {
    return [fault(`The file has ${body.length} lines; at most ${MAX_LINES.toLocaleString('en')} are taken.`)];
  }
  const lines: StatementLine[] = [];
  const faults: FieldFault[] = [];
  for (const { line, fields } of body) {
    const cell = (name: (typeof columns)[number]) =>
      withoutFormulaGuard((fields[names.indexOf(name)] ?? '').trim());
    const read = readLine(cell, day);
    if (typeof read === 'string') faults.push(fault(`Line ${line}: ${read}`));
    else lines.push(read);
    if (faults.length === TOLD_FAULTS) return faults;
  }
  return faults.length > 0 ? faults : lines;
}

/**
 * Pure: each payment once. A rail that lists the same one twice, word for word, has listed it once; one that says two
 * things of it is told, by its reference.
 */
export function withoutRepeats(lines: StatementLine[]): StatementLine[] | FieldFault[] {
  const known = new Map<string, StatementLine>();
  const faults: FieldFault[] = [];
  for (const line of lines) {
    const key = `${line.kind} ${line.railReference}`;
    const first = known.get(key);
    if (first === undefined) known.set(key, line);
    else if (!isSame(first, line) && faults.length < TOLD_FAULTS) {
      faults.push(fault(`The ${line.kind} ${line.railReference} stands there twice, with different facts.`));
    }
  }
  return faults.length > 0 ? faults : [...known.values()];
}

function isSame(a: StatementLine, b: StatementLine): boolean {
  return (
    a.amountBututs === b.amountBututs &&
    a.feeBututs === b.feeBututs &&
    a.currency === b.currency &&
    a.reference === b.reference &&
    a.mobile === b.mobile &&
    a.at.getTime() === b.at.getTime()
  );
}

/** A line, or the sentence that says what is wrong with it. */
function readLine(cell: (name: (typeof columns)[number]) => string, day: string): StatementLine | string {
  const railReference = cell('transaction_id');
  if (textFault(railReference, { max: 255 })) return 'the transaction_id is missing or no plain text.';
  const kind = kinds.find((each) => each === cell('type').toLowerCase());
  if (kind === undefined) return `the type must be ${kinds.join(', ')}.`;
  const amountBututs = parseAmount(cell('amount'));
  if (amountBututs === undefined || amountBututs === 0n) {
    return 'the amount must be a positive decimal number such as 150.00; the type bears the sign.';
  }
  const feeBututs = cell('fee') === '' ? null : parseAmount(cell('fee'));
  if (feeBututs === undefined) return 'the fee must be a decimal number such as 1.50, or empty.';
  const currency = cell('currency').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) return 'the currency must be three letters such as GMD.';
  const at = readTime(cell('time'));
  if (at === undefined) return 'the time must be like 2026-07-31T14:03:00Z.';
  if (banjulDay(at) !== day) return `it is of ${banjulDay(at)}, not of ${day}.`;
  const reference = cell('reference');
  if (reference !== '' && textFault(reference, { max: 255 })) return 'the reference is no plain text.';
  const mobile = cell('mobile');
  if (mobile !== '' && textFault(mobile, { max: 40 })) return 'the mobile is no plain text.';
  return {
    railReference,
    reference: reference === '' ? null : reference,
    kind,
    amountBututs,
    feeBututs,
    currency,
    mobile: mobile === '' ? null : normaliseMobile(mobile),
    at,
  };
}

function readTime(text: string): Date | undefined {
  const parts = timeForm.exec(text);
  if (parts === null) return undefined;
  const at = new Date(`${parts[1]}T${parts[2]}Z`);
  // The 31st of a month with 30 days would be the 1st of the next.
  return Number.isNaN(at.getTime()) || banjulDay(at) !== parts[1] ? undefined : at;
}

function fault(message: string): FieldFault {
  return { path: 'csv', message, code: 'invalid_file' };
}
