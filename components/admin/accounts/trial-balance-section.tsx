import { day as dayName, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { TrialBalance } from '#lib/ledger/trial-balance';
import { rich } from '../../language/rich.tsx';
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
          <h2 className="font-semibold">
            {t('Trial balance at the end of {day}', { day: dayName(balance.date) })}
          </h2>
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted-foreground">
            <State tone={isBalanced ? 'succeeded' : 'failed'}>
              {isBalanced
                ? t('Debit and credit are the same')
                : t('The books do not balance: {amount}', { amount: money(balance.totals.difference) })}
            </State>
            {!balance.settled && <State tone="pending">{t('Not final: more may still be booked')}</State>}
          </p>
        </div>
        <form action="/admin/accounts" className="flex gap-2">
          <input type="hidden" name="environment" value={balance.environment} />
          <Input
            key={balance.date}
            type="date"
            name="date"
            aria-label={t('Day of the trial balance')}
            defaultValue={balance.date}
            required
          />
          <Button type="submit">{t('Show')}</Button>
        </form>
      </div>
      {balance.close && <KeptNotice close={balance.close} />}
      {balance.accounts.length === 0 ? (
        <EmptyState title={t('Nothing was booked until then')}>
          {t('Each account appears with the first journal that touches it.')}
        </EmptyState>
      ) : (
        <Table label={t('Trial balance')} inBlocks>
          <thead>
            <tr>
              <Th>{t('Account')}</Th>
              <Th>{t('Owner')}</Th>
              <Th className={numeric}>{t('Debited')}</Th>
              <Th className={numeric}>{t('Credited')}</Th>
              <Th className={numeric}>{t('Balance')}</Th>
            </tr>
          </thead>
          <tbody>
            {balance.accounts.map((account) => (
              <Tr key={account.owner + account.name}>
                <Td className="py-2 max-sm:col-span-2">
                  <span className="font-mono text-[13px]">{account.name}</span>
                  <span className="block text-[13px] text-muted-foreground">{meaningOf(account.name)}</span>
                </Td>
                <Td label={t('Owner')}>{ownerOf(account)}</Td>
                <Td label={t('Debited')} className={numeric}>
                  {money(account.debit)}
                </Td>
                <Td label={t('Credited')} className={numeric}>
                  {money(account.credit)}
                </Td>
                <Td label={t('Balance')} className={numeric}>
                  {money(account.balance)}{' '}
                  <span className="text-[13px] text-muted-foreground">
                    {account.side === 'debit' ? t('debit|a side') : t('credit|a side')}
                  </span>
                </Td>
              </Tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t font-semibold">
              <Td colSpan={2} className="max-sm:col-span-2">
                {t('Total')}
              </Td>
              <Td label={t('Debited')} className={numeric}>
                {money(balance.totals.debit)}
              </Td>
              <Td label={t('Credited')} className={numeric}>
                {money(balance.totals.credit)}
              </Td>
              <Td label={t('Difference')} className={numeric}>
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
        {rich('{name} closed the books at the end of this day {time}. They say the same as then.', {
          name: close.closed_by,
          time: <Time at={close.closed_at} />,
        })}
      </Notice>
    );
  }
  return (
    <Notice kind="error" className="mb-3">
      {t(
        '{name} closed the books at the end of this day, and they say something else by now: {accounts}. Nothing of Kaira does that. Recount the books under Ledger, and find out who has changed the database.',
        { name: close.closed_by, accounts: close.differs.join(', ') },
      )}
    </Notice>
  );
}
