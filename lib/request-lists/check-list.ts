import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import type { FieldFault } from '#lib/errors';
import { textField } from '#lib/fields';
import { cardNumberPath } from '#lib/http/card-data';
import { validationError } from '#lib/http/respond';
import { type Bututs, formatAmount, parseAmount } from '#lib/money';
import { draftOf } from '#lib/payment-requests/create-payment-request';
import type { PaymentRequest } from '#lib/payment-requests/payment-request';
import {
  allowPartsField,
  checkNewRequest,
  minPartField,
  requestBounds,
} from '#lib/payment-requests/request-body';
import { type RawRow, readRequestFile } from '#lib/request-lists/request-file';
import { AMOUNT_SENTENCE } from '#lib/typed-amount';

export const listBody = z.object({
  /** What all of it is for: each customer reads it, and the list is called so. */
  name: textField(120),
  csv: z.string('The csv must be the text of the file.'),
  /** Those with an e-mail address are written to. */
  send_email: z.boolean('send_email must be true or false.').default(false),
  /** Those with a number and no e-mail address are. */
  send_sms: z.boolean('send_sms must be true or false.').default(false),
  /** Of every row; the smallest part, of those that ask for more than it. */
  allow_part_payments: allowPartsField,
  min_part_amount: minPartField.nullable().default(null),
});

type ListBody = z.output<typeof listBody>;

/**
 * `READY`: a request is made of it. `MADE`: there is one already, with the same in it. `ERASED`: there was one, whose customer
 * was erased: nobody is asked again. `BAD`: it says why.
 */
export interface CheckedRow extends RawRow {
  verdict: 'READY' | 'MADE' | 'ERASED' | 'BAD';
  reason: string | null;
  /** Of one that is `READY`. */
  draft: PaymentRequest | null;
}

/** A longer text is a fault; so much of it is shown. */
const SHOWN_LENGTH = 256;

/**
 * The rows of a file with all that speaks against them: by themselves, in the file, and by what was asked for before.
 * Stores nothing. Throws `VALIDATION_ERROR` (`csv`: a file that is none).
 */
export async function checkList(ctx: Context, body: ListBody): Promise<CheckedRow[]> {
  const file = readRequestFile(body.csv);
  if (!Array.isArray(file)) throw validationError([file]);
  const bounds = await requestBounds(ctx.environment);
  const now = ctx.now();
  const rows = file.map((row): CheckedRow => {
    if (hasCard(row)) return { ...row, name: '', message: '', ...withCard };
    const result = checkNewRequest(bounds, {
      ...bodyOf(body, row),
      send_email: body.send_email && row.email !== '',
      send_sms: body.send_sms && row.email === '' && row.mobile !== '',
    });
    if ('value' in result)
      return { ...row, verdict: 'READY', reason: null, draft: draftOf(ctx, result.value, now) };
    const reason = [...new Set(result.faults.map(sentenceOf))].join(' ');
    return { ...shownRow(row), verdict: 'BAD', reason, draft: null };
  });
  markRepeats(rows);
  await markUsed(ctx, rows);
  return rows;
}

export function presentCheck(rows: CheckedRow[]) {
  const those = (verdict: CheckedRow['verdict']) => rows.filter((row) => row.verdict === verdict);
  const sum = those('READY').reduce<Bututs>((all, { draft }) => all + (draft?.link.amountBututs ?? 0n), 0n);
  return {
    ready: those('READY').length,
    made: those('MADE').length,
    erased: those('ERASED').length,
    bad: those('BAD').length,
    amount: formatAmount(sum),
    rows: rows.map(({ draft, ...row }) => row),
  };
}

export type PresentedCheck = ReturnType<typeof presentCheck>;

function bodyOf(list: ListBody, row: RawRow): Record<string, unknown> {
  const given = (text: string) => (text === '' ? null : text);
  const part = list.min_part_amount;
  const isLarger = part !== null && (parseAmount(row.amount) ?? 0n) > part;
  return {
    description: list.name,
    allow_part_payments: list.allow_part_payments,
    ...(isLarger && { min_part_amount: formatAmount(part) }),
    message: given(row.message),
    customer_name: given(row.name),
    customer_mobile: given(row.mobile),
    customer_email: given(row.email),
    amount: row.amount,
    due_on: given(row.due_on),
    client_reference: row.reference,
  };
}

const labels: Record<string, string> = {
  client_reference: 'Reference',
  customer_name: 'Name',
  customer_mobile: 'Number',
  customer_email: 'E-mail',
  due_on: 'Day',
  message: 'Message',
};

function sentenceOf({ path, message, code }: FieldFault): string {
  if (path === 'min_part_amount') return message;
  if (path === 'amount') return message.startsWith('The amount must be from') ? message : AMOUNT_SENTENCE;
  if (code === 'nobody_asked') return 'There is neither a number nor an e-mail.';
  return `${labels[path] ?? path}: ${message}`;
}

function markRepeats(rows: CheckedRow[]): void {
  const first = new Map<string, number>();
  for (const row of rows) {
    const earlier = first.get(row.reference);
    if (earlier === undefined) first.set(row.reference, row.line);
    else if (row.verdict !== 'BAD')
      Object.assign(row, spoiled(`The same reference stands in line ${earlier}.`));
  }
}

/** What the references stand for already: the same request, or something else. */
async function markUsed(ctx: Context, rows: CheckedRow[]): Promise<void> {
  const references = rows.flatMap(({ draft, reference }) => (draft ? [reference] : []));
  const { client, environment } = ctx;
  const found = await sqlClient()`
    select client_reference as reference, case when is_request then request_hash end as hash from payment_links
    where client_id = ${client.id} and environment = ${environment} and client_reference = any (${references}::text[])
    union all
    select distinct client_reference, null::bytea from transactions
    where client_id = ${client.id} and environment = ${environment} and type = 'collection'
      and client_reference = any (${references}::text[]) and payment_link_id is null`;
  const used = new Map(found.map(({ reference, hash }) => [reference as string, hash as Buffer | null]));
  for (const row of rows) {
    const hash = row.draft ? used.get(row.reference) : undefined;
    if (hash === undefined) continue;
    if (hash && row.draft?.link.requestHash.equals(hash)) {
      Object.assign(row, { verdict: 'MADE', draft: null });
    } else if (hash?.length === 0) {
      Object.assign(row, { verdict: 'ERASED', draft: null });
    } else {
      Object.assign(
        row,
        spoiled(
          'This reference stands for something else already. Write another one, such as with the term in it.',
        ),
      );
    }
  }
}

/** What a client's program would be refused for as well; nothing of it is kept or shown. */
function hasCard({ name, message }: RawRow): boolean {
  return cardNumberPath({ customer_name: name, metadata: { message } }) !== undefined;
}

const withCard = {
  verdict: 'BAD',
  reason: 'There is the number of a card in it. Take it out of your file.',
  draft: null,
} as const;

const spoiled = (reason: string): Partial<CheckedRow> => ({ verdict: 'BAD', reason, draft: null });

function shownRow(row: RawRow): RawRow {
  const shown = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' ? [...value.toWellFormed()].slice(0, SHOWN_LENGTH).join('') : value,
  ]);
  return Object.fromEntries(shown) as RawRow;
}
