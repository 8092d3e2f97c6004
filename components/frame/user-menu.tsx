'use client';

import { useState } from 'react';
import { onDemand } from '../ui/on-demand.tsx';
import { UserButton, type UserMenuProps } from './user-button.tsx';

const UserMenuPanel = onDemand(async () => (await import('./user-menu-panel.tsx')).default);

export function UserMenu(props: UserMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <UserButton
      user={props.user}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return button;
  return <UserMenuPanel {...props} meanwhile={button} onGiveUp={() => setWanted(false)} />;
}
