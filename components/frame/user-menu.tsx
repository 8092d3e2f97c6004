'use client';

import { lazy, Suspense, useState } from 'react';
import { UserButton, type UserMenuProps } from './user-button.tsx';

const load = () => import('./user-menu-panel.tsx');
const UserMenuPanel = lazy(load);

/** Its menu is loaded when the pointer or the focus comes near: no page needs it at first. */
export function UserMenu(props: UserMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <UserButton
      user={props.user}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenuPanel {...props} />
    </Suspense>
  );
}
