'use client';

import { ChevronsUpDown } from 'lucide-react';
import Link from 'next/link';
import { t } from '#lib/browser/language/words';
import { roleName } from '#lib/browser/role-names';
import { closePopover, enter } from '../ui/native-popover.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { NAVIGATION } from './navigation.ts';

interface UserMenuProps {
  user: { name: string; email: string; role: string };
  settingsHref: string;
  logInHref: string;
}

const MENU = 'user-menu';

// Nothing of it is shown before it can do what it says.
const UserMenuActions = onDemand(async () => (await import('./user-menu-actions.tsx')).default);

const line = 'flex h-11 w-full items-center gap-2 rounded px-2 text-left hover:bg-surface md:h-8';

/** Says who is signed in, and opens what is theirs over itself. */
export function UserMenu({ user, settingsHref, logInHref }: UserMenuProps) {
  const close = () => [MENU, NAVIGATION].forEach(closePopover);
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        className="flex w-full items-center gap-2 rounded-md border px-2.5 py-2 text-left hover:bg-surface"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{user.name}</span>
          <span className="block truncate text-[13px] text-muted-foreground">{roleName(user.role)}</span>
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-4 flex-none text-muted-foreground" />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: no form. */}
      <div
        id={MENU}
        popover="auto"
        role="group"
        aria-label={user.name}
        onToggle={enter}
        className="user-menu rounded-md border bg-background text-foreground"
      >
        <Link href={settingsHref} onClick={close} className={line}>
          {t('Settings')}
        </Link>
        <a href="/docs" className={line}>
          {t('Documentation')}
        </a>
        <UserMenuActions line={line} logInHref={logInHref} onClose={() => closePopover(MENU)} />
      </div>
    </>
  );
}
