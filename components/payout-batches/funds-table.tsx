import { money } from '#lib/browser/format';
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
          Your balance lacks {money(funds.balance_lacks)}. The file can be confirmed when the balance covers
          the whole of it.
        </Notice>
      )}
      {funds.limits.map(
        ({ name, lacks }) =>
          lacks && (
            <Notice key={name} kind="error">
              The file is {money(lacks)} more than what is left for {name === 'day' ? 'today' : 'this month'}.
              Take rows out, or confirm it when more is left.
            </Notice>
          ),
      )}
      {used.flatMap((rail) =>
        rail.limits.map(
          ({ name, lacks }) =>
            lacks && (
              <Notice key={rail.provider + name} kind="error">
                The rows on {railName(rail.provider)} are {money(lacks)} more than what may still go out over
                it {name === 'rail_day' ? 'today' : 'this month'}. Take rows out, write another provider at
                them, or confirm the file when more is left.
              </Notice>
            ),
        ),
      )}
      {!funds.balance_lacks && short.length > 0 && (
        <Notice kind="warning">
          {short.map((rail) => (
            <span key={rail.provider}>
              The balance at {railName(rail.provider)} lacks {money(rail.float_lacks ?? '0.00')}.{' '}
            </span>
          ))}
          Rows that it cannot cover are held: they leave your balance and are sent, in order, when it is
          funded.
          {better &&
            ` ${railName(better.provider)} could pay all of it now: upload the file again for that provider.`}
        </Notice>
      )}
      <Table label="Balances for this file" inBlocks>
        <thead>
          <tr>
            <Th>Provider</Th>
            <Th className={numeric}>Rows on it</Th>
            <Th className={numeric}>Balance there</Th>
            <Th className={numeric}>Missing there</Th>
            {isLimited && <Th className={numeric}>May still go out</Th>}
          </tr>
        </thead>
        <tbody>
          {funds.rails.map((rail) => (
            <Tr key={rail.provider}>
              <Td className={rail.rows === null ? 'text-muted-foreground' : 'font-semibold'}>
                <RailName of={rail.provider} />
              </Td>
              <Td label="Rows on it" className={numeric}>
                {rail.rows === null ? <span className="text-muted-foreground">None</span> : money(rail.rows)}
              </Td>
              <Td label="Balance there" className={numeric}>
                {rail.float === null ? <Unknown reason={liveFloat} /> : money(rail.float)}
              </Td>
              <Td label="Missing there" className={numeric}>
                {rail.float === null ? (
                  <Unknown reason={liveFloat} />
                ) : rail.float_lacks === null ? (
                  <span className="text-muted-foreground">Nothing</span>
                ) : (
                  <span className="text-pending">{money(rail.float_lacks)}</span>
                )}
              </Td>
              {isLimited && (
                <Td label="May still go out" className={cn(numeric, 'py-1.5')}>
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
