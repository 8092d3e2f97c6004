import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { presentFunds } from '#lib/payout-batches/get-funds';
import { liveFloat } from '../payouts/rail-floats.tsx';
import { RailLeft } from '../payouts/rail-left.tsx';
import { RailName } from '../rails/rail-name.tsx';
import { cn } from '../ui/cn.ts';
import { Unknown } from '../ui/feedback.tsx';
import { Notice } from '../ui/notice.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';

/** The total of a file against the balance and the float of each rail, and what that means. */
export function FundsTable({ funds }: { funds: ReturnType<typeof presentFunds> }) {
  const used = funds.rails.filter((rail) => rail.rows !== null);
  const isLimited = funds.rails.some(({ limits }) => limits.length > 0);
  const short = used.filter((rail) => rail.float_lacks !== null);
  const better =
    used.length === 1 &&
    funds.rails.find((rail) => rail.open && rail.float !== null && rail.float_lacks === null);
  return (
    <div className="grid grid-cols-1 gap-4">
      {funds.balance_lacks && (
        <Notice kind="error">
          {t(
            'Your balance lacks {balanceLacks}. The file can be confirmed when the balance covers the whole of it.',
            { balanceLacks: money(funds.balance_lacks) },
          )}
        </Notice>
      )}
      {funds.limits.map(
        ({ name, lacks }) =>
          lacks && (
            <Notice key={name} kind="error">
              {t(
                name === 'day'
                  ? 'The file is {amount} more than what is left for today. Take rows out, or confirm it when more is left.'
                  : 'The file is {amount} more than what is left for this month. Take rows out, or confirm it when more is left.',
                { amount: money(lacks) },
              )}
            </Notice>
          ),
      )}
      {used.flatMap((rail) =>
        rail.limits.map(
          ({ name, lacks }) =>
            lacks && (
              <Notice key={rail.provider + name} kind="error">
                {t(
                  name === 'rail_day'
                    ? 'The rows on {provider} are {amount} more than what may still go out over it today. Take rows out, write another provider at them, or confirm the file when more is left.'
                    : 'The rows on {provider} are {amount} more than what may still go out over it this month. Take rows out, write another provider at them, or confirm the file when more is left.',
                  { provider: railName(rail.provider), amount: money(lacks) },
                )}
              </Notice>
            ),
        ),
      )}
      {!funds.balance_lacks && short.length > 0 && (
        <Notice kind="warning">
          {short.map((rail) => (
            <span key={rail.provider}>
              {t('The balance at {provider} lacks {amount}.', {
                provider: railName(rail.provider),
                amount: money(rail.float_lacks ?? '0.00'),
              })}{' '}
            </span>
          ))}
          {t(
            'Rows that it cannot cover are held: they leave your balance and are sent, in order, when it is funded.',
          )}
          {better &&
            t(' {provider} could pay all of it now: upload the file again for that provider.', {
              provider: railName(better.provider),
            })}
        </Notice>
      )}
      <Table label={t('Balances for this file')} inBlocks>
        <thead>
          <tr>
            <Th>{t('Provider')}</Th>
            <Th className={numeric}>{t('Rows on it')}</Th>
            <Th className={numeric}>{t('Balance there')}</Th>
            <Th className={numeric}>{t('Missing there')}</Th>
            {isLimited && <Th className={numeric}>{t('May still go out')}</Th>}
          </tr>
        </thead>
        <tbody>
          {funds.rails.map((rail) => (
            <Tr key={rail.provider}>
              <Td className={rail.rows === null ? 'text-muted-foreground' : 'font-semibold'}>
                <RailName of={rail.provider} />
              </Td>
              <Td label={t('Rows on it')} className={numeric}>
                {rail.rows === null ? (
                  <span className="text-muted-foreground">{t('None')}</span>
                ) : (
                  money(rail.rows)
                )}
              </Td>
              <Td label={t('Balance there')} className={numeric}>
                {rail.float === null ? <Unknown reason={liveFloat()} /> : money(rail.float)}
              </Td>
              <Td label={t('Missing there')} className={numeric}>
                {rail.float === null ? (
                  <Unknown reason={liveFloat()} />
                ) : rail.float_lacks === null ? (
                  <span className="text-muted-foreground">{t('Nothing')}</span>
                ) : (
                  <span className="text-pending">{money(rail.float_lacks)}</span>
                )}
              </Td>
              {isLimited && (
                <Td label={t('May still go out')} className={cn(numeric, 'py-1.5')}>
                  <RailLeft day={limitOf(rail, 'rail_day')} month={limitOf(rail, 'rail_month')} />
                </Td>
              )}
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

type Rail = ReturnType<typeof presentFunds>['rails'][number];

function limitOf({ limits }: Rail, name: 'rail_day' | 'rail_month') {
  return limits.find((limit) => limit.name === name) ?? null;
}
