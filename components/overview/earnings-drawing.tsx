import { cn } from '../ui/cn.ts';
import {
  AXIS_WIDTH,
  amountLabel,
  amountTicks,
  BAR_SHARE,
  BAR_WIDTH,
  BOTTOM,
  type Day,
  dateLabel,
  dateStep,
  GAP,
  HEIGHT,
  isDateAtEnd,
  RADIUS,
  TickText,
  TOP,
} from './earnings-scale.tsx';

const PLOT = HEIGHT - TOP - BOTTOM;

/**
 * The chart as the server can draw it, of whatever width: it stands there with the page's first paint, needs no script,
 * and is what `EarningsChart` draws again once somebody points at it.
 */
export function EarningsDrawing({ days }: { days: Day[] }) {
  const ticks = amountTicks(days);
  const top = ticks.at(-1) || 1;
  const step = dateStep(days.length);
  return (
    <div className="@container relative h-full">
      <svg aria-hidden="true" className="absolute inset-0 size-full">
        {ticks.map((tick) => {
          const y = TOP + PLOT * (1 - tick / top);
          return (
            <g key={tick}>
              <line x1={AXIS_WIDTH} x2="100%" y1={y} y2={y} stroke="var(--border)" />
              <TickText x={AXIS_WIDTH - GAP} y={y} dy="0.355em" textAnchor="end">
                {amountLabel(tick)}
              </TickText>
            </g>
          );
        })}
      </svg>
      <div className="absolute inset-y-0 right-0" style={{ left: AXIS_WIDTH }}>
        <div className="flex items-end" style={{ height: PLOT, marginTop: TOP }}>
          {days.map((day) => (
            <div
              key={day.date}
              data-day={day.date}
              className="bg-primary"
              style={{
                // The room beside a bar is shared with the next day's.
                flex: `0 0 min(${(100 * BAR_SHARE) / days.length}%, ${BAR_WIDTH}px)`,
                marginInline: 'auto',
                height: `${(100 * day.earnings_bututs) / top}%`,
                borderTopLeftRadius: RADIUS,
                borderTopRightRadius: RADIUS,
              }}
            />
          ))}
        </div>
        <svg aria-hidden="true" className="w-full overflow-visible" height={BOTTOM}>
          {days.map(({ date }, index) => {
            const ago = days.length - 1 - index;
            const atEnd = isDateAtEnd(index, days.length);
            return ago % step === 0 ? (
              <TickText
                key={date}
                x={atEnd ? '100%' : `${(100 * (index + 0.5)) / days.length}%`}
                y={GAP}
                dy="0.71em"
                textAnchor={atEnd ? 'end' : 'middle'}
                className={cn((ago / step) % 2 === 1 && '@max-[480px]:hidden')}
              >
                {dateLabel(date)}
              </TickText>
            ) : null;
          })}
        </svg>
      </div>
    </div>
  );
}
