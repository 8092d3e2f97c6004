'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '../ui/cn.ts';

/** The three pages of this section. */
export function SectionNav({ home }: { home: string }) {
  const pathname = usePathname();
  const base = `${home}/webhooks`;
  const sections = [
    { href: base, label: 'Endpoints' },
    { href: `${base}/deliveries`, label: 'Deliveries' },
    { href: `${base}/debugger`, label: 'Signature debugger' },
  ];
  return (
    <nav aria-label="Webhooks" className="mb-6 border-b">
      <ul className="-mb-px flex gap-6 overflow-x-auto">
        {sections.map(({ href, label }) => {
          const here = pathname === href;
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={here ? 'page' : undefined}
                className={cn(
                  'block border-b-2 border-transparent py-2 whitespace-nowrap text-muted-foreground hover:text-foreground',
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
