'use client';

import { t } from '#lib/browser/language/words';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { MoreButton } from './more-button.tsx';
import type { TeamAction } from './team-action-dialog.tsx';
import type { Person } from './team-page.tsx';

interface PersonMenuProps {
  person: Person;
  onAct(action: TeamAction): void;
}

/** What can be done about somebody, open from its beginning: `team-table.tsx` loads it when it is first wanted. */
export default function PersonMenu({ person, onAct }: PersonMenuProps) {
  const isDisabled = person.status === 'DISABLED';
  return (
    <Menu defaultOpen trigger={<MoreButton person={person} />}>
      <MenuItem onSelect={() => onAct('role')}>{t('Change the role…')}</MenuItem>
      {!isDisabled && (
        <MenuItem onSelect={() => onAct('invite')}>
          {person.status === 'INVITED' ? t('New invitation link…') : t('New password link…')}
        </MenuItem>
      )}
      {person.two_factor && <MenuItem onSelect={() => onAct('reset')}>{t('Reset two-factor…')}</MenuItem>}
      <MenuSeparator />
      {isDisabled ? (
        <MenuItem onSelect={() => onAct('enable')}>{t('Enable…')}</MenuItem>
      ) : (
        <MenuItem className="text-failed" onSelect={() => onAct('disable')}>
          {t('Disable…')}
        </MenuItem>
      )}
    </Menu>
  );
}
