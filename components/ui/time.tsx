'use client';

import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { exactTime, relativeTime } from '#lib/browser/format';

const ServedAt = createContext(0);
/** Of the browser: on the server it stays false. */
let hasTakenOver = false;

/** The time by which the server wrote the page: the browser begins with the same words, so that nothing moves. */
export function TimeOfPage({ servedAt, children }: { servedAt: number; children: ReactNode }) {
  useEffect(() => {
    hasTakenOver = true;
  }, []);
  return <ServedAt value={servedAt}>{children}</ServedAt>;
}

/** How long ago, with the exact time in Banjul on hover. */
export function Time({ at, className }: { at: string; className?: string }) {
  const servedAt = use(ServedAt);
  const [now, setNow] = useState(() => (hasTakenOver ? Date.now() : servedAt));
  useEffect(() => {
    // A later time needs a later now, or it would lie ahead.
    setNow((seen) => (seen < Date.parse(at) ? Date.now() : seen));
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [at]);
  return (
    <time dateTime={at} title={exactTime(at)} className={className}>
      {relativeTime(at, now)}
    </time>
  );
}
