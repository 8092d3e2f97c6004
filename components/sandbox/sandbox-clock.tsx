'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { later, plural, t } from '#lib/browser/language/words';
import type { Advanced } from '#lib/sandbox/advance-clock';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';

const spans = [
  { seconds: 60, label: later('A minute'), passed: later('A minute has passed.') },
  { seconds: 30 * 60, label: later('Half an hour'), passed: later('Half an hour has passed.') },
  { seconds: 3_600, label: later('An hour'), passed: later('An hour has passed.') },
  { seconds: 86_400, label: later('A day'), passed: later('A day has passed.') },
  { seconds: 4 * 86_400, label: later('Four days'), passed: later('Four days have passed.') },
];
/** An endpoint that does not answer is waited for. */
const PATIENCE_MS = 90_000;

/** Lets time pass: what is due by then happens before the answer comes. */
export function SandboxClock({ place, mayMove }: { place: Place; mayMove: boolean }) {
  const client = useQueryClient();
  const advance = useMutation({
    mutationFn: (seconds: number) =>
      call<Advanced>('/api/dashboard/sandbox/advance', {
        method: 'POST',
        body: { seconds },
        query: { environment: place.environment },
        patienceMs: PATIENCE_MS,
      }),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {spans.map(({ seconds, label }) => (
          <Button
            key={seconds}
            disabled={!mayMove || advance.isPending}
            busy={advance.isPending && advance.variables === seconds}
            onClick={() => advance.mutate(seconds)}
          >
            {label()}
          </Button>
        ))}
      </div>
      <p aria-live="polite" className="mt-2 min-h-5 text-[13px] text-muted-foreground">
        {advance.isPending && t('Time passes…')}
        {advance.isError && <span className="text-failed">{advance.error.message}</span>}
        {advance.isSuccess && sentenceOf(advance.data, advance.variables)}
      </p>
    </>
  );
}

function sentenceOf({ advanced_seconds: passed, done }: Advanced, asked: number): string {
  const what =
    done === 0
      ? t('Nothing was due.')
      : plural(done, { one: 'One thing happened.', other: '{count} things happened.' });
  if (passed < asked) return `${what} ${t('There is more to do than one press does: press again to go on.')}`;
  return `${spans.find(({ seconds }) => seconds === asked)?.passed() ?? ''} ${what}`;
}
