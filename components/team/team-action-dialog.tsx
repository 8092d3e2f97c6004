'use client';

import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { call } from '#lib/browser/api';
import type { inviteUser } from '#lib/users/invite-user';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import type { Side } from './roles.ts';
import type { Person } from './team-page.tsx';

export type TeamAction = 'role' | 'invite' | 'reset' | 'disable' | 'enable';

interface Question {
  title(name: string): string;
  description: string;
  action: string;
  danger?: boolean;
  /** The last part of the path of what it does; without one it is a change of the person. */
  verb?: string;
  body?: object;
  done(name: string): string;
}

const questions: Record<Exclude<TeamAction, 'role' | 'invite'>, Question> = {
  reset: {
    title: (name) => `Reset the two-factor authentication of ${name}?`,
    description:
      'For who lost the phone and the recovery codes. Make sure that it is really them who ask. From now on their password alone signs in, and their session ends.',
    action: 'Reset two-factor',
    danger: true,
    verb: '/reset-two-factor',
    done: (name) => `${name} signs in with the password alone now.`,
  },
  disable: {
    title: (name) => `Disable ${name}?`,
    description:
      'They are signed out at once and cannot sign in any more, and an invitation that is open ends. API keys work on: revoke those that they know. You can enable them again.',
    action: 'Disable',
    danger: true,
    body: { disabled: true },
    done: (name) => `${name} is disabled.`,
  },
  enable: {
    title: (name) => `Enable ${name} again?`,
    description: 'They can sign in again, with the password and the role of before.',
    action: 'Enable',
    body: { disabled: false },
    done: (name) => `${name} is enabled again.`,
  },
};

interface TeamActionDialogProps {
  action: TeamAction;
  person: Person;
  path: string;
  side: Side;
  onClose(): void;
  onDone(): void;
}

/** What is asked before a change of somebody's access, and what follows from it. */
export default function TeamActionDialog({ action, ...props }: TeamActionDialogProps) {
  if (action === 'role') return <RoleDialog {...props} />;
  return action === 'invite' ? <InviteDialog {...props} /> : <AskDialog {...props} {...questions[action]} />;
}

type DialogProps = Omit<TeamActionDialogProps, 'action'>;

function AskDialog({ person, path, onClose, onDone, ...question }: DialogProps & Question) {
  const { title, description, action, danger, verb, body = {}, done } = question;
  const change = useMutation({
    mutationFn: () =>
      call(`${path}/${person.id}${verb ?? ''}`, { method: verb === undefined ? 'PATCH' : 'POST', body }),
    onSuccess: () => {
      onClose();
      toast.success(done(person.name));
      onDone();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title(person.name)}
      description={description}
      action={action}
      danger={danger ?? false}
      busy={change.isPending}
      error={change.error?.message}
      onConfirm={() => change.mutate()}
    />
  );
}

function InviteDialog({ person, path, onClose, onDone }: DialogProps) {
  const invite = useMutation({
    mutationFn: () =>
      call<Awaited<ReturnType<typeof inviteUser>>>(`${path}/${person.id}/invite`, { method: 'POST' }),
    gcTime: 0,
    onSuccess: onDone,
  });
  const hasPassword = person.status === 'ACTIVE';
  if (invite.data) {
    return (
      <InvitationDialog
        title={`New link for ${person.name}`}
        invitation={invite.data.invitation}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Make a new link for ${person.name}?`}
      description={
        hasPassword
          ? 'With it they set a new password, which also signs them out everywhere. Until then the present password works. A link of before is dead.'
          : 'The link that they have is dead from then on.'
      }
      action="Make the link"
      busy={invite.isPending}
      error={invite.error?.message}
      onConfirm={() => invite.mutate()}
    />
  );
}
