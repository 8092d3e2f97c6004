'use client';

import { BookOpen } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { t } from '#lib/browser/language/words';
import { PageHeader } from '../frame/page-header.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { GUIDE_HREF } from './place.ts';

/** What stands on top of the three pages of this section. */
export function SectionHeader({ home, action }: { home: string; action?: ReactNode }) {
  return (
    <>
      <PageHeader
        title={t('Webhooks')}
        action={
          <>
            <Button asChild>
              <a href={GUIDE_HREF}>
                <BookOpen aria-hidden="true" /> {t('Guide')}
              </a>
            </Button>
            {action}
          </>
        }
      />
      <SectionNav home={home} />
    </>
  );
}

function SectionNav({ home }: { home: string }) {
  const pathname = usePathname();
  const base = `${home}/webhooks`;
  const sections = [
    { href: base, label: t('Endpoints') },
    { href: `${base}/deliveries`, label: t('Deliveries') },
    { href: `${base}/debugger`, label: t('Signature debugger') },
  ];
  return (
    <nav aria-label={t('Webhooks')} className="mb-6 border-b">
      <ul className="-mb-px flex gap-3 overflow-x-auto sm:gap-6">
        {sections.map(({ href, label }) => {
          const here = pathname === href;
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={here ? 'page' : undefined}
                className={cn(
                  'block border-b-2 base:border-transparent py-2 whitespace-nowrap base:text-muted-foreground hover:text-foreground',
                  here && 'border-primary font-semibold text-foreground',
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
