'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { later, t } from '#lib/browser/language/words';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { type RailChoice, railChoiceName } from './rail-choice.ts';

const directions = {
  collection: {
    whenOff: later(
      'New collections of {name} on this rail are refused with provider_not_enabled. What is under way goes on.',
    ),
    whenOn: later(
      '{name} may use this rail for collections again, where it is connected and switched on for all.',
    ),
    switchOff: later('Switch off collections'),
    switchOn: later('Switch on collections'),
  },
  payout: {
    whenOff: later(
      'New payouts of {name} on this rail are refused with provider_not_enabled. What is under way goes on.',
    ),
    whenOn: later(
      '{name} may use this rail for payouts again, where it is connected and switched on for all.',
    ),
    switchOff: later('Switch off payouts'),
    switchOn: later('Switch on payouts'),
  },
};

/** Asks before a rail is switched on or off for one client. */
export function SwitchRailDialog({
  path,
  name,
  choice,
  onClose,
  onChanged,
}: {
  path: string;
  name: string;
  choice: RailChoice;
  onClose(): void;
  onChanged(): void;
}) {
  const { rail, environment } = choice;
  const words = directions[rail.direction];
  const [isOn] = useState(rail.enabled[environment]);
  const change = useMutation({
    mutationFn: () =>
      call(`${path}/rails/${rail.provider}`, {
        method: 'PATCH',
        body: { environment, direction: rail.direction, enabled: !isOn },
      }),
    onSuccess: () => {
      onClose();
      toast.success(t('Saved. Every server does so within two seconds.'));
      onChanged();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(isOn ? 'Switch off {what}?' : 'Switch on {what}?', { what: railChoiceName(choice) })}
      description={isOn ? words.whenOff({ name }) : words.whenOn({ name })}
      action={isOn ? words.switchOff() : words.switchOn()}
      danger={isOn}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
    />
  );
}
