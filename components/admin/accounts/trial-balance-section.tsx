import { day as dayName, money } from '#lib/browser/format';
import type { TrialBalance } from '#lib/ledger/trial-balance';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Input } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { State } from '../../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { meaningOf, ownerOf } from '../ledger/account-words.ts';

/** Every account at the end of a day, which stands in the address. */
export function TrialBalanceSection({ balance }: { balance: TrialBalance }) {
  const isBalanced = balance.totals.difference === '0.00';
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="font-semibold">Trial balance at the end of {dayName(balance.date)}</h2>
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted-foreground">
            <State tone={isBalanced ? 'succeeded' : 'failed'}>
              {isBalanced
                ? 'Debit and credit are the same'
                : `The books do not balance: ${money(balance.totals.difference)}`}
            </State>
            {!balance.settled && <State tone="pending">Not final: more may still be booked</State>}
          </p>
        </div>
        <form action="/admin/accounts" className="flex gap-2">
          <input type="hidden" name="environment" value={balance.environment} />
          <Input
            key={balance.date}
            type="date"
            name="date"
            aria-label="Day of the trial balance"
            defaultValue={balance.date}
            required
          />
          <Button type="submit">Show</Button>
        </form>
      </div>
      {balance.close && <KeptNotice close={balance.close} />}
      {balance.accounts.length === 0 ? (
        <EmptyState title="Nothing was booked until then">
          Each account appears with the first journal that touches it.
        </EmptyState>
      ) : (
        <Table label="Trial balance" inBlocks>
          <thead>
            <tr>
              <Th>Account</Th>
              <Th>Owner</Th>
              <Th className={numeric}>Debited</Th>
              <Th className={numeric}>Credited</Th>
              <Th className={numeric}>Balance</Th>
            </tr>
          </thead>
          <tbody>
            {balance.accounts.map((account) => (
              <Tr key={account.owner + account.name}>
                <Td className="py-2 max-sm:col-span-2">
                  <span className="font-mono text-[13px]">{account.name}</span>
                  <span className="block text-[13px] text-muted-foreground">{meaningOf(account.name)}</span>
                </Td>
                <Td label="Owner">{ownerOf(account)}</Td>
                <Td label="Debited" className={numeric}>
                  {money(account.debit)}
                </Td>
                <Td label="Credited" className={numeric}>
                  {money(account.credit)}
                </Td>
                <Td label="Balance" className={numeric}>
                  {money(account.balance)}{' '}
                  <span className="text-[13px] text-muted-foreground">{account.side}</span>
                </Td>
              </Tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t font-semibold">
              <Td colSpan={2} className="max-sm:col-span-2">
                Total
              </Td>
              <Td label="Debited" className={numeric}>
                {money(balance.totals.debit)}
              </Td>
              <Td label="Credited" className={numeric}>
                {money(balance.totals.credit)}
              </Td>
              <Td label="Difference" className={numeric}>
                {money(balance.totals.difference)}
              </Td>
            </tr>
          </tfoot>
        </Table>
      )}
    </section>
  );
}

function KeptNotice({ close }: { close: NonNullable<TrialBalance['close']> }) {
  if (close.differs.length === 0) {
    return (
      <Notice className="mb-3">
        {close.closed_by} closed the books at the end of this day <Time at={close.closed_at} />. They say the
        same as then.
      </Notice>
    );
  }
  return (
    <Notice kind="error" className="mb-3">
      {close.closed_by} closed the books at the end of this day, and they say something else by now:{' '}
      {close.differs.join(', ')}. Nothing of Kaira does that. Recount the books under Ledger, and find out who
      has changed the database.
    </Notice>
  );
}
