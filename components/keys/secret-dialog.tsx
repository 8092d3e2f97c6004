'use client';

import { useState } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Shows a new key: the only time. It is not closed by a slip before it was copied. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const [copied, setCopied] = useState(false);
  const [warned, setWarned] = useState(false);
  const close = () => (copied || warned ? onClose() : setWarned(true));
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('Your new key')}
      description={t(
        'You will not see it again: we keep only a fingerprint of it. Put it into your server’s secret store now.',
      )}
    >
      <p className="mt-5 rounded-md border bg-surface p-3">
        <code className="font-mono text-[13px] break-all select-all" data-testid="secret">
          {secret}
        </code>
      </p>
      {warned && !copied && (
        <p role="alert" className="mt-4 text-failed">
          {t(
            'The key was not copied yet. If you close this now, it is lost and you have to ask for another one.',
          )}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={close}>
          {copied ? t('Done') : warned ? t('Close without the key') : t('Close')}
        </Button>
        <Button variant="primary" onClick={copy}>
          {copied ? t('Copied') : t('Copy the key')}
        </Button>
      </div>
    </Dialog>
  );
}
