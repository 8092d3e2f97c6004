'use client';

import { ChevronsUpDown, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import Link from 'next/link';
import { useTheme } from 'next-themes';
import { callApi } from '#lib/browser/api';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';

const themes = [
  { name: 'light', label: 'Light', icon: Sun },
  { name: 'dark', label: 'Dark', icon: Moon },
  { name: 'system', label: 'As the system', icon: Monitor },
] as const;

interface UserMenuProps {
  user: { name: string; email: string; role: string };
  settingsHref?: string;
  logInHref: string;
}

export function UserMenu({ user, settingsHref, logInHref }: UserMenuProps) {
  const { theme, setTheme } = useTheme();
  const logOut = async () => {
    await callApi('/auth/logout', { method: 'POST' });
    // A whole new page: nothing of the session stays in memory.
    window.location.assign(logInHref);
  };
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2 rounded-md border px-2.5 py-2 text-left hover:bg-surface"
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{user.name}</span>
            <span className="block truncate text-[13px] text-muted-foreground">{user.role}</span>
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-4 flex-none text-muted-foreground" />
        </button>
      }
    >
      {settingsHref && (
        <>
          <MenuItem asChild>
            <Link href={settingsHref}>
              <Settings /> Settings
            </Link>
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {themes.map(({ name, label, icon: Icon }) => (
        <MenuItem key={name} onSelect={() => setTheme(name)} aria-current={theme === name || undefined}>
          <Icon /> {label}
          {theme === name && <span className="ml-auto text-primary">●</span>}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={logOut}>
        <LogOut /> Sign out
      </MenuItem>
    </Menu>
  );
}
