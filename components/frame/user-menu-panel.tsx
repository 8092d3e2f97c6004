'use client';

import { BookOpen, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import Link from 'next/link';
import { useTheme } from 'next-themes';
import { callApi } from '#lib/browser/api';
import { later, t } from '#lib/browser/language/words';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { UserButton, type UserMenuProps } from './user-button.tsx';

const themes = [
  { name: 'light', label: later('Light'), icon: Sun },
  { name: 'dark', label: later('Dark'), icon: Moon },
  { name: 'system', label: later('As the system'), icon: Monitor },
] as const;

/** The menu itself, open from its beginning: `user-menu.tsx` loads it when it is first wanted. */
export default function UserMenuPanel({ user, settingsHref, logInHref }: UserMenuProps) {
  const { theme, setTheme } = useTheme();
  const logOut = async () => {
    await callApi('/auth/logout', { method: 'POST' });
    // A whole new page: nothing of the session stays in memory.
    window.location.assign(logInHref);
  };
  return (
    <Menu defaultOpen trigger={<UserButton user={user} />}>
      <MenuItem asChild>
        <Link href={settingsHref}>
          <Settings /> {t('Settings')}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <a href="/docs">
          <BookOpen /> {t('Documentation')}
        </a>
      </MenuItem>
      <MenuSeparator />
      {themes.map(({ name, label, icon: Icon }) => (
        <MenuItem key={name} onSelect={() => setTheme(name)} aria-current={theme === name || undefined}>
          <Icon /> {label()}
          {theme === name && <span className="ml-auto text-primary">●</span>}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={logOut}>
        <LogOut /> {t('Sign out')}
      </MenuItem>
    </Menu>
  );
}
