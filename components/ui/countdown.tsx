'use client';

import { useEffect, useState } from 'react';
import { exactTime } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';

/** What is left until then, second by second; before the browser has taken over it is the time itself. */
export function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = now === undefined ? undefined : Math.ceil((Date.parse(until) - now) / 1000);
  return (
    <time dateTime={until} title={exactTime(until)} className="tabular-nums">
      {left === undefined
        ? exactTime(until)
        : left <= 0
          ? t('over|of a time')
          : t('{time} left', { time: spell(left) })}
    </time>
  );
}

function spell(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, '0'));
  return `${hours} h ${minutes} min ${rest} s`;
}
