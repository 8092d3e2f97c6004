import { exactTime, figure } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { TransactionDetail } from '#lib/reads/get-transaction-detail';
import { cn } from '../ui/cn.ts';
import { numeric, Table, Td, Th } from '../ui/table.tsx';
import { journalLabel } from './journal-label.ts';

const accounts: Record<string, () => string> = {
  available: later('Available'),
  held: later('Held'),
  commission: later('Commission'),
  float_funding: later('Funding at the provider'),
  losses: later('Losses'),
};

const railAccounts: Record<string, (facts: { provider: string }) => string> = {
  rail_collections: later('Owed by {provider}'),
  rail_float: later('Balance at {provider}'),
  rail_fees: later('Fees of {provider}'),
};

/** An account's name for people: `rail_float:PROVIDER_W` → `Balance at Wallet W`. */
export function accountLabel(account: string): string {
  const [kind = '', provider] = account.split(':');
  if (provider === undefined) return accounts[kind]?.() ?? account;
  return railAccounts[kind]?.({ provider: railName(provider) }) ?? account;
}

/** The journals of a transaction; the sums of the two sides of each are the same. */
export function Journals({
  journals,
  isForOperator,
}: {
  journals: TransactionDetail['journals'];
  isForOperator: boolean;
}) {
  return (
    <Table label={t('Ledger entries')}>
      <thead>
        <tr>
          <Th>{t('Account')}</Th>
          <Th className={numeric}>{t('Debit')}</Th>
          <Th className={numeric}>{t('Credit')}</Th>
        </tr>
      </thead>
      {journals.map((journal) => (
        <tbody key={journal.id} className="border-b last:border-b-0">
          <tr>
            <th scope="rowgroup" colSpan={3} className="px-3 pt-2.5 pb-1 text-left font-semibold">
              {journalLabel(journal.kind, isForOperator)}
              <span className="block text-[13px] font-normal sm:ml-2 sm:inline text-muted-foreground">
                {exactTime(journal.created_at)}
              </span>
            </th>
          </tr>
          {journal.entries.map((entry) => (
            <tr key={entry.account}>
              <Td className="h-8">
                {accountLabel(entry.account)}
                {isForOperator && (
                  <code className="ml-2 hidden font-mono text-[13px] text-muted-foreground sm:inline">
                    {entry.account}
                  </code>
                )}
                {!entry.is_own && (
                  <span className="ml-1 text-[13px] text-muted-foreground">{t('(Kaira’s own)')}</span>
                )}
              </Td>
              <Td className={cn('h-8', numeric)}>{entry.debit && figure(entry.debit)}</Td>
              <Td className={cn('h-8', numeric)}>{entry.credit && figure(entry.credit)}</Td>
            </tr>
          ))}
          <tr className="text-muted-foreground">
            <Td className="h-9 pb-1.5 text-[13px]">{t('Sum')}</Td>
            <Td className={cn('h-9 pb-1.5', numeric)}>{figure(journal.total)}</Td>
            <Td className={cn('h-9 pb-1.5', numeric)}>{figure(journal.total)}</Td>
          </tr>
        </tbody>
      ))}
    </Table>
  );
}
