'use client';

import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { exactTime } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form.tsx';
import { useCopy } from '../ui/use-copy.ts';

interface InvitationDialogProps {
  title: string;
  invitation: { path: string; expires_at: string };
  onClose(): void;
  /** What else there is to know. */
  children?: ReactNode;
}

/** The only time that an invitation's link is seen. */
export function InvitationDialog({ title, invitation, onClose, children }: InvitationDialogProps) {
  const { copied, failed, copy } = useCopy();
  const link = new URL(invitation.path, window.location.origin).href;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={t(
        'Send them this link by a way that only they read: whoever opens it first sets the password. You will not see it again, but you can make a new one.',
      )}
    >
      <p className="rounded-md border bg-surface p-3">
        <code className="font-mono text-[13px] break-all select-all" data-testid="invitation-link">
          {link}
        </code>
      </p>
      <p className="mt-2 text-[13px] text-muted-foreground">
        {t('It works once, for 72 hours: until {expiresAt} in Banjul.', {
          expiresAt: exactTime(invitation.expires_at),
        })}
      </p>
      {children && <p className="mt-2 text-[13px]">{children}</p>}
      {failed && (
        <p role="alert" className="mt-4 text-failed">
          {t('This browser does not let the page copy. Mark the link and copy it by hand.')}
        </p>
      )}
      <FormActions>
        <Button onClick={onClose}>{t('Done')}</Button>
        <Button variant="primary" onClick={() => copy(link)}>
          {copied ? <Check /> : <Copy />}
          {copied ? t('Copied') : t('Copy the link')}
        </Button>
      </FormActions>
    </Dialog>
  );
}
