import Link from 'next/link';
import { t } from '#lib/browser/language/words';
import { cn } from '../../ui/cn.ts';

interface StateTabsProps<State extends string> {
  tabs: readonly (readonly [value: State, name: string, href: string])[];
  current: State;
}

/** What is still to be done, and what was; which of both is shown stands in the address. */
export function StateTabs<State extends string>({ tabs, current }: StateTabsProps<State>) {
  return (
    <nav aria-label={t('State')} className="mb-4 flex gap-5 border-b">
      {tabs.map(([value, name, href]) => (
        <Link
          key={value}
          href={href}
          aria-current={value === current ? 'page' : undefined}
          className={cn(
            '-mb-px border-b-2 base:border-transparent pb-2 base:text-muted-foreground hover:text-foreground',
            value === current && 'border-primary font-semibold text-foreground',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
