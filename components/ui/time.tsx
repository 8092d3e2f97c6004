'use client';

import { useEffect, useState } from 'react';
import { exactTime, relativeTime } from '#lib/browser/format';

/** How long ago, with the exact time in Banjul on hover. Before the browser has taken over it is the exact time. */
export function Time({ at, className }: { at: string; className?: string }) {
  const [now, setNow] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later time needs a later now, or it would lie ahead.
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [at]);
  return (
    <time dateTime={at} title={exactTime(at)} className={className}>
      {now === undefined ? exactTime(at) : relativeTime(at, now)}
    </time>
  );
}
