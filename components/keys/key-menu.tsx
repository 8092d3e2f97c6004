'use client';

import { Menu, MenuItem } from '../ui/menu.tsx';
import { KeyMenuButton, type KeyMenuProps } from './key-menu-button.tsx';

/** What can be asked of a key, open from its beginning: `key-table.tsx` loads it when it is first wanted. */
export default function KeyMenu({ last4, isAsked, mayRotate, onRotate, onRevoke }: KeyMenuProps) {
  return (
    <Menu defaultOpen trigger={<KeyMenuButton last4={last4} />}>
      <MenuItem disabled={isAsked || !mayRotate} onSelect={onRotate}>
        {isAsked
          ? 'Rotation was asked for'
          : mayRotate
            ? 'Ask for a rotation…'
            : 'An owner asks for a rotation'}
      </MenuItem>
      <MenuItem className="text-failed" onSelect={onRevoke}>
        Revoke…
      </MenuItem>
    </Menu>
  );
}
