import { cn } from './cn.ts';

export type Tone = 'succeeded' | 'failed' | 'pending' | 'ended' | 'reversed';

const dots: Record<Tone, string> = {
  succeeded: 'bg-succeeded',
  failed: 'bg-failed',
  pending: 'bg-pending',
  ended: 'bg-ended',
  reversed: 'bg-reversed',
};

/** A state: a dot and a word, never colour alone. */
export function State({ tone, children, className }: { tone: Tone; children: string; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <span aria-hidden="true" className={cn('size-2 flex-none rounded-full', dots[tone])} />
      {children}
    </span>
  );
}
