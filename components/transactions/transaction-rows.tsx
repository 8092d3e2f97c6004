import Link from 'next/link';
import { day, mobile } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import { cn } from '../ui/cn.ts';
import { SkeletonRows } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import type { useColumns } from './columns.tsx';
import { signedAmount } from './signed-amount.ts';
import { TransactionState, typeLabel } from './status.tsx';

interface RowsProps {
  /** Undefined while they are being loaded. */
  rows: PresentedTransaction[] | undefined;
  home: string;
}

/** A table of transactions; each row leads to its detail. */
export function TransactionTable({
  rows,
  columns,
  home,
}: RowsProps & { columns: ReturnType<typeof useColumns>['shown'] }) {
  return (
    <Table label={t('Transactions')}>
      <thead>
        <tr>
          <Th>{t('Reference')}</Th>
          {columns.map((column) => (
            <Th key={column.id} className={cn(column.isNumeric && numeric)}>
              {column.label()}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined && <SkeletonRows rows={10} columns={columns.length + 1} />}
        {rows?.map((row) => (
          <Tr key={row.transaction_id}>
            <Td className="max-w-50 truncate">
              <RowLink row={row} home={home} />
            </Td>
            {columns.map((column) => (
              <Td key={column.id} className={cn(column.isNumeric && numeric)}>
                {column.render(row)}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The same on a phone: two lines each, under their day. */
export function TransactionCards({ rows, home }: RowsProps) {
  if (rows === undefined) {
    return (
      <table className="w-full">
        <tbody>
          <SkeletonRows rows={8} columns={2} />
        </tbody>
      </table>
    );
  }
  return (
    <div className="grid gap-5">
      {[...new Set(rows.map(dayOf))].map((date) => (
        <section key={date} aria-label={date}>
          <h2 className="mb-2 text-[13px] text-muted-foreground">{date}</h2>
          <ul className="rounded-lg border">
            {rows
              .filter((row) => dayOf(row) === date)
              .map((row) => (
                <Card key={row.transaction_id} row={row} home={home} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const dayOf = (row: PresentedTransaction): string => day(row.created_at);

function Card({ row, home }: { row: PresentedTransaction; home: string }) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b px-3 py-2.5 last:border-b-0">
      <span className="truncate">
        <RowLink row={row} home={home} />
      </span>
      <span className={numeric}>{signedAmount(row)}</span>
      <span className="flex min-w-0 gap-1 text-[13px] text-muted-foreground">
        {whatOf(row) && <span className="truncate">{whatOf(row)}</span>}
        <span className="flex-none">
          <Time at={row.created_at} />
        </span>
      </span>
      <TransactionState status={row.status} className="justify-end text-[13px]" />
    </li>
  );
}

/** What it is, where it is no collection, and of whom: a person goes by their name where it is known. */
function whatOf({ type, customer_name: name, mobile: number }: PresentedTransaction): string {
  const what = type === 'collection' ? [] : [typeLabel(type)];
  const who = name ?? (number ? mobile(number) : null);
  return [...what, ...(who ? [who] : [])].map((each) => `${each},`).join(' ');
}

/** Covers its row. */
function RowLink({ row, home }: { row: PresentedTransaction; home: string }) {
  return (
    <Link
      href={`${home}/transactions/${row.transaction_id}`}
      data-row={row.transaction_id}
      prefetch={false}
      title={row.client_reference}
      className="font-semibold after:absolute after:inset-0"
    >
      {row.client_reference}
    </Link>
  );
}
