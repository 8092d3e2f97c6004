import Link from 'next/link';
import { money } from '#lib/browser/format';
import type { Journal } from '#lib/ledger/find-journals';
import { Copyable } from '../../ui/copy.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

/** What a journal did, by its kind. */
const kinds: Record<string, string> = {
  collection_settled: 'Collection credited, less the commission',
  payout_accepted: 'Payout taken from the balance and held',
  payout_delivered: 'Payout left through the float',
  payout_returned: 'Payout given back to the balance',
  payout_reversed: 'Payout reversed: back in the float and the balance',
  refund_accepted: 'Refund taken from the balance and held',
  refund_reversed: 'Refund given back by the rail, out of what it had collected',
  refund_paid: 'Refund left through the float',
  refund_returned: 'Refund given back to the balance',
  float_funded: 'Float topped up',
  float_covered: 'Collected money covered a payout',
  float_withdrawn: 'Float withdrawn to the bank',
  float_transferred: 'Float moved to another rail',
  collections_moved: 'Collected money moved to the float',
  collections_withdrawn: 'Collected money paid to our bank',
  adjustment: 'Adjustment, booked by two people',
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
          {kinds[journal.kind] ?? journal.kind.replaceAll('_', ' ')}
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
                Transaction
              </Link>
            )}
          </>
        )}
        <Copyable value={journal.id} />
      </p>
      <Table label={`Entries of the journal ${journal.id}`} inBlocks>
        <thead>
          <tr>
            <Th>Account</Th>
            <Th className={numeric}>Debit</Th>
            <Th className={numeric}>Credit</Th>
          </tr>
        </thead>
        <tbody>
          {journal.entries.map((entry) => (
            <Tr key={entry.owner + entry.account}>
              <Td className="font-mono text-[13px] max-sm:col-span-2">
                {entry.account}
                {entry.owner === 'house' && (
                  <span className="font-sans text-muted-foreground"> (the house)</span>
                )}
              </Td>
              <Td label="Debit" className={numeric}>
                {entry.debit && money(entry.debit)}
              </Td>
              <Td label="Credit" className={numeric}>
                {entry.credit && money(entry.credit)}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
