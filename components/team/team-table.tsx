'use client';

import { useState } from 'react';
import { later, t } from '#lib/browser/language/words';
import { roleName } from '#lib/browser/role-names';
import { onDemand } from '../ui/on-demand.tsx';
import { State, type Tone } from '../ui/state.tsx';
import { Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { MoreButton } from './more-button.tsx';
import type { TeamAction } from './team-action-dialog.tsx';
import type { Person } from './team-page.tsx';

const states: Record<Person['status'], { tone: Tone; word: () => string }> = {
  ACTIVE: { tone: 'succeeded', word: later('Active') },
  INVITED: { tone: 'pending', word: later('Invited') },
  UNCONFIRMED: { tone: 'pending', word: later('Not confirmed') },
  DISABLED: { tone: 'ended', word: later('Disabled') },
};

interface TeamTableProps {
  people: Person[];
  userId: string;
  mayManage: boolean;
  onAct(action: TeamAction, person: Person): void;
}

export function TeamTable({ people, userId, mayManage, onAct }: TeamTableProps) {
  return (
    <Table label={t('People')}>
      <thead>
        <tr>
          <Th>{t('Person')}</Th>
          <Th className="hidden sm:table-cell">{t('Role')}</Th>
          <Th className="hidden sm:table-cell">{t('State')}</Th>
          <Th className="hidden sm:table-cell">{t('Two-factor')}</Th>
          <Th className="hidden lg:table-cell">{t('Added')}</Th>
          {mayManage && (
            <Th>
              <span className="sr-only">{t('Actions')}</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => {
          const { tone, word } = states[person.status];
          return (
            <Tr
              key={person.id}
              className={person.status === 'DISABLED' ? 'text-muted-foreground' : undefined}
            >
              <Td className="w-full py-2 whitespace-normal">
                <span className="block font-semibold break-words">
                  {person.name}
                  {person.id === userId && (
                    <span className="font-normal text-muted-foreground"> {t('(you)')}</span>
                  )}
                </span>
                <span className="block text-[13px] text-muted-foreground wrap-anywhere">{person.email}</span>
                <span className="mt-1 flex flex-wrap gap-x-3 text-[13px] sm:hidden">
                  <span className="capitalize">{roleName(person.role)}</span>
                  <State tone={tone}>{word()}</State>
                  {person.two_factor && <State tone="succeeded">{t('Two-factor')}</State>}
                </span>
              </Td>
              <Td className="hidden capitalize sm:table-cell">{roleName(person.role)}</Td>
              <Td className="hidden sm:table-cell">
                <State tone={tone}>{word()}</State>
              </Td>
              <Td className="hidden sm:table-cell">
                <State tone={person.two_factor ? 'succeeded' : 'ended'}>
                  {person.two_factor ? t('On') : t('Off')}
                </State>
              </Td>
              <Td className="hidden lg:table-cell">
                <Time at={person.created_at} />
              </Td>
              {mayManage && (
                <Td className="w-12 text-right">
                  {person.id !== userId && <Actions person={person} onAct={onAct} />}
                </Td>
              )}
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}

const PersonMenu = onDemand(async () => (await import('./person-menu.tsx')).default);

function Actions({ person, onAct }: { person: Person; onAct: TeamTableProps['onAct'] }) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <MoreButton person={person} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
  );
  if (!isWanted) return button;
  return (
    <PersonMenu
      person={person}
      onAct={(action) => onAct(action, person)}
      meanwhile={button}
      onGiveUp={() => setWanted(false)}
    />
  );
}
