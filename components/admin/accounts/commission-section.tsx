'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { difference, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { CommissionList } from '#lib/ledger/list-commission';
import type { ProfitAndLoss } from '#lib/ledger/profit-and-loss';
import { ErrorState } from '../../ui/feedback.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { monthName } from './month-name.ts';

/** What was earned of each client in a month; together, the commission of the profit and loss. */
export function CommissionSection({ profit: { environment, months } }: { profit: ProfitAndLoss }) {
  const known = months.map((each) => each.month).toReversed();
  const [month, setMonth] = useState(known[0] ?? '');
  const path = `/api/admin/ledger/commission?${new URLSearchParams({ environment, month })}`;
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<CommissionList>(path, { signal }),
  });
  return (
    <section aria-labelledby="commission-by-client">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="commission-by-client" className="font-semibold">
            {t('Commission by client')}
          </h2>
          <p className="mt-1 max-w-2xl text-[13px] text-muted-foreground">
            {t('Less what refunds returned. Each client reads its own statement under Statement.')}
          </p>
        </div>
        <Field label={t('Month of the commission')} className="w-48">
          {(control) => (
            <Select {...control} value={month} onChange={(event) => setMonth(event.target.value)}>
              {known.map((each) => (
                <option key={each} value={each}>
                  {monthName(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && data.clients.length === 0 && (
        <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">
          {t('No commission was taken in this month.')}
        </p>
      )}
      {data && data.clients.length > 0 && (
        <Table label={t('Commission of each client in {month}', { month: monthName(month) })} inBlocks>
          <thead>
            <tr>
              <Th>{t('Client')}</Th>
              <Th className={numeric}>{t('Commission')}</Th>
              <Th>{t('Statement')}</Th>
            </tr>
          </thead>
          <tbody>
            {data.clients.map(({ id, name, total }) => (
              <Tr key={id}>
                <Td className="max-sm:col-span-2">
                  <Link href={`/admin/clients/${id}`} className="underline underline-offset-4">
                    {name}
                  </Link>
                </Td>
                <Td label={t('Commission')} className={numeric}>
                  {signed(total)}
                </Td>
                <Td label={t('Statement')}>
                  <a
                    href={`/api/admin/clients/${id}/commission-statement?${new URLSearchParams({ environment, month, format: 'pdf' })}`}
                    className="underline underline-offset-4"
                    aria-label={t('Statement of {name} as PDF', { name })}
                    download
                  >
                    PDF
                  </a>
                </Td>
              </Tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t font-semibold">
              <Td>{t('Total')}</Td>
              <Td className={numeric}>{signed(data.total)}</Td>
              <Td className="max-sm:hidden" />
            </tr>
          </tfoot>
        </Table>
      )}
    </section>
  );
}

function signed(amount: string): string {
  return amount.startsWith('-') ? difference(amount) : money(amount);
}
