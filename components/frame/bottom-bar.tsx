'use client';

import { Menu } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { t } from '#lib/browser/language/words';
import { cn } from '../ui/cn.ts';
import { NAVIGATION } from './navigation.ts';

export interface BarItem {
  href: string;
  label: string;
  icon: ReactNode;
}

const item =
  'flex h-14 min-w-11 flex-col items-center justify-center gap-0.5 text-[11px] base:text-muted-foreground [&_svg]:size-5';

/** What is done most, under the thumb of whoever holds a phone; the rest is in the menu behind its last button. */
export function BottomBar({ items }: { items: BarItem[] }) {
  const pathname = usePathname();
  return (
    <nav
      aria-label={t('Most used')}
      className="fixed inset-x-0 bottom-0 z-30 border-t bg-background pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {items.map(({ href, label, icon }, index) => {
          const here = index === 0 ? pathname === href : pathname.startsWith(href);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={here ? 'page' : undefined}
                className={cn(item, here && 'font-semibold text-primary')}
              >
                {icon}
                {label}
              </Link>
            </li>
          );
        })}
        <li>
          <button type="button" popoverTarget={NAVIGATION} className={cn(item, 'w-full')}>
            <Menu aria-hidden="true" />
            {t('More')}
          </button>
        </li>
      </ul>
    </nav>
  );
}
