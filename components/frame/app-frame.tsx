'use client';

import { Menu as MenuIcon } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { closePopover, enter } from '../ui/native-popover.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { type BarItem, BottomBar } from './bottom-bar.tsx';
import { Logo } from './logo.tsx';
import { NAVIGATION } from './navigation.ts';
import { OfflineStrip } from './offline-strip.tsx';
import { PageSkeleton, useNextPage } from './page-skeleton.tsx';
import { SearchField } from './search-field.tsx';
import { StepUp } from './step-up.tsx';
import { UserMenu } from './user-menu.tsx';

export interface NavItem {
  href: string;
  label: string;
  /** Stands behind the label. */
  badge?: ReactNode;
  /** Stands over the first of those that belong together. */
  group?: string | undefined;
}

interface AppFrameProps {
  /** In the order of a working day. */
  items: NavItem[];
  /** Those that a phone has at its lower edge; without them it has a button for the whole menu only. */
  bar?: BarItem[];
  /** Whose dashboard it is, where it is a business's. */
  business?: string | undefined;
  user: { name: string; email: string; role: string };
  twoFactor: boolean;
  settingsHref: string;
  logInHref: string;
  /** Where a search leads: `?q=` is put behind it. Without it there is none. */
  searchHref?: string | undefined;
  searchLabel: string;
  /** What it finds, in the field itself; left out: its label. */
  searchHint?: string;
  /** Whose transactions the search offers while somebody types. */
  suggests?: { environment: 'LIVE' | 'SANDBOX'; home: string } | undefined;
  /** Stands above the navigation: the client dashboard's environment switch. */
  top?: ReactNode;
  /** Stands over the content: the sandbox's strip. */
  strip?: ReactNode;
  children: ReactNode;
}

const KeysDialog = onDemand(async () => (await import('./keys-dialog.tsx')).default);

/** The frame of both dashboards: side bar, top bar with search, content. On a phone the side bar is opened. */
export function AppFrame(props: AppFrameProps) {
  const {
    items,
    bar,
    business,
    user,
    twoFactor,
    settingsHref,
    logInHref,
    searchHref,
    searchLabel,
    searchHint,
    suggests,
  } = props;
  const { top, strip, children } = props;
  const [keys, setKeys] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const pathname = usePathname();
  const next = useNextPage();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement;
      const types = at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName);
      if (types || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '/') {
        event.preventDefault();
        search.current?.focus();
      }
      if (event.key === '?') setKeys(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const side = (
    <div className="flex h-full flex-col gap-4 p-4">
      <Link href={items[0]?.href ?? '/'} className="flex items-center gap-2.5 text-base font-semibold">
        <Logo />
        <span className="min-w-0 truncate">{business ?? 'Kaira'}</span>
      </Link>
      {top}
      <nav aria-label={t('Main|navigation')} className="-mx-1 flex-1 overflow-y-auto px-1">
        <ul className="grid gap-0.5">
          {items.map((item, index) => {
            const here = index === 0 ? pathname === item.href : pathname.startsWith(item.href);
            return (
              <li key={item.href}>
                {item.group && (
                  <p className="mt-3 mb-1 px-2.5 text-[13px] text-muted-foreground">{item.group}</p>
                )}
                <Link
                  href={item.href}
                  onClick={() => closePopover(NAVIGATION)}
                  aria-current={here ? 'page' : undefined}
                  className={cn(
                    'flex h-11 items-center rounded-md md:h-8 px-2.5 base:text-muted-foreground hover:bg-surface hover:text-foreground',
                    here && 'bg-surface font-semibold text-foreground',
                  )}
                >
                  {item.label}
                  {item.badge}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <UserMenu user={user} settingsHref={settingsHref} logInHref={logInHref} />
    </div>
  );

  return (
    <div className="flex min-h-dvh">
      {/* Painted as a whole: of a table that comes row by row the columns would move with each. */}
      <link rel="expect" href="#frame-end" blocking="render" />
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:border focus:bg-background focus:px-3 focus:py-2"
      >
        {t('Skip to the content')}
      </a>
      <aside
        id={NAVIGATION}
        popover="auto"
        aria-label={t('Navigation')}
        onToggle={enter}
        onBlur={closeBehind}
        className="navigation bg-background text-foreground md:sticky md:z-auto md:block md:w-60"
      >
        {side}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        {strip}
        <div className="sticky top-0 z-30">
          <OfflineStrip />
          <header className="flex h-14 items-center gap-2 border-b bg-background px-4 md:px-8">
            <Button
              variant="ghost"
              size="icon"
              className={cn('-ml-2 md:hidden', bar && 'hidden')}
              aria-label={t('Open the navigation')}
              popoverTarget={NAVIGATION}
            >
              <MenuIcon />
            </Button>
            <search className="w-full max-w-md" hidden={searchHref === undefined}>
              {searchHref !== undefined && (
                <SearchField
                  input={search}
                  href={searchHref}
                  label={searchLabel}
                  hint={searchHint ?? searchLabel}
                  suggests={suggests}
                />
              )}
            </search>
          </header>
        </div>
        <main
          id="content"
          tabIndex={-1}
          className={cn(
            'mx-auto w-full max-w-[1200px] flex-1 px-4 py-6 outline-none md:px-8',
            // What stands last is not under the bar.
            bar && 'pb-24 md:pb-6',
          )}
        >
          {next !== undefined && (
            // Of no height, and what it covers keeps its own: Next finds the new page's top, and browsers the place to come
            // back to.
            <div className="sticky top-26 h-0">
              <PageSkeleton pathname={next} />
            </div>
          )}
          <div className={next && 'invisible'}>{children}</div>
        </main>
      </div>
      {bar && <BottomBar items={bar} />}
      {keys && <KeysDialog canSearch={searchHref !== undefined} onClose={() => setKeys(false)} />}
      <StepUp email={user.email} twoFactor={twoFactor} />
      <span id="frame-end" hidden />
    </div>
  );
}

/** Whoever goes on by the keys is not led behind what covers the page. */
function closeBehind({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) closePopover(NAVIGATION);
}
