'use client';

import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { roleName } from '#lib/browser/role-names';

export interface UserMenuProps {
  user: { name: string; email: string; role: string };
  settingsHref: string;
  logInHref: string;
}

/** Says who is signed in, and opens the menu. */
export function UserButton({ user, ...props }: Pick<UserMenuProps, 'user'> & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className="flex w-full items-center gap-2 rounded-md border px-2.5 py-2 text-left hover:bg-surface"
      {...props}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{user.name}</span>
        <span className="block truncate text-[13px] text-muted-foreground">{roleName(user.role)}</span>
      </span>
      <ChevronsUpDown aria-hidden="true" className="size-4 flex-none text-muted-foreground" />
    </button>
  );
}
