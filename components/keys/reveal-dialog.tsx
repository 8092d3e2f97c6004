'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { call, mayBeDone } from '#lib/browser/api';
import type { Key } from '#lib/keys/key';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';

interface RevealDialogProps {
  approval: Approval;
  query: { environment: string };
  onClose(): void;
  onRevealed(): void;
}

/** Makes the key and shows it: the only time. It is not closed by a slip before it was copied. */
export function RevealDialog({ approval, query, onClose, onRevealed }: RevealDialogProps) {
  const [copied, setCopied] = useState(false);
  const [warned, setWarned] = useState(false);
  const reveal = useMutation({
    mutationFn: () =>
      call<{ secret: string; key: Key }>(`/api/dashboard/approvals/${approval.id}/reveal`, {
        method: 'POST',
        query,
      }),
    // A secret is not kept in the cache of the page.
    gcTime: 0,
    onSuccess: onRevealed,
  });
  const secret = reveal.data?.secret;
  if (secret === undefined) {
    const hours = approval.overlap_hours;
    const old = approval.change.before[0]?.split(' ')[0];
    return (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && onClose()}
        title="Reveal the key"
        description={
          old === undefined
            ? 'The key is made now and shown once. Have a safe place ready, such as your server’s secret store.'
            : `The key is made now and shown once. Have a safe place ready. ${old} ${hours === 0 ? 'ends at this moment' : `works on for ${hours} h from this moment, then it ends`}.`
        }
        action="Reveal the key"
        busy={reveal.isPending}
        error={reveal.error}
        onConfirm={() => reveal.mutate()}
      >
        {mayBeDone(reveal.error) &&
          'If the key stands in the list now, it was made without being shown: revoke it and ask for another one.'}
      </ConfirmDialog>
    );
  }
  const close = () => (copied || warned ? onClose() : setWarned(true));
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Your new key"
      description="You will not see it again: we keep only a fingerprint of it. Put it into your server’s secret store now."
    >
      <p className="mt-5 rounded-md border bg-surface p-3">
        <code className="font-mono text-[13px] break-all select-all" data-testid="secret">
          {secret}
        </code>
      </p>
      {warned && !copied && (
        <p role="alert" className="mt-4 text-failed">
          The key was not copied yet. If you close this now, it is lost and you have to ask for another one.
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={close}>{copied ? 'Done' : warned ? 'Close without the key' : 'Close'}</Button>
        <Button variant="primary" onClick={copy}>
          {copied ? 'Copied' : 'Copy the key'}
        </Button>
      </div>
    </Dialog>
  );
}
