'use client';

import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { t } from '#lib/browser/language/words';
import type { RailFace } from '#lib/rails/rail-faces';
import { cn } from '../ui/cn.ts';
import { useRailFace } from './rail-faces.tsx';

/** A rail as people know it: its logo or its colour, and its name. */
export function RailName({ of, className }: { of: string; className?: string }) {
  const face = useRailFace(of);
  return (
    <span className={cn('inline-flex max-w-full items-center gap-1.5 align-bottom', className)}>
      {face && <RailMark face={face} />}
      <span className="truncate">{face?.name ?? (of === CUSTOMER_CHOICE ? t('Not chosen') : of)}</span>
    </span>
  );
}

/** Says nothing that the name beside it does not. */
export function RailMark({ face }: { face: Pick<RailFace, 'colour' | 'logo'> }) {
  return face.logo === null ? (
    <span
      aria-hidden="true"
      className="size-2.5 flex-none rounded-[3px]"
      style={{ backgroundColor: face.colour }}
    />
  ) : (
    // biome-ignore lint/performance/noImgElement: a drawing of a few hundred bytes, and there is no optimiser.
    <img src={face.logo} alt="" width={16} height={16} className="size-4 flex-none object-contain" />
  );
}
