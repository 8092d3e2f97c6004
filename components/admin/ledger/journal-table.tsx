import Link from 'next/link';
import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { Journal } from '#lib/ledger/find-journals';
import { Copyable } from '../../ui/copy.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

/** What a journal did, by its kind. */
const kinds: Record<string, () => string> = {
  collection_settled: later('Collection credited, less the commission'),
  payout_accepted: later('Payout taken from the balance and held'),
  payout_delivered: later('Payout left through the float'),
  payout_returned: later('Payout given back to the balance'),
  payout_reversed: later('Payout reversed: back in the float and the balance'),
  refund_accepted: later('Refund taken from the balance and held'),
  refund_reversed: later('Refund given back by the rail, out of what it had collected'),
  refund_paid: later('Refund left through the float'),
  refund_returned: later('Refund given back to the balance'),
  float_funded: later('Float topped up'),
  float_covered: later('Collected money covered a payout'),
  float_withdrawn: later('Float withdrawn to the bank'),
  float_transferred: later('Float moved to another rail'),
  collections_moved: later('Collected money moved to the float'),
  collections_withdrawn: later('Collected money paid to our bank'),
  adjustment: later('Adjustment, booked by two people'),
};

/** One journal with its entries, whose sum is zero. */
export function JournalTable({
  journal,
  withTransaction = true,
}: {
  journal: Journal;
  withTransaction?: boolean;
}) {
  return (
    <div>
      <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted-foreground">
        <span className="font-semibold text-foreground">
          {kinds[journal.kind]?.() ?? journal.kind.replaceAll('_', ' ')}
        </span>
        <Time at={journal.created_at} />
        {withTransaction && (
          <>
            <span>{journal.client.name}</span>
            {journal.transaction_id && (
              <Link
                href={`/admin/transactions/${journal.transaction_id}`}
                className="text-foreground underline underline-offset-4"
              >
                {t('Transaction')}
              </Link>
            )}
          </>
        )}
        <Copyable value={journal.id} />
      </p>
      <Table label={t('Entries of the journal {id}', { id: journal.id })} inBlocks>
        <thead>
          <tr>
            <Th>{t('Account')}</Th>
            <Th className={numeric}>{t('Debit')}</Th>
            <Th className={numeric}>{t('Credit')}</Th>
          </tr>
        </thead>
        <tbody>
          {journal.entries.map((entry) => (
            <Tr key={entry.owner + entry.account}>
              <Td className="font-mono text-[13px] max-sm:col-span-2">
                {entry.account}
                {entry.owner === 'house' && (
                  <span className="font-sans text-muted-foreground"> {t('(the house)')}</span>
                )}
              </Td>
              <Td label={t('Debit')} className={numeric}>
                {entry.debit && money(entry.debit)}
              </Td>
              <Td label={t('Credit')} className={numeric}>
                {entry.credit && money(entry.credit)}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
