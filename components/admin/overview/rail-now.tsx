import { took } from '#lib/browser/format';
import type { OperatorOverview } from '#lib/overview/operator-overview';
import { State } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { HealthState } from '../rails/rail-health.tsx';

type Rail = OperatorOverview['rails'][number];
type Direction = Rail['switched_off'][number]['direction'];

const nouns: Record<Direction, string> = { collection: 'collections', payout: 'payouts' };

/** How a rail does now, each direction that does not do like the other by itself. */
export function RailNow({ rail, environment }: { rail: Rail; environment: 'LIVE' | 'SANDBOX' }) {
  const { switched_off: off } = rail;
  const health = tellingHealth(rail);
  const isSame = off.length === 0 && health.every((each) => each.status === health[0]?.status);
  const isSimulated = environment === 'SANDBOX' && off.length < rail.directions.length;
  return (
    <ul className="grid gap-1 max-sm:justify-items-end">
      {off.map((each) => (
        <li key={each.direction} className="whitespace-normal max-sm:text-right sm:w-44">
          <State tone="failed">Switched off</State>{' '}
          <Small>
            {nouns[each.direction]}
            {each.by && `, by ${each.by}`} {each.at && <Time at={each.at} />}
          </Small>
        </li>
      ))}
      {rail.health.length === 0 && off.length === 0 && environment === 'LIVE' && (
        <li>
          <State tone="ended">Not connected</State>
        </li>
      )}
      {isSimulated && (
        <li>
          <State tone="succeeded">Simulated</State>
        </li>
      )}
      {(isSame ? health.slice(0, 1) : health).map((each) => (
        <li key={each.direction} className="flex flex-wrap items-center gap-x-2">
          <HealthState status={each.status} />
          {!isSame && <Small>{nouns[each.direction]}</Small>}
        </li>
      ))}
      {health.map(
        // What a closed rail answered quickly was a refusal.
        ({ direction, status, p95_ms: most }) =>
          most !== null &&
          status !== 'CLOSED' && (
            <li key={`${direction} time`}>
              <Small>
                {nouns[direction]} within {took(most)}
              </Small>
            </li>
          ),
      )}
    </ul>
  );
}

/** Of what is switched off, it does not matter how the rail does. */
export function tellingHealth({ health, switched_off: off }: Rail): Rail['health'] {
  return health.filter(({ direction }) => off.every((each) => each.direction !== direction));
}

function Small({ children }: { children: React.ReactNode }) {
  return <span className="text-[13px] leading-4 text-muted-foreground">{children}</span>;
}
