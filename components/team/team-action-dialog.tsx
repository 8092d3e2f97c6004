'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf, proofFields } from '#lib/browser/faults';
import { later, t } from '#lib/browser/language/words';
import type { inviteUser } from '#lib/users/invite-user';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { askedForLink, type Side } from './roles.ts';
import type { Person } from './team-page.tsx';

export type TeamAction = 'role' | 'invite' | 'reset' | 'disable' | 'enable';

interface Question {
  title(name: string): string;
  description(): string;
  action(): string;
  danger?: boolean;
  body: object;
  done(name: string): string;
}

const questions: Record<'disable' | 'enable', Question> = {
  disable: {
    title: (name) => t('Disable {name}?', { name }),
    description: later(
      'They are signed out at once and cannot sign in any more, and an invitation that is open ends. API keys work on: revoke those that they know. You can enable them again.',
    ),
    action: later('Disable'),
    danger: true,
    body: { disabled: true },
    done: (name) => t('{name} is disabled.', { name }),
  },
  enable: {
    title: (name) => t('Enable {name} again?', { name }),
    description: later('They can sign in again, with the password and the role of before.'),
    action: later('Enable'),
    body: { disabled: false },
    done: (name) => t('{name} is enabled again.', { name }),
  },
};

interface TeamActionDialogProps {
  action: TeamAction;
  person: Person;
  path: string;
  side: Side;
  isOperators: boolean;
  onClose(): void;
  onDone(): void;
}

/** What is asked before a change of somebody's access, and what follows from it. */
export default function TeamActionDialog({ action, ...props }: TeamActionDialogProps) {
  if (action === 'role') return <RoleDialog {...props} />;
  if (action === 'reset') return <ResetDialog {...props} />;
  return action === 'invite' ? <InviteDialog {...props} /> : <AskDialog {...props} {...questions[action]} />;
}

type DialogProps = Omit<TeamActionDialogProps, 'action'>;

function AskDialog({ person, path, onClose, onDone, ...question }: DialogProps & Question) {
  const { title, description, action, danger, body, done } = question;
  const change = useMutation({
    mutationFn: () => call(`${path}/${person.id}`, { method: 'PATCH', body }),
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
      description={description()}
      action={action()}
      danger={danger ?? false}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
    />
  );
}

function ResetDialog({ person, path, side, isOperators, onClose, onDone }: DialogProps) {
  const reset = useMutation({
    mutationFn: (password: string) =>
      call(`${path}/${person.id}/reset-two-factor`, { method: 'POST', body: { password } }),
    gcTime: 0,
    onSuccess: () => {
      onClose();
      toast.success(t('{name} signs in with the password alone now.', { name: person.name }));
      onDone();
    },
  });
  const faults = faultsOf(reset.error, proofFields);
  return (
    <FormDialog
      title={t('Reset the two-factor authentication of {name}?', { name: person.name })}
      description={`${t('For who lost the phone and the recovery codes. Make sure that it is really them who ask. From now on their password alone signs in, and their session ends.')} ${apart(side, isOperators)}`}
      action={t('Reset two-factor')}
      danger
      busy={reset.isPending}
      fault={faults.form}
      onSend={({ password = '' }) => reset.mutate(password)}
      onClose={onClose}
    >
      <Field label={t('Your own password')} error={faults.password}>
        {(control) => (
          <Input {...control} name="password" type="password" autoComplete="current-password" required />
        )}
      </Field>
    </FormDialog>
  );
}

/** What a reset costs the two of them (lib/auth/second-person.ts). */
function apart(side: Side, isOperators: boolean): string {
  if (isOperators) return t('Another operator than you then decides what they ask for.');
  return side === 'staff'
    ? t(
        'For 30 days neither of you can then decide what the other asks for, nor the key of a client that one of you opened. That takes another operator: with two of you only, make a third account first, on the server, with npm run admin:create.',
      )
    : t('For 30 days neither of you can then decide what the other asks for.');
}

function InviteDialog({ person, path, isOperators, onClose, onDone }: DialogProps) {
  const invite = useMutation({
    mutationFn: () =>
      call<Partial<Awaited<ReturnType<typeof inviteUser>>>>(`${path}/${person.id}/invite`, {
        method: 'POST',
      }),
    gcTime: 0,
    onSuccess: () => {
      onDone();
      if (!isOperators) return;
      onClose();
      toast.success(askedForLink());
    },
  });
  const hasPassword = person.status === 'ACTIVE' || person.status === 'UNCONFIRMED';
  if (invite.data?.invitation) {
    return (
      <InvitationDialog
        title={t('New link for {name}', { name: person.name })}
        invitation={invite.data.invitation}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Make a new link for {name}?', { name: person.name })}
      description={
        isOperators
          ? t(
              'Another operator decides this, and the client’s owners are told. Then you are shown the link, once, under Approvals.',
            )
          : hasPassword
            ? t(
                'With it they set a new password, which also signs them out everywhere. Until then the present password works. Earlier links stop working.',
              )
            : t('The link that they have is dead from then on.')
      }
      action={isOperators ? t('Send the request') : t('Make the link')}
      busy={invite.isPending}
      error={invite.error}
      onConfirm={() => invite.mutate()}
    />
  );
}
