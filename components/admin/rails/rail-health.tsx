import { share, took, whole } from '#lib/browser/format';
import type { RailHealthView } from '#lib/rails/list-health';
import { cn } from '../../ui/cn.ts';
import { Unknown } from '../../ui/feedback.tsx';
import { State, type Tone } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';

export const healthNames = { OPERATIONAL: 'Operational', DELAYED: 'Delayed', CLOSED: 'Closed' } as const;
const tones: Record<RailHealthView['status'], Tone> = {
  OPERATIONAL: 'succeeded',
  DELAYED: 'pending',
  CLOSED: 'failed',
};

export function HealthState({ status }: Pick<RailHealthView, 'status'>) {
  return <State tone={tones[status]}>{healthNames[status]}</State>;
}

/** What counts, and whose word it is. */
export function HealthDetail({ health, isOff }: { health: RailHealthView; isOff: boolean }) {
  const { status, found, since, override, probe_why: why } = health;
  return (
    <>
      {isOff ? <State tone="ended">Switched off</State> : <HealthState status={status} />}
      <span
        className={cn(
          'block text-[13px] leading-4 text-muted-foreground',
          override && 'whitespace-normal sm:w-44',
        )}
      >
        {override ? (
          <>
            Overruled by {override.by} <Time at={override.at} />: {override.reason}. By its figures it is{' '}
            {healthNames[found].toLowerCase()}.
          </>
        ) : since ? (
          <>
            {isOff && `the rail is ${healthNames[status].toLowerCase()} `}since <Time at={since} />
          </>
        ) : (
          'not probed yet'
        )}
      </span>
      {why && found !== 'OPERATIONAL' && (
        <span className="block text-[13px] leading-4 break-words whitespace-normal text-failed first-letter:uppercase sm:w-44">
          {why}
        </span>
      )}
    </>
  );
}

export function TroubledShare({ health: { calls, troubled } }: { health: RailHealthView }) {
  const part = share(troubled, calls);
  return part === undefined ? (
    <Unknown reason="It was not called in the last five minutes" />
  ) : (
    <span title={`${whole(troubled)} of ${whole(calls)} calls have an unknown end or did not reach the rail`}>
      {part} of {whole(calls)}
    </span>
  );
}

export function AnswerTime({ health: { p50_ms: half, p95_ms: most } }: { health: RailHealthView }) {
  if (half === null || most === null) return <Unknown reason="It gave no answer in the last five minutes" />;
  return (
    <span title="Half of the calls were answered within the first, 95 of 100 within the second">
      {took(half)} · {took(most)}
    </span>
  );
}
