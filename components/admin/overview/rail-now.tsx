import { took } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { OperatorOverview } from '#lib/overview/operator-overview';
import { Time } from '../../ui/time.tsx';
import { RailLine } from '../rails/rail-line.tsx';

type Rail = OperatorOverview['rails'][number];
type Direction = Rail['switched_off'][number]['direction'];

/** How a rail does now, who switched it off, and how soon it answers. */
export function RailNow({ rail }: { rail: Rail }) {
  return (
    <div className="grid gap-1 whitespace-normal max-sm:justify-items-end max-sm:text-right sm:w-48">
      <RailLine now={rail.now} />
      {rail.switched_off.map(
        ({ direction, by, at }) =>
          (by || at) && (
            <Small key={direction}>
              {offOf(direction, by)} {at && <Time at={at} />}
            </Small>
          ),
      )}
      {tellingHealth(rail).map(
        // What a closed rail answered quickly was a refusal.
        ({ direction, status, p95_ms: most }) =>
          most !== null &&
          status !== 'CLOSED' && (
            <Small key={`${direction} time`}>
              {t(direction === 'collection' ? 'collections within {time}' : 'payouts within {time}', {
                time: took(most),
              })}
            </Small>
          ),
      )}
    </div>
  );
}

function offOf(direction: Direction, by: string | null): string {
  if (by === null) {
    return t(direction === 'collection' ? 'collections switched off' : 'payouts switched off');
  }
  return t(
    direction === 'collection' ? 'collections switched off by {name}' : 'payouts switched off by {name}',
    { name: by },
  );
}

/** Of what is switched off, it does not matter how the rail does. */
export function tellingHealth({ health, switched_off: off }: Rail): Rail['health'] {
  return health.filter(({ direction }) => off.every((each) => each.direction !== direction));
}

function Small({ children }: { children: React.ReactNode }) {
  return <span className="text-[13px] leading-4 text-muted-foreground">{children}</span>;
}
