'use client';

import Link from 'next/link';
import { useState } from 'react';
import { difference, money } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { StatementDay } from '#lib/reconciliation/get-day';
import { rich } from '../../language/rich.tsx';
import { typeLabel } from '../../transactions/status.tsx';
import { Button } from '../../ui/button.tsx';
import { Heading } from '../../ui/heading.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';

const BookFeesDialog = onDemand(async () => (await import('./book-fees-dialog.tsx')).BookFeesDialog);

interface FeeDifferencesProps {
  /** Of the day, under `/api/admin/reconciliation`. */
  path: string;
  fees: StatementDay['fees'];
  mayBook: boolean;
  onDone(): void;
}

/** The payments of a day for which the rail took another fee than is booked; nothing where there is none. */
export function FeeDifferences({ path, fees, mayBook, onDone }: FeeDifferencesProps) {
  const [isBooking, setBooking] = useState(false);
  if (fees.count === 0) return null;
  return (
    <section>
      <Heading>{t('Fees that differ')}</Heading>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted-foreground">
          {plural(
            fees.count,
            {
              one: '{count} payment, {amount} in all. No client’s balance is in it.',
              other: '{count} payments, {amount} in all. No client’s balance is in it.',
            },
            { amount: difference(fees.difference) },
          )}
        </p>
        {mayBook && <Button onClick={() => setBooking(true)}>{t('Book what the rail says…')}</Button>}
      </div>
      <Table label={t('Fees that differ')} inBlocks>
        <thead>
          <tr>
            <Th>{t('Payment')}</Th>
            <Th className={numeric}>{t('Amount')}</Th>
            <Th className={numeric}>{t('The rail says')}</Th>
            <Th className={numeric}>{t('Booked')}</Th>
          </tr>
        </thead>
        <tbody>
          {fees.list.map((each) => (
            <Tr key={each.transaction_id}>
              <Td className="max-sm:col-span-2">
                {rich('{payment} of {client}', {
                  payment: (
                    <Link
                      href={`/admin/transactions/${each.transaction_id}`}
                      className="underline underline-offset-4"
                    >
                      {typeLabel(each.type)}
                    </Link>
                  ),
                  client: each.client,
                })}
              </Td>
              <Td label={t('Amount')} className={numeric}>
                {money(each.amount)}
              </Td>
              <Td label={t('The rail says')} className={numeric}>
                {money(each.told)}
              </Td>
              <Td label={t('Booked')} className={numeric}>
                {each.booked.startsWith('-') ? difference(each.booked) : money(each.booked)}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {isBooking && (
        <BookFeesDialog path={path} fees={fees} onClose={() => setBooking(false)} onDone={onDone} />
      )}
    </section>
  );
}
