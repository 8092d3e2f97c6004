'use client';

import { Ellipsis, KeyRound, RotateCw, Trash2 } from 'lucide-react';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';

interface EndpointMenuProps {
  isActive: boolean;
  onChoose(action: 'rotate' | 'resend' | 'delete'): void;
}

/** Loaded when it is wanted, so it is open at once. */
export default function EndpointMenu({ isActive, onChoose }: EndpointMenuProps) {
  return (
    <Menu
      defaultOpen
      trigger={
        <Button size="icon" aria-label={t('More actions')}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={() => onChoose('rotate')}>
        <KeyRound aria-hidden="true" /> {t('Rotate the secret')}
      </MenuItem>
      <MenuItem disabled={!isActive} onSelect={() => onChoose('resend')}>
        <RotateCw aria-hidden="true" /> {t('Resend what failed')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem className="text-failed" onSelect={() => onChoose('delete')}>
        <Trash2 aria-hidden="true" /> {t('Delete')}
      </MenuItem>
    </Menu>
  );
}
