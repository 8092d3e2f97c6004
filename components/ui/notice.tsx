import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

const kinds = {
  info: { icon: Info, look: '', sign: 'text-muted-foreground' },
  warning: { icon: TriangleAlert, look: 'border-pending/50', sign: 'text-pending' },
  error: { icon: CircleAlert, look: 'border-failed/50', sign: 'text-failed' },
} as const;

/** One thing that a reader must not miss, with a sign beside the colour. */
export function Notice({
  kind = 'info',
  children,
  className,
}: {
  kind?: keyof typeof kinds;
  children: ReactNode;
  className?: string;
}) {
  const { icon: Icon, look, sign } = kinds[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      className={cn('flex gap-2.5 rounded-lg border px-3.5 py-2.5', look, className)}
    >
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4 flex-none', sign)} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
