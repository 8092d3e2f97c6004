'use client';

import { MoreHorizontal } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { State, type Tone } from '../ui/state.tsx';
import { Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import type { TeamAction } from './team-action-dialog.tsx';
import type { Person } from './team-page.tsx';

const states: Record<Person['status'], { tone: Tone; word: string }> = {
  ACTIVE: { tone: 'succeeded', word: 'Active' },
  INVITED: { tone: 'pending', word: 'Invited' },
  DISABLED: { tone: 'ended', word: 'Disabled' },
};

interface TeamTableProps {
  people: Person[];
  userId: string;
  mayManage: boolean;
  onAct(action: TeamAction, person: Person): void;
}

export function TeamTable({ people, userId, mayManage, onAct }: TeamTableProps) {
  return (
    <Table label="People">
      <thead>
        <tr>
          <Th>Person</Th>
          <Th className="hidden sm:table-cell">Role</Th>
          <Th className="hidden sm:table-cell">State</Th>
          <Th className="hidden sm:table-cell">Two-factor</Th>
          <Th className="hidden lg:table-cell">Added</Th>
          {mayManage && (
            <Th>
              <span className="sr-only">Actions</span>
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
                  {person.id === userId && <span className="font-normal text-muted-foreground"> (you)</span>}
                </span>
                <span className="block text-[13px] text-muted-foreground wrap-anywhere">{person.email}</span>
                <span className="mt-1 flex flex-wrap gap-x-3 text-[13px] sm:hidden">
                  <span className="capitalize">{person.role}</span>
                  <State tone={tone}>{word}</State>
                  {person.two_factor && <State tone="succeeded">Two-factor</State>}
                </span>
              </Td>
              <Td className="hidden capitalize sm:table-cell">{person.role}</Td>
              <Td className="hidden sm:table-cell">
                <State tone={tone}>{word}</State>
              </Td>
              <Td className="hidden sm:table-cell">
                <State tone={person.two_factor ? 'succeeded' : 'ended'}>
                  {person.two_factor ? 'On' : 'Off'}
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

function Actions({ person, onAct }: { person: Person; onAct: TeamTableProps['onAct'] }) {
  const isDisabled = person.status === 'DISABLED';
  const act = (action: TeamAction) => () => onAct(action, person);
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${person.name}`}>
          <MoreHorizontal />
        </Button>
      }
    >
      <MenuItem onSelect={act('role')}>Change the role…</MenuItem>
      {!isDisabled && (
        <MenuItem onSelect={act('invite')}>
          {person.status === 'INVITED' ? 'New invitation link…' : 'New password link…'}
        </MenuItem>
      )}
      {person.two_factor && <MenuItem onSelect={act('reset')}>Reset two-factor…</MenuItem>}
      <MenuSeparator />
      {isDisabled ? (
        <MenuItem onSelect={act('enable')}>Enable…</MenuItem>
      ) : (
        <MenuItem className="text-failed" onSelect={act('disable')}>
          Disable…
        </MenuItem>
      )}
    </Menu>
  );
}
