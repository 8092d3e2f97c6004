'use client';

import Link from 'next/link';
import { useState } from 'react';
import { difference, money, whole } from '#lib/browser/format';
import type { StatementDay } from '#lib/reconciliation/get-day';
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
      <Heading>Fees that differ</Heading>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted-foreground">
          {whole(fees.count)} {fees.count === 1 ? 'payment' : 'payments'}, {difference(fees.difference)} in
          all. No client’s balance is in it.
        </p>
        {mayBook && <Button onClick={() => setBooking(true)}>Book what the rail says…</Button>}
      </div>
      <Table label="Fees that differ" inBlocks>
        <thead>
          <tr>
            <Th>Payment</Th>
            <Th className={numeric}>Amount</Th>
            <Th className={numeric}>The rail says</Th>
            <Th className={numeric}>Booked</Th>
          </tr>
        </thead>
        <tbody>
          {fees.list.map((each) => (
            <Tr key={each.transaction_id}>
              <Td className="max-sm:col-span-2">
                <Link
                  href={`/admin/transactions/${each.transaction_id}`}
                  className="underline underline-offset-4"
                >
                  {typeLabel(each.type)}
                </Link>{' '}
                of {each.client}
              </Td>
              <Td label="Amount" className={numeric}>
                {money(each.amount)}
              </Td>
              <Td label="The rail says" className={numeric}>
                {money(each.told)}
              </Td>
              <Td label="Booked" className={numeric}>
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
