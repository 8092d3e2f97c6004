'use client';

import { t } from '#lib/browser/language/words';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { KeyMenuButton, type KeyMenuProps } from './key-menu-button.tsx';

/** What can be asked of a key, open from its beginning: `key-table.tsx` loads it when it is first wanted. */
export default function KeyMenu({ last4, isAsked, mayRotate, onRotate, onRevoke }: KeyMenuProps) {
  return (
    <Menu defaultOpen trigger={<KeyMenuButton last4={last4} />}>
      <MenuItem disabled={isAsked || !mayRotate} onSelect={onRotate}>
        {isAsked
          ? t('Rotation was asked for')
          : mayRotate
            ? t('Ask for a rotation…')
            : t('An owner asks for a rotation')}
      </MenuItem>
      <MenuItem className="text-failed" onSelect={onRevoke}>
        {t('Revoke…')}
      </MenuItem>
    </Menu>
  );
}
