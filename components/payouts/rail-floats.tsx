import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { PresentedDesk } from '#lib/payouts/payout-desk';
import { RailName } from '../rails/rail-name.tsx';
import { cn } from '../ui/cn.ts';
import { Unknown } from '../ui/feedback.tsx';
import { State } from '../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { heldIn } from './held-noun.ts';
import { RailLeft } from './rail-left.tsx';

export const liveFloat = later(
  'The operators keep the balances of Live and fund them; a payout that has to wait is shown as held.',
);

/** What each rail can pay out now, and what waits for it. */
export function RailFloats({ rails }: { rails: PresentedDesk['rails'] }) {
  const isLimited = rails.some(({ limits }) => limits.rail_day || limits.rail_month);
  return (
    <Table label={t('Providers that pay out')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Provider')}</Th>
          <Th>{t('State')}</Th>
          <Th className={numeric}>{t('Balance there')}</Th>
          <Th className={numeric}>{t('Held')}</Th>
          <Th className={numeric}>{t('Missing there')}</Th>
          {isLimited && <Th className={numeric}>{t('May still go out')}</Th>}
        </tr>
      </thead>
      <tbody>
        {rails.map((rail) => (
          <Tr key={rail.provider}>
            <Td>
              <RailName of={rail.provider} />
            </Td>
            <Td className="max-sm:text-right">
              <State tone={rail.open ? 'succeeded' : 'ended'}>{rail.open ? t('Open') : t('Closed')}</State>
            </Td>
            <Td label={t('Balance there')} className={numeric}>
              {rail.float === null ? <Unknown reason={liveFloat()} /> : money(rail.float)}
            </Td>
            <Td label={t('Held')} className={numeric}>
              {rail.held_count === 0 ? (
                <span className="text-muted-foreground">{t('None')}</span>
              ) : (
                <span>
                  {money(rail.held)}{' '}
                  <span className="text-muted-foreground">{heldIn(rail.held_count, rail.held_refunds)}</span>
                </span>
              )}
            </Td>
            <Td label={t('Missing there')} className={numeric}>
              {rail.missing === null ? (
                <Unknown reason={liveFloat()} />
              ) : rail.missing === '0.00' ? (
                <span className="text-muted-foreground">{t('Nothing')}</span>
              ) : (
                <span className="text-pending">{money(rail.missing)}</span>
              )}
            </Td>
            {isLimited && (
              <Td label={t('May still go out')} className={cn(numeric, 'py-1.5')}>
                <RailLeft day={rail.limits.rail_day} month={rail.limits.rail_month} />
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
