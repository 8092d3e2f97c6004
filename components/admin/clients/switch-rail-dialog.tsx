'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { type RailChoice, railChoiceName } from './rail-choice.ts';

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
  const [isOn] = useState(rail.enabled[environment]);
  const change = useMutation({
    mutationFn: () =>
      call(`${path}/rails/${rail.provider}`, {
        method: 'PATCH',
        body: { environment, direction: rail.direction, enabled: !isOn },
      }),
    onSuccess: () => {
      onClose();
      toast.success('Saved. Every server does so within two seconds.');
      onChanged();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Switch ${isOn ? 'off' : 'on'} ${railChoiceName(choice)}?`}
      description={
        isOn
          ? `New ${rail.direction}s of ${name} on this rail are refused with provider_not_enabled. What is under way goes on.`
          : `${name} may use this rail for ${rail.direction}s again, where it is connected and switched on for all.`
      }
      action={isOn ? `Switch off ${rail.direction}s` : `Switch on ${rail.direction}s`}
      danger={isOn}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
    />
  );
}
