import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { FileColumn } from '#db/schema/settlements';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Environment } from '#lib/context';
import { textField } from '#lib/fields';
import { formatAmount } from '#lib/money';
import type { SettlementRow } from '#lib/settlements/settlement';

/** What can stand in a column, with what an admin reads who chooses one. */
export const fileFields = {
  holder: 'Holder of the account',
  bank: 'Bank',
  account_number: 'Account number',
  amount: 'Amount, as 1500.00',
  currency: 'Currency, GMD',
  reference: 'Reference, which the receiver sees',
  client: 'Name of the client',
  date: 'Day of the file, as 2026-03-31',
  text: 'The same text in every row',
} as const;

type Field = keyof typeof fileFields;
const fieldNames = Object.keys(fileFields) as [Field, ...Field[]];

const MAX_COLUMNS = 30;

export const templateRequest = z.object({
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
  columns: z
    .array(
      z.object({
        name: textField(60),
        field: z.enum(fieldNames, `A column holds one of: ${fieldNames.join(', ')}.`),
        text: textField(120).optional(),
      }),
      'The columns must be a list.',
    )
    .min(1, 'A file has one column at least.')
    .max(MAX_COLUMNS, `A file has at most ${MAX_COLUMNS} columns.`)
    .refine(
      (columns) =>
        (['account_number', 'amount'] as const).every((need) => columns.some(({ field }) => field === need)),
      'A bank needs the account number and the amount.',
    ),
});

/** Until somebody writes those of the house's bank. */
const defaultColumns: FileColumn[] = [
  { name: 'Beneficiary name', field: 'holder' },
  { name: 'Beneficiary bank', field: 'bank' },
  { name: 'Account number', field: 'account_number' },
  { name: 'Amount', field: 'amount' },
  { name: 'Currency', field: 'currency' },
  { name: 'Reference', field: 'reference' },
];

export interface Template {
  columns: FileColumn[];
  changed_by: string | null;
}

export async function readTemplate(environment: Environment): Promise<Template> {
  const [row] = await sqlClient()`
    select columns, changed_by_name from settlement_templates where environment = ${environment}`;
  return { columns: row?.columns ?? defaultColumns, changed_by: row?.changed_by_name ?? null };
}

/** Counts for the files that are made from now on; one that is there stays as it is. */
export async function changeTemplate(
  ctx: UserContext,
  { environment, columns }: z.output<typeof templateRequest>,
): Promise<Template> {
  const sql = sqlClient();
  const kept = columns.map(({ name, field, text }) => ({
    name,
    field,
    ...(field === 'text' && { text: text ?? '' }),
  }));
  const before = await readTemplate(environment);
  const entry = {
    action: 'settlement_template.changed',
    environment,
    subjectId: environment,
    before: { columns: before.columns },
    after: { columns: kept },
  };
  await sql`
    with changed as (
      insert into settlement_templates as t (environment, columns, changed_by_name, changed_at)
      values (${environment}, ${JSON.stringify(kept)}::jsonb, ${ctx.user.name}, ${ctx.now().toISOString()})
      on conflict (environment) do update
      set columns = excluded.columns, changed_by_name = excluded.changed_by_name, changed_at = excluded.changed_at
      returning environment
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select environment from changed`;
  return readTemplate(environment);
}

/** What stands in a column of a settlement's row. */
export function cellOf({ field, text }: FileColumn, row: SettlementRow, day: string): string {
  const cells: Record<Field, string> = {
    holder: row.holder,
    bank: row.bank,
    account_number: row.account_number,
    amount: formatAmount(BigInt(row.amount_bututs)),
    currency: 'GMD',
    reference: row.reference,
    client: row.client_name,
    date: day,
    text: text ?? '',
  };
  return cells[field as Field] ?? '';
}
