'use client';

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { day, difference, money, month as monthOf, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { CommissionStatement as Statement } from '#lib/ledger/commission-statement';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/feedback.tsx';
import { Field, Select } from '../ui/field.tsx';
import { numeric, Table, Td, Th } from '../ui/table.tsx';

const MONTHS = 13;

interface CommissionStatementProps {
  /** Where it is asked for. */
  address: string;
  environment: 'SANDBOX' | 'LIVE';
  /** `YYYY-MM-DD` in Banjul. */
  today: string;
}

/** What the gateway took of a client's collections in a month, by itself and as a file. */
export function CommissionStatement({ address, environment, today }: CommissionStatementProps) {
  const months = monthsUntil(today);
  // The last whole one.
  const [month, setMonth] = useState(months[1] ?? today.slice(0, 7));
  const path = `${address}?${new URLSearchParams({ environment, month })}`;
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<Statement>(path, { signal }),
  });
  return (
    <section aria-labelledby="commission">
      <h2 id="commission" className="mb-3 font-semibold">
        {t('Commission')}
      </h2>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <Field label={t('Month of the commission')} className="w-48">
          {(control) => (
            <Select {...control} value={month} onChange={(event) => setMonth(event.target.value)}>
              {months.map((each) => (
                <option key={each} value={each}>
                  {monthOf(`${each}-01`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button asChild>
          <a href={`${path}&format=pdf`} download aria-label={t('Download the statement of commission')}>
            <Download aria-hidden="true" /> PDF
          </a>
        </Button>
      </div>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <Figures statement={data} />}
    </section>
  );
}

function Figures({ statement }: { statement: Statement }) {
  const { collections, returned_by_refunds: returned, adjustments } = statement;
  const rows: [label: string, count: number | null, amount: string][] = [
    [t('Collected'), collections.count, money(collections.gross)],
    [t('Commission on it'), null, money(collections.commission)],
    [t('Returned by refunds'), returned.count, difference(returned.amount)],
    [t('Adjustments'), adjustments.count, difference(adjustments.amount)],
  ];
  return (
    <>
      <Table label={t('Commission of the month')}>
        <thead>
          <tr>
            <Th>{t('What')}</Th>
            <Th className={numeric}>{t('Number|a count')}</Th>
            <Th className={numeric}>{t('Amount')}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, count, amount]) => (
            <tr key={label} className="border-b">
              <Td className="h-9 whitespace-normal">{label}</Td>
              <Td className={`h-9 ${numeric}`}>{count === null ? '' : whole(count)}</Td>
              <Td className={`h-9 ${numeric}`}>{amount}</Td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={2} className="h-11 px-3 text-left font-semibold">
              {t('Commission of the month')}
            </th>
            <Td className={`${numeric} font-semibold`}>
              {statement.total.startsWith('-') ? difference(statement.total) : money(statement.total)}
            </Td>
          </tr>
        </tbody>
      </Table>
      <p className="mt-2 text-[13px] break-words text-muted-foreground">
        {t(
          '{number}, {from} to {to}. It was taken from each payment, so nothing is to be paid; taxes are no part of it.',
          { number: statement.number, from: day(statement.from), to: day(statement.to) },
        )}
        {!statement.is_final && ` ${t('The month is not over for a day yet, so this may still change.')}`}
      </p>
    </>
  );
}

/** The month of a day and those before it, newest first. */
function monthsUntil(today: string): string[] {
  const [year = 0, number = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(year, number - 1 - ago, 1)).toISOString().slice(0, 7),
  );
}
