import type { RailNow } from '#lib/rails/rail-now';
import { railNowWords } from './rail-now-words.ts';

const dots: Record<RailNow['tone'], string> = {
  succeeded: 'bg-succeeded',
  pending: 'bg-pending',
  failed: 'bg-failed',
  ended: 'bg-ended',
};

/** Whether a rail is connected, on and healthy, in the words that every page has for it. */
export function RailLine({ now }: { now: RailNow }) {
  return (
    <span className="inline-flex items-baseline gap-1.5 whitespace-normal">
      <span aria-hidden="true" className={`size-2 flex-none rounded-full ${dots[now.tone]}`} />
      {railNowWords(now)}
    </span>
  );
}
