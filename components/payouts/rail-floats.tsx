import { money } from '#lib/browser/format';
import type { PresentedDesk } from '#lib/payouts/payout-desk';
import { RailName } from '../rails/rail-name.tsx';
import { cn } from '../ui/cn.ts';
import { Unknown } from '../ui/feedback.tsx';
import { State } from '../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { heldNoun } from './held-noun.ts';
import { RailLeft } from './rail-left.tsx';

export const liveFloat =
  'The operators keep the balances of Live and fund them; a payout that has to wait is shown as held.';

/** What each rail can pay out now, and what waits for it. */
export function RailFloats({ rails }: { rails: PresentedDesk['rails'] }) {
  const isLimited = rails.some(({ limits }) => limits.rail_day || limits.rail_month);
  return (
    <Table label="Providers that pay out" inBlocks>
      <thead>
        <tr>
          <Th>Provider</Th>
          <Th>State</Th>
          <Th className={numeric}>Balance there</Th>
          <Th className={numeric}>Held</Th>
          <Th className={numeric}>Missing there</Th>
          {isLimited && <Th className={numeric}>May still go out</Th>}
        </tr>
      </thead>
      <tbody>
        {rails.map((rail) => (
          <Tr key={rail.provider}>
            <Td>
              <RailName of={rail.provider} />
            </Td>
            <Td className="max-sm:text-right">
              <State tone={rail.open ? 'succeeded' : 'ended'}>{rail.open ? 'Open' : 'Closed'}</State>
            </Td>
            <Td label="Balance there" className={numeric}>
              {rail.float === null ? <Unknown reason={liveFloat} /> : money(rail.float)}
            </Td>
            <Td label="Held" className={numeric}>
              {rail.held_count === 0 ? (
                <span className="text-muted-foreground">None</span>
              ) : (
                <span>
                  {money(rail.held)}{' '}
                  <span className="text-muted-foreground">
                    in {rail.held_count} {heldNoun(rail.held_count, rail.held_refunds)}
                  </span>
                </span>
              )}
            </Td>
            <Td label="Missing there" className={numeric}>
              {rail.missing === null ? (
                <Unknown reason={liveFloat} />
              ) : rail.missing === '0.00' ? (
                <span className="text-muted-foreground">Nothing</span>
              ) : (
                <span className="text-pending">{money(rail.missing)}</span>
              )}
            </Td>
            {isLimited && (
              <Td label="May still go out" className={cn(numeric, 'py-1.5')}>
                <RailLeft day={rail.limits.rail_day} month={rail.limits.rail_month} />
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
