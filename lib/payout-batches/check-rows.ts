import type { FieldFault } from '#lib/errors';
import { textField } from '#lib/fields';
import { cardNumberPath } from '#lib/http/card-data';
import { check } from '#lib/http/validate';
import { type Bututs, formatAmount, parseAmount } from '#lib/money';
import type { RawRow } from '#lib/payout-batches/batch-file';
import { type PayoutRequest, payoutRequest } from '#lib/payouts/payout-request';
import { parseMobile } from '#lib/phone';
import type { AmountBounds } from '#lib/rails/rail-settings';
import { AMOUNT_SENTENCE } from '#lib/typed-amount';

/** A row with what is wrong with it. */
export interface FileRow extends RawRow {
  amountBututs: Bututs | null;
  reason: string | null;
  warning: string | null;
}

/** What the rows of a file are held to, beside what a single payout is. */
export interface Terms {
  /** That of the batch, for rows that name none. */
  provider: string;
  rails: (AmountBounds & { provider: string; name: string; isOpen: boolean })[];
  /** What the client's limits leave for one payout; null: no limit. */
  perPayoutBututs: Bututs | null;
  /** Those of the client whose names stand in the file. */
  recipients: { name: string; mobile: string; provider: string | null }[];
}

/** A longer text is a fault; so much of it is kept that it stays one. */
const KEPT_LENGTH = 256;
/** Stands for what was never stored, so that the row stays bad until somebody writes a name. */
const WITHHELD = '(card number)';
const LOST = '\ufffd';
/** What a spreadsheet shows where it could not work something out. */
const SPREADSHEET_ERROR = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i;
const nameField = textField(120);
const noteField = textField(200);

/**
 * Pure: the rows with their faults, by the same schema that a payout through the API is held to, and with what only the
 * whole file knows: a reference that stands twice, the same number and amount twice.
 */
export function checkRows(rows: RawRow[], terms: Terms): FileRow[] {
  const named = Map.groupBy(terms.recipients, ({ name }) => nameKey(name));
  const checked = rows.map((row) => checkRow(row, terms, named));
  markRepeats(checked);
  return checked;
}

/** The request that a row without faults is. The batch stands in its metadata, so that no other payout equals it. */
export function requestOf(
  batch: { id: string; provider: string },
  row: Pick<FileRow, 'reference' | 'mobile' | 'name' | 'provider' | 'note'> & { amountBututs: Bututs },
): PayoutRequest {
  return {
    amount: row.amountBututs,
    currency: 'GMD',
    recipient_mobile: row.mobile,
    client_reference: row.reference,
    provider: row.provider ?? batch.provider,
    metadata: {
      payout_batch: batch.id,
      ...(row.name !== null && { recipient_name: row.name }),
      ...(row.note !== null && { note: row.note }),
    },
  };
}

type Named = Map<string, Terms['recipients']>;

function checkRow(given: RawRow, terms: Terms, named: Named): FileRow {
  const faults: string[] = [];
  const recipient = findRecipient(given, named, faults);
  const isUnnamed = faults.length > 0;
  const mobile = given.mobile === '' && recipient ? recipient.mobile : given.mobile;
  const rail = findRail(given.provider ?? (given.mobile === '' ? recipient?.provider : null), terms, faults);
  const result = check(payoutRequest, {
    amount: given.amount,
    currency: 'GMD',
    recipient_mobile: mobile,
    client_reference: given.reference,
  });
  if ('faults' in result) {
    // Who has neither a number nor a name that is saved was told so.
    const told = isUnnamed ? result.faults.filter(({ path }) => path !== 'recipient_mobile') : result.faults;
    faults.push(...told.map(sentenceOf));
  }
  const amountBututs = parseAmount(given.amount) ?? null;
  if (amountBututs !== null) faults.push(...amountFaults(amountBututs, rail, terms));
  faults.push(...textFaults(given));
  return {
    line: given.line,
    reference: storable(given.reference),
    mobile: storable(mobile),
    amount: storable(given.amount),
    name: given.name && shownText(given.name),
    provider: rail ? otherThan(terms.provider, rail.provider) : given.provider && storable(given.provider),
    note: given.note && shownText(given.note),
    amountBututs,
    reason: faults.length > 0 ? faults.join(' ') : null,
    warning:
      recipient && recipient.mobile !== mobile && parseMobile(mobile) !== undefined
        ? `${recipient.name} is saved with another number: ${recipient.mobile}.`
        : null,
  };
}

