import { share, took, whole } from '#lib/browser/format';
import { later, refusal, t } from '#lib/browser/language/words';
import type { RailHealthView } from '#lib/rails/list-health';
import { rich } from '../../language/rich.tsx';
import { cn } from '../../ui/cn.ts';
import { Unknown } from '../../ui/feedback.tsx';
import { State, type Tone } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';

export const healthNames = {
  OPERATIONAL: later('Operational'),
  DELAYED: later('Delayed'),
  CLOSED: later('Closed|of a rail'),
} as const;
const tones: Record<RailHealthView['status'], Tone> = {
  OPERATIONAL: 'succeeded',
  DELAYED: 'pending',
  CLOSED: 'failed',
};

export function HealthState({ status }: Pick<RailHealthView, 'status'>) {
  return <State tone={tones[status]}>{healthNames[status]()}</State>;
}

/** What counts, and whose word it is. */
export function HealthDetail({ health, isOff }: { health: RailHealthView; isOff: boolean }) {
  const { status, found, since, override, probe_why: why } = health;
  return (
    <>
      {isOff ? <State tone="ended">{t('Switched off')}</State> : <HealthState status={status} />}
      <span
        className={cn(
          'block text-[13px] leading-4 text-muted-foreground',
          override && 'whitespace-normal sm:w-44',
        )}
      >
        {override
          ? rich('Overruled by {name} {time}: {reason}. By its figures it is {status}.', {
              name: override.by,
              time: <Time at={override.at} />,
              reason: override.reason,
              status: healthNames[found]().toLowerCase(),
            })
          : since
            ? rich(isOff ? 'the rail is {status} since {time}' : 'since {time}|of a state', {
                status: healthNames[status]().toLowerCase(),
                time: <Time at={since} />,
              })
            : t('not probed yet')}
      </span>
      {why && found !== 'OPERATIONAL' && (
        <span className="block text-[13px] leading-4 break-words whitespace-normal text-failed first-letter:uppercase sm:w-44">
          {refusal(why)}
        </span>
      )}
    </>
  );
}

export function TroubledShare({ health: { calls, troubled } }: { health: RailHealthView }) {
  const part = share(troubled, calls);
  return part === undefined ? (
    <Unknown reason={t('It was not called in the last five minutes')} />
  ) : (
    <span
      title={t('{troubled} of {calls} calls have an unknown end or did not reach the rail', {
        troubled: whole(troubled),
        calls: whole(calls),
      })}
    >
      {t('{share} of {count}', { share: part, count: whole(calls) })}
    </span>
  );
}

export function AnswerTime({ health: { p50_ms: half, p95_ms: most } }: { health: RailHealthView }) {
  if (half === null || most === null)
    return <Unknown reason={t('It gave no answer in the last five minutes')} />;
  return (
    <span title={t('Half of the calls were answered within the first, 95 of 100 within the second')}>
      {took(half)} · {took(most)}
    </span>
  );
}
