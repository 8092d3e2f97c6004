'use client';

import { BookOpen, ChevronsUpDown, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import Link from 'next/link';
import { useTheme } from 'next-themes';
import { useEffect, useState } from 'react';
import { callApi } from '#lib/browser/api';
import { later, t } from '#lib/browser/language/words';
import { roleName } from '#lib/browser/role-names';
import { cn } from '../ui/cn.ts';
import { closePopover, enter, openOtherwise, stepByKeys, untilOpen } from '../ui/native-popover.ts';
import { NAVIGATION } from './navigation.ts';

interface UserMenuProps {
  user: { name: string; email: string; role: string };
  settingsHref: string;
  logInHref: string;
}

const MENU = 'user-menu';

const themes = [
  { name: 'light', label: later('Light'), icon: Sun },
  { name: 'dark', label: later('Dark'), icon: Moon },
  { name: 'system', label: later('As the system'), icon: Monitor },
] as const;

const line =
  'flex h-11 w-full items-center gap-2 rounded px-2 text-left hover:bg-surface disabled:opacity-50 md:h-8 [&_svg]:size-4';

/** Says who is signed in, and opens what is theirs over itself. */
export function UserMenu({ user, settingsHref, logInHref }: UserMenuProps) {
  const { theme, setTheme } = useTheme();
  // What wants the script looks dead until it has come.
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const logOut = async () => {
    await callApi('/auth/logout', { method: 'POST' });
    // A whole new page: nothing of the session stays in memory.
    window.location.assign(logInHref);
  };
  const close = () => [MENU, NAVIGATION].forEach(closePopover);
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        onClick={openOtherwise}
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
        onKeyDown={stepByKeys}
        className={cn(
          untilOpen,
          'fixed inset-auto bottom-20 left-4 z-50 m-0 w-52 rounded-md border bg-background p-1 text-foreground',
        )}
      >
        <Link href={settingsHref} onClick={close} className={line}>
          <Settings aria-hidden="true" /> {t('Settings')}
        </Link>
        <a href="/docs" className={line}>
          <BookOpen aria-hidden="true" /> {t('Documentation')}
        </a>
        <hr className="my-1" />
        {themes.map(({ name, label, icon: Icon }) => (
          <button
            key={name}
            type="button"
            disabled={!isLive}
            aria-pressed={isLive && theme === name}
            onClick={() => {
              setTheme(name);
              closePopover(MENU);
            }}
            className={line}
          >
            <Icon aria-hidden="true" /> {label()}
            {isLive && theme === name && <span className="ml-auto text-primary">●</span>}
          </button>
        ))}
        <hr className="my-1" />
        <button type="button" disabled={!isLive} onClick={logOut} className={line}>
          <LogOut aria-hidden="true" /> {t('Sign out')}
        </button>
      </div>
    </>
  );
}
