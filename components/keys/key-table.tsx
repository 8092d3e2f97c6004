'use client';

import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { later, t } from '#lib/browser/language/words';
import type { Key } from '#lib/keys/key';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState } from '../ui/feedback.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { State, type Tone } from '../ui/state.tsx';
import { Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { KeyMenuButton, type KeyMenuProps } from './key-menu-button.tsx';
import { scopeMeanings } from './scope-meanings.ts';

const states: Record<Key['status'], { tone: Tone; word: () => string }> = {
  ACTIVE: { tone: 'succeeded', word: later('Active|a key') },
  EXPIRING: { tone: 'pending', word: later('Expiring') },
  EXPIRED: { tone: 'ended', word: later('Expired') },
  REVOKED: { tone: 'failed', word: later('Revoked') },
};

interface KeyTableProps {
  keys: Key[];
  approvals?: Approval[];
  /** Those that this person's role is good for: another key is not theirs to rotate. */
  scopes?: Key['scope'][];
  /** Without it the table only shows. */
  mayManage?: boolean;
  onRotate?(key: Key): void;
  onRevoke?(key: Key): void;
  onAsk?(): void;
  newKeyLabel?: string;
  withEnvironment?: boolean;
}

export function KeyTable(props: KeyTableProps) {
  const {
    keys,
    approvals = [],
    scopes = [],
    mayManage,
    onRotate,
    onRevoke,
    onAsk,
    newKeyLabel,
    withEnvironment,
  } = props;
  if (keys.length === 0) {
    return (
      <EmptyState
        title={t('No key yet')}
        action={mayManage && <Button onClick={onAsk}>{newKeyLabel}</Button>}
      >
        {t('A key is how your server signs in to the API. It is shown here once.')}
      </EmptyState>
    );
  }
  return (
    <Table label={t('API keys')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Key')}</Th>
          {withEnvironment && <Th>{t('Environment')}</Th>}
          <Th>{t('Scope')}</Th>
          <Th>{t('State')}</Th>
          <Th>{t('Last used')}</Th>
          <Th>{t('Created')}</Th>
          {mayManage && (
            <Th>
              <span className="sr-only">{t('Actions')}</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => {
          const { tone, word } = states[key.status];
          const works = key.status === 'ACTIVE' || key.status === 'EXPIRING';
          const isAsked = approvals.some(
            (each) => each.key_id === key.id && (each.status === 'PENDING' || each.status === 'APPROVED'),
          );
          return (
            <Tr key={key.id} className={works ? undefined : 'text-muted-foreground'}>
              <Td
                className={cn('font-mono text-[13px]', !mayManage && !withEnvironment && 'max-sm:col-span-2')}
              >
                {key.prefix}…{key.last4}
              </Td>
              {withEnvironment && (
                <Td className="max-sm:text-right">{key.environment === 'LIVE' ? t('Live') : t('Sandbox')}</Td>
              )}
              <Td className="max-sm:order-1">{scopeMeanings[key.scope]()}</Td>
              <Td className="max-sm:order-1 max-sm:text-right">
                <State tone={tone}>{word()}</State>
                {key.status === 'EXPIRING' && key.expires_at && (
                  <span className="text-[13px] text-muted-foreground">
                    {' '}
                    <Time at={key.expires_at} />
                  </span>
                )}
              </Td>
              <Td label={t('Last used')} className="py-1.5 max-sm:order-1">
                {key.last_used_at ? (
                  <div className="max-sm:text-right">
                    <Time at={key.last_used_at} />
                    <span className="block text-[13px] text-muted-foreground">
                      {[key.last_used_address, key.last_used_route].filter(Boolean).join(' · ')}
                    </span>
                  </div>
                ) : (
                  <span className="text-muted-foreground">{t('Never')}</span>
                )}
              </Td>
              <Td label={t('Created')} className="py-1.5 max-sm:order-1">
                <div className="max-sm:text-right">
                  <Time at={key.created_at} />
                  {key.rotation_due && (
                    <span className="block text-[13px] text-pending">{t('90 days or older: rotate it')}</span>
                  )}
                </div>
              </Td>
              {mayManage && (
                <Td className="w-12 text-right">
                  {works && (
                    <Actions
                      last4={key.last4}
                      isAsked={isAsked}
                      mayRotate={scopes.includes(key.scope)}
                      onRotate={() => onRotate?.(key)}
                      onRevoke={() => onRevoke?.(key)}
                    />
                  )}
                </Td>
              )}
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}

const KeyMenu = onDemand(async () => (await import('./key-menu.tsx')).default);

function Actions(props: KeyMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <KeyMenuButton
      last4={props.last4}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return button;
  return <KeyMenu {...props} meanwhile={button} onGiveUp={() => setWanted(false)} />;
}