/** The recipient that the row's name means, as it is saved: in any letters, and only where it is one. */
function findRecipient({ name, mobile }: RawRow, named: Named, faults: string[]) {
  if (name === null) return undefined;
  const found = named.get(nameKey(name)) ?? [];
  if (found.length === 1) return found[0];
  if (mobile !== '') return undefined;
  faults.push(
    found.length > 1
      ? `${found.length} of your recipients are called ${name}: write the number.`
      : 'There is no number, and no recipient of yours is saved by this name.',
  );
  return undefined;
}

/** Undefined, with a fault, for what is no rail that pays out; a closed one is told and is still the row's. */
function findRail(text: string | null | undefined, { provider, rails }: Terms, faults: string[]) {
  const wanted = text ?? provider;
  const rail = rails.find((each) => sameName(each.provider, wanted) || sameName(each.name, wanted));
  if (rail === undefined) {
    const names = rails.filter((each) => each.isOpen).map((each) => each.name);
    faults.push(`Nothing is paid out over “${storable(wanted)}”. Write one of these: ${names.join(', ')}.`);
  } else if (!rail.isOpen) {
    faults.push(`Nothing can be paid out over ${rail.name} at present: choose another provider.`);
  }
  return rail;
}

function amountFaults(amount: Bututs, rail: AmountBounds | undefined, { perPayoutBututs }: Terms): string[] {
  if (rail && (amount < rail.minBututs || amount > rail.maxBututs)) {
    return [`The amount must be from ${formatAmount(rail.minBututs)} to ${formatAmount(rail.maxBututs)}.`];
  }
  if (perPayoutBututs === null || amount <= perPayoutBututs) return [];
  return [`This is more than your limit for one payout, GMD ${formatAmount(perPayoutBututs)}.`];
}

function textFaults({ reference, name, note }: RawRow): string[] {
  const faults: string[] = [];
  for (const [what, text, field] of [
    ['reference', reference, undefined],
    ['name', name, nameField],
    ['note', note, noteField],
  ] as const) {
    if (text === null || text === '') continue;
    const word = `${what[0]?.toUpperCase()}${what.slice(1)}`;
    if (SPREADSHEET_ERROR.test(text)) faults.push(`${word}: the spreadsheet has an error here, ${text}.`);
    else if (text.includes(LOST)) faults.push(`${word}: a character was lost. Write it again.`);
    else if (what !== 'reference' && isCardNumber(text))
      faults.push(`The ${what} is a card number. Kaira takes no card data.`);
    else {
      const fault = field?.safeParse(text).error?.issues[0]?.message;
      if (fault) faults.push(`${word}: ${fault}`);
    }
  }
  return faults;
}

/** A card number is never stored, not even to be shown. */
function shownText(text: string): string {
  return isCardNumber(text) ? WITHHELD : storable(text);
}

function otherThan(common: string, provider: string): string | null {
  return provider === common ? null : provider;
}

function isCardNumber(text: string): boolean {
  return text === WITHHELD || cardNumberPath({ customer_name: text }) !== undefined;
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

function sameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

function nameKey(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** PostgreSQL takes neither NUL nor half a surrogate pair. */
function storable(text: string): string {
  return [...text.replaceAll('\0', LOST)].slice(0, KEPT_LENGTH).join('').toWellFormed();
}
