import { difference, money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { ProfitAndLoss } from '#lib/ledger/profit-and-loss';
import { Button } from '../../ui/button.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { monthName } from './month-name.ts';

type Month = ProfitAndLoss['months'][number];

const columns: [line: keyof Month['lines'], name: () => string][] = [
  ['commission_earned', later('Commission earned')],
  ['commission_returned', later('Commission returned')],
  ['rail_fees', later('Rails’ fees')],
  ['adjustments', later('Adjustments borne')],
  ['losses', later('Losses')],
  ['other', later('Other|of profit and loss')],
];

/** Shown when there is some. */
const rare = new Set<string>(['rail_fees', 'other']);

/** What the house earned and bore in each of the last months, the newest first, from the first that has something. */
export function ProfitSection({ profit }: { profit: ProfitAndLoss }) {
  const first = profit.months.findIndex(({ movements }) => movements.length > 0);
  const months = profit.months.slice(first === -1 ? -1 : first).toReversed();
  const hasSome = (line: keyof Month['lines']) => months.some(({ lines }) => lines[line] !== '0.00');
  const shown = columns.filter(([line]) => !rare.has(line) || hasSome(line));
  const range = `from=${profit.months[0]?.month}&to=${profit.months.at(-1)?.month}`;
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="font-semibold">{t('Profit and loss')}</h2>
          <p className="mt-1 max-w-2xl text-[13px] text-muted-foreground">
            {t('By the day on which it was booked. What the house bears is below zero.')}
            {!hasSome('rail_fees') && ' '}
            {!hasSome('rail_fees') &&
              t(
                'No fee of a rail was booked in these months: set under Rails what each takes, unless it says so itself.',
              )}
          </p>
        </div>
        <Button asChild>
          <a
            href={`/api/admin/ledger/profit-and-loss.csv?environment=${profit.environment}&${range}`}
            download
          >
            {t('Download CSV')}
          </a>
        </Button>
      </div>
      <Table label={t('Profit and loss by month')} inBlocks>
        <thead>
          <tr>
            <Th>{t('Month')}</Th>
            {shown.map(([line, name]) => (
              <Th key={line} className={numeric}>
                {name()}
              </Th>
            ))}
            <Th className={numeric}>{t('Net')}</Th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, lines, net }) => (
            <Tr key={month}>
              <Td className="max-sm:col-span-2 max-sm:font-semibold">{monthName(month)}</Td>
              {shown.map(([line, name]) => (
                <Td key={line} label={name()} className={numeric}>
                  {signed(lines[line])}
                </Td>
              ))}
              <Td label={t('Net')} className={`${numeric} font-semibold`}>
                {signed(net)}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function signed(amount: string): string {
  return amount.startsWith('-') ? difference(amount) : money(amount);
}
