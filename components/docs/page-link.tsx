'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '../ui/cn.ts';
import type { Place } from './docs-frame.tsx';

/** One line of the navigation; says which page this is. */
export function PageLink({ title, href }: Place) {
  const isHere = usePathname() === href;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? 'page' : undefined}
      className={cn(
        '-ml-px block border-l base:border-transparent py-1 pl-3.5 base:text-muted-foreground hover:text-foreground',
        isHere && 'border-primary font-semibold text-foreground',
      )}
    >
      {title}
    </Link>
  );
}
