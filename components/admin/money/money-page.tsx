'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { call } from '#lib/browser/api';
import { difference, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { WhereMoneyIs } from '#lib/rails/where-money-is';
import { PageHeader } from '../../frame/page-header.tsx';
import { rich } from '../../language/rich.tsx';
import { RailName } from '../../rails/rail-name.tsx';
import { ErrorState, Unknown } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { State } from '../../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { meaningOf, ownerOf } from '../ledger/account-words.ts';

const path = '/api/admin/money';
type Rail = WhereMoneyIs['rails'][number];

/** All live money: where it lies by our books and by the rails’ own word, and whose it is. */
export function MoneyPage({ initial }: { initial: WhereMoneyIs }) {
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<WhereMoneyIs>(path, { signal }),
    initialData: initial,
    refetchInterval: 15_000,
  });
  return (
    <>
      <PageHeader title={t('Where the money is')}>
        {t('Live money at each rail: what our books say, what the rail says, and what differs.')}
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <div className="grid grid-cols-1 gap-10">
        <section>
          <Heading>{t('At the rails')}</Heading>
          <RailTable rails={data.rails} total={data.total} />
        </section>
        <section>
          <Heading>{t('Whose it is')}</Heading>
          <OwnerTable owners={data.owners} total={data.total} />
        </section>
      </div>
    </>
  );
}

function RailTable({ rails, total }: Pick<WhereMoneyIs, 'rails' | 'total'>) {
  return (
    <Table label={t('Money at the rails')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Rail')}</Th>
          <Th className={numeric}>{t('Our books')}</Th>
          <Th className={numeric}>{t('Under way')}</Th>
          <Th className={numeric}>{t('The rail says')}</Th>
          <Th>{t('Difference')}</Th>
        </tr>
      </thead>
      <tbody>
        {rails.map((rail) => (
          <Tr key={rail.provider}>
            <Td className="max-sm:col-span-2">
              <RailName of={rail.provider} className="font-semibold" />
              {!rail.connected && (
                <span className="block text-[13px] text-muted-foreground">{t('Not connected')}</span>
              )}
            </Td>
            <Td label={t('Our books')} className={`${numeric} py-2`}>
              <span className="font-semibold">{money(rail.books.total)}</span>
              <Small>{t('{amount} collected', { amount: money(rail.books.collected) })}</Small>
              <Small>{t('{amount} float', { amount: money(rail.books.float) })}</Small>
              {rail.fees !== '0.00' && (
                <Small>{t('{amount} taken as fees so far', { amount: money(rail.fees) })}</Small>
              )}
            </Td>
            <Td label={t('Under way')} className={`${numeric} py-2`}>
              <UnderWay rail={rail} />
            </Td>
            <Td label={t('The rail says')} className={`${numeric} py-2`}>
              {rail.wallet ? (
                <>
                  {money(rail.wallet.balance)}
                  <Small>
                    <Time at={rail.wallet.read_at} />
                  </Small>
                </>
              ) : (
                <Untold rail={rail} />
              )}
            </Td>
            <Td label={t('Difference')} className="py-2 whitespace-normal">
              <Difference rail={rail} />
            </Td>
          </Tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t font-semibold">
          <Td className="max-sm:col-span-2">{t('Total')}</Td>
          <Td label={t('Our books')} className={numeric}>
            {money(total)}
          </Td>
          <Td colSpan={3} className="max-sm:hidden" />
        </tr>
      </tfoot>
    </Table>
  );
}

/** Nobody can compare what the rail does not tell; then a person looks there. */
function Untold({ rail: { tells, connected } }: { rail: Rail }) {
  if (!connected) return <Unknown reason={t('This rail is not connected')} />;
  return (
    <span className="text-[13px] whitespace-normal text-muted-foreground">
      {tells ? t('Not asked yet') : t('It does not tell: look there yourself')}
    </span>
  );
}

/** What may have left or reached the wallet already, or not yet. */
function UnderWay({ rail: { in_flight: flight } }: { rail: Rail }) {
  if (flight.payouts === '0.00' && flight.collections === '0.00') return t('Nothing');
  return (
    <>
      {flight.payouts !== '0.00' && (
        <span className="block">{t('{amount} to go out', { amount: money(flight.payouts) })}</span>
      )}
      {flight.collections !== '0.00' && (
        <span className="block">{t('{amount} to come in', { amount: money(flight.collections) })}</span>
      )}
    </>
  );
}

function Difference({ rail: { wallet, case_id: caseId } }: { rail: Rail }) {
  const open = caseId && (
    <Link href={`/admin/cases/${caseId}`} className="text-[13px] underline underline-offset-4">
      {t('Case')}
    </Link>
  );
  if (wallet === null) {
    return (
      <>
        <Unknown reason={t('It cannot be known without the wallet')} /> {open}
      </>
    );
  }
  if (wallet.unexplained === '0.00') {
    return (
      <>
        <State tone={wallet.difference === '0.00' ? 'succeeded' : 'ended'}>
          {wallet.difference === '0.00' ? t('None|a difference') : t('May be under way')}
        </State>
        {wallet.difference !== '0.00' && (
          <Small>
            {t('{amount}: payments that are still open explain it. Look again when they have ended', {
              amount: difference(wallet.difference),
            })}
          </Small>
        )}{' '}
        {open}
      </>
    );
  }
  if (!wallet.is_compared) {
    return (
      <>
        <State tone="ended">{t('Not compared yet')}</State>
        <Small>{t('Our books are newer than what the rail says; it is asked again within a minute')}</Small>{' '}
        {open}
      </>
    );
  }
  return (
    <>
      <State tone="failed">{difference(wallet.unexplained)}</State>
      <Small>
        {t('Nothing under way explains it')}
        {wallet.since && rich(', since {time}', { time: <Time at={wallet.since} /> })}
      </Small>{' '}
      {open}
    </>
  );
}

function OwnerTable({ owners, total }: Pick<WhereMoneyIs, 'owners' | 'total'>) {
  return (
    <Table label={t('Whose money it is')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Account')}</Th>
          <Th>{t('What it is')}</Th>
          <Th>{t('Owner')}</Th>
          <Th className={numeric}>{t('Amount')}</Th>
        </tr>
      </thead>
      <tbody>
        {owners.map((each) => (
          <Tr key={each.owner + each.name}>
            <Td className="font-mono text-[13px] max-sm:col-span-2">{each.name}</Td>
            <Td className="whitespace-normal text-muted-foreground max-sm:col-span-2">
              {meaningOf(each.name)}
            </Td>
            <Td label={t('Owner')}>{ownerOf(each)}</Td>
            <Td label={t('Amount')} className={numeric}>
              {each.amount.startsWith('-') ? difference(each.amount) : money(each.amount)}
            </Td>
          </Tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t font-semibold">
          <Td colSpan={3} className="max-sm:col-span-2">
            {t('Total, as at the rails')}
          </Td>
          <Td label={t('Amount')} className={numeric}>
            {money(total)}
          </Td>
        </tr>
      </tfoot>
    </Table>
  );
}

function Small({ children }: { children: React.ReactNode }) {
  return <span className="block text-[13px] leading-4 text-muted-foreground">{children}</span>;
}
